"""Sentences that are far likelier than their own words predict, compared with the others of a set.

Two measures, each higher for a sentence that may have been learnt by heart: how much shorter the
model's code for it is than zlib's (Carlini et al. 2021, "Extracting training data from large
language models"), and how much likelier it is than its neighbours (`neighbours.py`).

What is usual is taken from the lower part of the values alone: having been seen only raises a
value, so that even where half of a set has been seen, the lower part shows the other half.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist, median

import numpy as np
from numpy.typing import NDArray

FEWEST = 20  # sentences by which what is usual can be told
# The quantiles that centre and spread are taken from. Without anything seen they give those of a
# bell curve; with half of all values far above, the centre is one standard deviation too high and
# the spread half as large again, so that less is listed and not more.
LOW, HIGH = 0.10, 0.30
ALPHA = 0.05  # the chance that any sentence of a set is beyond the cut where none was seen
DRAWS = 2000
MOST_DRAWN = 1000  # values up to which the cut is simulated
# A sentence whose neighbours need less than a quarter more is not called far likelier than they,
# however alike the other sentences of its set are.
FAR = math.log(1.25)
SMALLEST = 1e-9  # nats; a model that is sure of every token


@dataclass(frozen=True, slots=True)
class StandingOut:
    """The distance of each value above the usual, in standard deviations, and the outliers.

    expected: how many are beyond the cut by chance, at the most.
    """

    z: tuple[float, ...]
    beyond: tuple[int, ...]  # the indices of those that are too far above
    cut: float
    expected: float

    @property
    def below(self) -> int:
        """The number of values that are as far below the usual."""
        return sum(value < -self.cut for value in self.z)


def zlib_excess(text: str, logprob: float) -> float:
    """The logarithm of how many times as long zlib's code for a text is as the model's."""
    bits = 8 * len(zlib.compress(text.encode("utf-8"), 9))
    return math.log(bits * math.log(2) / max(-logprob, SMALLEST))


def neighbour_excess(logprob: float, neighbours: Sequence[float]) -> float:
    """The logarithm of how many times as long the model's code for the median neighbour is.

    The median, because one predictable word makes an ordinary sentence likelier than the neighbours
    that lack it, but not than those that lack another.
    """
    return math.log(max(-median(neighbours), SMALLEST) / max(-logprob, SMALLEST))


def find_outliers(values: Sequence[float], *, least: float = -math.inf) -> StandingOut | None:
    """Find the values far above the others; None where they are too few, or all alike.

    least: what a value must be in itself to be called far above.
    """
    found = np.asarray(values, dtype=float)
    if not np.isfinite(found).all():
        raise ValueError("need values, all of them finite numbers")
    if len(found) < FEWEST:
        return None
    spread = float(np.subtract(*np.quantile(found, [HIGH, LOW])))
    if spread <= 0:
        return None
    cut, expected = cut_for(len(found))
    z = _standardize(found[None, :])[0]
    beyond = np.flatnonzero((z > cut) & (found >= least))
    return StandingOut(tuple(z.tolist()), tuple(beyond.tolist()), cut, expected)


@cache
def cut_for(n: int) -> tuple[float, float]:
    """Beyond what no value of n is, in all but ALPHA of the cases, and how many are on average.

    By drawing n values from a bell curve and standardizing them as those that are judged, so that
    the cut also allows for what is usual being estimated from few values.
    """
    if n > MOST_DRAWN:  # where the estimates are exact enough for the normal quantile
        return NormalDist().inv_cdf(1 - ALPHA / n), ALPHA
    drawn = _standardize(np.random.default_rng(0).standard_normal((DRAWS, n)))
    cut = float(np.quantile(drawn.max(axis=1), 1 - ALPHA))
    return cut, float((drawn > cut).sum(axis=1).mean())


def _standardize(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each row by the centre and the spread that its lower part shows."""
    low, high = np.quantile(rows, [LOW, HIGH], axis=1, keepdims=True)  # [rows, 1]
    normal = NormalDist()
    at_low, at_high = normal.inv_cdf(LOW), normal.inv_cdf(HIGH)
    spread = (high - low) / (at_high - at_low)
    return np.asarray((rows - (high - at_high * spread)) / spread)
