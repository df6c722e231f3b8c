"""Confidence intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Protocol

from kasauti.records import Interval

# The 97.5 % quantile of the normal distribution: a two-sided interval of 95 %.
Z_95 = 1.959963984540054


def wilson(correct: int, total: int, *, z: float = Z_95) -> Interval:
    """Wilson's score interval of a proportion (Wilson 1927); sound for small n and near 0 and 1.

    >>> print(wilson(18, 20))
    0.699 to 0.972
    """
    if not 0 <= correct <= total or total == 0:
        raise ValueError(f"need 0 <= correct <= total and a total above 0, got {correct}/{total}")
    return wilson_share(correct / total, total, z=z)


def wilson_share(share: float, size: float, *, z: float = Z_95) -> Interval:
    """Wilson's interval of a share at a sample size that need not be whole: an effective one."""
    if not (0 <= share <= 1 and 0 < size < math.inf):
        raise ValueError(f"need a share from 0 to 1 and a finite size, got {share} of {size}")
    scale = 1 + z * z / size
    centre = (share + z * z / (2 * size)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / size + z * z / (4 * size * size))
    # At the ends the exact bound is the end itself; rounding must not push past it.
    low = 0.0 if share == 0 else max(0.0, centre - half)
    high = 1.0 if share == 1 else min(1.0, centre + half)
    return Interval(low, high)


class Counted(Protocol):
    """A number of right ones among all."""

    @property
    def correct(self) -> int: ...
    @property
    def total(self) -> int: ...


class Proportion:
    """Accuracy and interval of a class that counts."""

    @property
    def accuracy(self: Counted) -> float:
        return self.correct / self.total

    @property
    def interval(self: Counted) -> Interval:
        return wilson(self.correct, self.total)


@dataclass(frozen=True)
class Share(Proportion):
    """A proportion that was counted already."""

    correct: int
    total: int
    effective: float = 0.0  # effective sample size; 0: all items are independent

    @property
    def interval(self) -> Interval:
        return wilson_share(self.accuracy, self.effective or self.total)

    def __add__(self, other: Share) -> Share:
        """Pool two shares; their variances add, weighted by the squares of their sizes."""
        both = Share(self.correct + other.correct, self.total + other.total)
        if not self.effective and not other.effective:
            return both
        parts = (
            each.total**2 / (each.effective or each.total) for each in (self, other) if each.total
        )
        return replace(both, effective=both.total**2 / sum(parts))
