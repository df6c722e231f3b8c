"""Exact limits of guessing, even where items differ in their number of choices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def guessing(chances: Sequence[float]) -> NDArray[np.float64]:
    """The probability of 0, 1, ... right answers by guessing, each item with its own chance.

    The binomial distribution where all chances are the same.
    """
    if not chances or not all(0 <= chance <= 1 for chance in chances):
        raise ValueError("need at least one item, and chances between 0 and 1")
    distribution = np.ones(1)
    for chance in chances:
        distribution = np.convolve(distribution, [1 - chance, chance])
    return distribution


def more_than_chance(chances: Sequence[float], *, alpha: float) -> int:
    """The least number of right answers that guessing reaches with probability `alpha` at most.

    One more than there are items where not even all of them would do.
    """
    if not 0 < alpha < 1:
        raise ValueError(f"need a level inside 0 and 1, got {alpha}")
    tail = np.cumsum(guessing(chances)[::-1])[::-1]  # the probability of so many or more
    return int(np.argmax(tail <= alpha)) if (tail <= alpha).any() else len(chances) + 1
