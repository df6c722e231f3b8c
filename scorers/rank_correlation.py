"""Whether two figures rise together."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import StatisticsError, correlation


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Spearman's rank correlation; None for fewer than three values, or where all are equal.

    >>> spearman([1, 2, 3, 4], [10, 20, 40, 30])
    0.8
    """
    if len(one) < 3:
        return None
    try:
        return correlation(_ranks(one), _ranks(other))
    except StatisticsError:
        return None


def _ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value; equal ones share the mean of theirs."""
    ordered = sorted(values)
    first = {value: index for index, value in reversed(list(enumerate(ordered)))}
    last = {value: index for index, value in enumerate(ordered)}
    return [(first[value] + last[value]) / 2 for value in values]
