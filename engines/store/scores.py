"""Scores as the store keeps them: marked, so that one that cannot be is recognised anywhere."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from kasauti.engines.protocol.errors import EngineError

MARK = b"\x00\xffLP"
LAYOUTS = {layout.size: layout for layout in map(struct.Struct, ("<4sdI", "<4sdII", "<4sddIII"))}
# Sums of log-probabilities may exceed 0 by rounding, and no model is that sure of one token.
HIGHEST, LOWEST = 1e-3, -10_000.0
# Two machines may differ by this much, and by this part of the value.
ROUNDING, RELATIVE = 1e-3, 1e-5

Number = int | float
Given = ParamSpec("Given")
Read = TypeVar("Read")
# What reading bytes as something else leads to.
UNREADABLE = (*(ArithmeticError, LookupError, MemoryError, TypeError, ValueError, struct.error),)


def pack_score(*numbers: Number) -> bytes:
    """The value of a score: one or two sums of log-probabilities, then counts."""
    value = next(each for each in LAYOUTS.values() if len(each.format) == len(numbers) + 3).pack(
        MARK, *numbers
    )
    if not is_possible(value):
        raise EngineError(
            f"The model gave {numbers[0]} as a sum of log-probabilities, which cannot be. "
            "Use --dtype=float32, or another model."
        )
    return value


def reads_stored(read: Callable[Given, Read]) -> Callable[Given, Read]:
    """Refuse a stored value that cannot be read: its checksum is right, so somebody made it."""

    @wraps(read)
    def reading(*given: Given.args, **more: Given.kwargs) -> Read:
        try:
            return read(*given, **more)
        except UNREADABLE as error:
            raise EngineError(
                "The score store has a result that Kasauti did not write "
                f"({type(error).__name__}). Pass another --store=FILE."
            ) from None

    return reading


@reads_stored
def unpack_score(value: bytes, kind: Callable[..., Read]) -> Read:
    """A score of this kind, by its numbers."""
    if not is_score(value) or not is_possible(value):
        raise ValueError
    return kind(*_numbers(value))


def _numbers(value: bytes) -> tuple[Number, ...]:
    found: tuple[Number, ...] = LAYOUTS[len(value)].unpack(value)[1:]
    return found


def is_score(value: bytes) -> bool:
    """Return True if a value is marked as a score."""
    return value.startswith(MARK)


def is_possible(value: bytes) -> bool:
    """Return False for a score that no model can give; True for other values."""
    if not is_score(value):
        return True
    if len(value) not in LAYOUTS:
        return False
    numbers = _numbers(value)
    sums = [each for each in numbers if isinstance(each, float)]
    counts = numbers[len(sums) : 2 * len(sums)]
    return all(
        math.isfinite(total) and tokens and LOWEST * tokens <= total <= HIGHEST
        for total, tokens in zip(sums, counts, strict=True)
    )


def agree(one: bytes, other: bytes) -> bool:
    """Return True if two values are the same, or scores that differ by rounding alone."""
    if one == other or not (is_score(one) and is_score(other) and len(one) == len(other)):
        return one == other
    return all(
        abs(a - b) <= ROUNDING + RELATIVE * abs(a) if isinstance(a, float) else a == b
        for a, b in zip(_numbers(one), _numbers(other), strict=True)
    )
