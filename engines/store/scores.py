"""Scores as the store keeps them: marked, so that one that cannot be is recognised anywhere."""

from __future__ import annotations

import math
import struct

from kasauti.engines.protocol.errors import EngineError

MARK = b"\x00\xffLP"
LAYOUTS = {layout.size: layout for layout in map(struct.Struct, ("<4sdI", "<4sdII", "<4sddIII"))}
# Sums of log-probabilities may exceed 0 by rounding, and no model is that sure of one token.
HIGHEST, LOWEST = 1e-3, -10_000.0
# Two machines may differ by this much, and by this part of the value.
ROUNDING, RELATIVE = 1e-3, 1e-5

Number = int | float


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


def unpack_score(value: bytes) -> tuple[Number, ...]:
    """The numbers of a score."""
    return LAYOUTS[len(value)].unpack(value)[1:]


def is_score(value: bytes) -> bool:
    """Return True if a value is marked as a score."""
    return value.startswith(MARK)


def is_possible(value: bytes) -> bool:
    """Return False for a score that no model can give; True for other values."""
    if not is_score(value):
        return True
    if len(value) not in LAYOUTS:
        return False
    numbers = unpack_score(value)
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
        for a, b in zip(unpack_score(one), unpack_score(other), strict=True)
    )
