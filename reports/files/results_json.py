"""evaluation_results.json: the documented structure, and everything needed to check it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from kasauti.records import Run
from kasauti.records.serialization.files import run_json

# Suites, cases, their fields, and what these list stand on lines of their own; an item is one line.
DEEP = 4
_compact = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def results_pieces(run: Run) -> Iterator[str]:
    """The run as JSON, in pieces: one case of it is in memory as JSON at a time."""
    yield from _pieces(run_json(run), DEEP, "\n")
    yield "\n"


def results_json(run: Run) -> str:
    return "".join(results_pieces(run))


def json_text(content: Mapping[str, Any], *, deep: int = DEEP) -> str:
    """JSON for a file; refuses NaN and infinity, which JSON does not have.

    deep: how many levels have a line per entry. What is deeper is on one line, which takes a tenth
    of the time: a run may have a hundred thousand items.
    """
    return "".join([*_pieces(content, deep, "\n"), "\n"])


def _pieces(value: Any, deep: int, line: str) -> Iterator[str]:
    """A value in pieces; joined level by level, many items would be in memory several times.

    value: what JSON has, or a function that returns it when its turn comes.
    line: a line end with the indentation of what stands around.
    """
    if callable(value):
        value = value()
    if not deep or not value or not isinstance(value, dict | list | tuple):
        yield _compact(value)
        return
    inner = f"{line} "
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    before = f"{opening}{inner}"
    for entry in value:
        yield before
        if isinstance(value, dict):
            yield f"{_compact(str(entry))}: "
        yield from _pieces(value[entry] if isinstance(value, dict) else entry, deep - 1, inner)
        before = f",{inner}"
    yield f"{line}{closing}"
