"""A pytest plugin that follows one item through the house, and lists the calls between rooms.

A step of the walk is a call whose arguments or result hold the item. Records are the cargo: to
read a property of one is no step into their room, to serialize one is. A call that is made again
from the same place counts once. KASAUTI_WALK has the texts by which the item is known and the
file for the list, as JSON: {"marks": ["pair-1", "लड़का घर जाता थ"], "file": "walk.json"}.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FrameType

import pytest

from tests.support import ROOT
from tests.support.house import ROOMS

VARIABLE = "KASAUTI_WALK"
DEEPEST = 8  # levels of a value that are searched for the item
WIDEST = 200  # elements of a collection
MOST_LOOKS = 200  # calls from one place that are looked at; the item is among the first
VARIADIC = 0x04, 0x08  # of a code object's flags: *args and **kwargs
CARGO = "records/"
SERIALIZED = "records/serialization"

Step = tuple[str, str]  # file and function


@dataclass
class Walk:
    """The steps of an item, in the order in which they are first taken."""

    marks: tuple[str, ...]
    steps: dict[tuple[Step, Step], None] = field(default_factory=dict)
    looks: Counter[tuple[Step, Step]] = field(default_factory=Counter)

    def profile(self, frame: FrameType, event: str, result: object) -> None:
        """Note a call or a return that holds the item; what sys.setprofile takes."""
        if event not in ("call", "return") or _room(frame.f_code.co_filename) is None:
            return
        caller = frame.f_back
        while caller is not None and _room(caller.f_code.co_filename) is None:
            caller = caller.f_back
        if caller is None:
            return
        step = _step(caller.f_code), _step(frame.f_code)
        self.looks[step] += 1
        if step not in self.steps and self.looks[step] <= MOST_LOOKS:
            values = _arguments(frame) if event == "call" else [result]
            if any(self._holds(value) for value in values):
                self.steps[step] = None

    def crossings(self) -> list[tuple[Step, Step]]:
        """The steps from one room into another."""
        return [
            (caller, callee)
            for caller, callee in self.steps
            if caller[0].split("/")[0] != callee[0].split("/")[0] and not _reads_cargo(callee)
        ]

    def _holds(self, value: object, depth: int = 0) -> bool:
        if isinstance(value, str):
            return any(mark in value for mark in self.marks)
        if isinstance(value, bytes):
            return any(mark.encode() in value for mark in self.marks)
        if depth == DEEPEST or value is None or isinstance(value, int | float):
            return False
        if isinstance(value, dict):
            inner = [part for pair in list(value.items())[:WIDEST] for part in pair]
        elif isinstance(value, list | tuple | set | frozenset):
            inner = list(value)[:WIDEST]
        elif is_dataclass(value) and not isinstance(value, type):
            inner = [getattr(value, each.name, None) for each in fields(value)]
        else:
            inner = [getattr(value, name) for name in getattr(type(value), "__struct_fields__", ())]
        return any(self._holds(each, depth + 1) for each in inner)


@cache
def _room(file: str) -> str | None:
    """The room of a function's file; None for code that is not the product's."""
    parts = file.removeprefix(f"{ROOT}/").split("/")
    return parts[0] if parts[0] in (*ROOMS, "kasauti") and len(parts) > 1 else None


def _step(code: CodeType) -> Step:
    return code.co_filename.removeprefix(f"{ROOT}/"), code.co_qualname


def _arguments(frame: FrameType) -> list[object]:
    code = frame.f_code
    count = code.co_argcount + code.co_kwonlyargcount
    count += sum(bool(code.co_flags & flag) for flag in VARIADIC)
    return [frame.f_locals.get(name) for name in code.co_varnames[:count]]


def _reads_cargo(callee: Step) -> bool:
    return callee[0].startswith(CARGO) and not callee[0].startswith(SERIALIZED)


_settings = json.loads(os.environ.get(VARIABLE, "null"))
_walk = Walk(tuple(_settings["marks"])) if _settings else None
if _walk:
    import transformers  # noqa: F401, its import makes millions of calls

    sys.setprofile(_walk.profile)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    if _walk:
        sys.setprofile(None)
        found = [[" ".join(caller), " ".join(callee)] for caller, callee in _walk.crossings()]
        content = {"calls": len(_walk.steps), "crossings": found}
        Path(_settings["file"]).write_text(json.dumps(content, ensure_ascii=False, indent=1))
