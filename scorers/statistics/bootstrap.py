"""The bootstrap over items: one way of drawing them, for intervals and for paired tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from kasauti.records import Interval
from kasauti.scorers.statistics.paired_tests import DRAWS

AT_ONCE = 2_000_000  # numbers drawn at once; bounds the memory

Counts = NDArray[np.int64]
Statistic = Callable[[Counts], float]  # of how often each item was drawn, [items]


def resample(items: int, *, seed: int, draws: int = DRAWS) -> Iterator[Counts]:
    """Yield how often each item was drawn with replacement, some draws at a time: [rows, items]."""
    if items < 1:
        raise ValueError("need at least one item to draw from")
    generator = np.random.default_rng(seed)
    left = draws
    while left:
        rows = min(left, max(1, AT_ONCE // items))
        drawn = generator.integers(0, items, size=(rows, items))
        drawn += items * np.arange(rows)[:, None]  # a range of its own for each row
        yield np.bincount(drawn.ravel(), minlength=rows * items).reshape(rows, items)
        left -= rows


def resampled(statistic: Statistic, items: int, *, seed: int = 0) -> NDArray[np.float64]:
    """The figure of each draw."""
    return np.array([statistic(row) for rows in resample(items, seed=seed) for row in rows])


def resampled_means(
    values: Sequence[float], *, seed: int, draws: int = DRAWS
) -> NDArray[np.float64]:
    """The mean of each draw."""
    items = np.asarray(values, dtype=float)
    rows = resample(len(items), seed=seed, draws=draws)
    return np.concatenate([each @ items / len(items) for each in rows])


def bootstrap_interval(statistic: Statistic, items: int, *, seed: int = 0) -> Interval:
    """The 95 % percentile interval of a figure of `items` items (Efron 1979)."""
    return _percentiles(resampled(statistic, items, seed=seed))


def mean_interval(values: Sequence[float], *, seed: int = 0) -> Interval:
    """The 95 % percentile interval of a mean."""
    return _percentiles(resampled_means(values, seed=seed))


def flips_interval(lost: int, won: int, items: int, *, seed: int = 0) -> Interval:
    """The 95 % percentile interval of the change of an accuracy, of which so many items flipped.

    Drawing items with replacement and drawing how many of them are lost, won and unchanged is the
    same; the second does not depend on the number of items.
    """
    if items < 1 or lost < 0 or won < 0 or lost + won > items:
        raise ValueError(f"need items, and flips among them, got {lost} and {won} of {items}")
    shares = [lost / items, won / items, (items - lost - won) / items]
    drawn = np.random.default_rng(seed).multinomial(items, shares, size=DRAWS)
    return _percentiles((drawn[:, 1] - drawn[:, 0]) / items)


def _percentiles(figures: NDArray[np.float64]) -> Interval:
    low, high = np.quantile(figures, [0.025, 0.975])
    return Interval(float(low), float(high))
