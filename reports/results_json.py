"""evaluation_results.json: the documented structure, and everything needed to check it."""

from __future__ import annotations

import json
from collections.abc import Mapping
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
    return f"{_written(content, deep, chr(10))}\n"


def _written(value: Any, deep: int, line: str) -> str:
    """A value; `line` is a line end with the indentation of what stands around."""
    if not deep or not value or not isinstance(value, dict | list | tuple):
        return _compact(value)
    inner = f"{line} "
    if isinstance(value, dict):
        entries = [
            f"{_compact(str(name))}: {_written(each, deep - 1, inner)}"
            for name, each in value.items()
        ]
        return f"{{{inner}{f',{inner}'.join(entries)}{line}}}"
    entries = [_written(each, deep - 1, inner) for each in value]
    return f"[{inner}{f',{inner}'.join(entries)}{line}]"
