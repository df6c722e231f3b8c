"""Confidence intervals."""

from __future__ import annotations

import math

from kasauti.records import Interval

__all__ = ["Z_95", "Interval", "wilson"]

# The 97.5 % quantile of the normal distribution: a two-sided interval of 95 %.
Z_95 = 1.959963984540054


def wilson(correct: int, total: int, *, z: float = Z_95) -> Interval:
    """Wilson's score interval of a proportion (Wilson 1927); sound for small n and near 0 and 1.

    >>> print(wilson(18, 20))
    0.699 to 0.972
    """
    if not 0 <= correct <= total or total == 0:
        raise ValueError(f"need 0 <= correct <= total and a total above 0, got {correct}/{total}")
    share = correct / total
    scale = 1 + z * z / total
    centre = (share + z * z / (2 * total)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    # At the ends the exact bound is the end itself; rounding must not push past it.
    low = 0.0 if correct == 0 else max(0.0, centre - half)
    high = 1.0 if correct == total else min(1.0, centre + half)
    return Interval(low, high)
