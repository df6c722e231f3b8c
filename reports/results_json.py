"""evaluation_results.json: the documented structure, and everything needed to check it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from kasauti.records import Run
from kasauti.records.encoding import run_json

# Suites, cases, their fields, and what these list stand on lines of their own; an item is one line.
DEEP = 4
_compact = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def results_json(run: Run) -> str:
    """The run as JSON."""
    return json_text(run_json(run))


def json_text(content: Mapping[str, Any], *, deep: int = DEEP) -> str:
    """JSON for a file; refuses NaN and infinity, which JSON does not have.

    deep: how many levels have a line per entry. What is deeper is on one line, which takes a tenth
    of the time: a run may have a hundred thousand items.
    """
    return "".join([*_pieces(content, deep, "\n"), "\n"])


def _pieces(value: Any, deep: int, line: str) -> Iterator[str]:
    """A value in pieces, which are joined only once: joined level by level, a run of a hundred
    thousand items would be in memory several times.

    line: a line end with the indentation of what stands around.
    """
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
