"""The bootstrap over items: one way of drawing them, for intervals and for paired tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from kasauti.records import Interval
from kasauti.scorers.statistics.paired_tests import DRAWS

AT_ONCE = 2_000_000  # numbers drawn at once; bounds the memory

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
# [draws] figures of how often each draw has each item, [draws, items].
Statistic = Callable[[Counts], Floats]


def draw_counts(items: int, *, seed: int, draws: int = DRAWS) -> Iterator[Counts]:
    """Yield how often each item was drawn with replacement: [draws, items], in several parts."""
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


def resample(statistic: Statistic, items: int, *, seed: int = 0, draws: int = DRAWS) -> Floats:
    """Return the figure of each draw."""
    return np.concatenate(
        [statistic(counts) for counts in draw_counts(items, seed=seed, draws=draws)]
    )


def resample_means(values: Sequence[float], *, seed: int, draws: int = DRAWS) -> Floats:
    """Return the mean of each draw."""
    items = np.asarray(values, dtype=float)
    return resample(lambda counts: counts @ items / len(items), len(items), seed=seed, draws=draws)


def bootstrap_interval(statistic: Statistic, items: int, *, seed: int = 0) -> Interval:
    """Return the 95 % percentile interval of a figure of `items` items (Efron 1979)."""
    return _percentiles(resample(statistic, items, seed=seed))


def mean_interval(values: Sequence[float], *, seed: int = 0) -> Interval:
    """Return the 95 % percentile interval of a mean."""
    return _percentiles(resample_means(values, seed=seed))


def _percentiles(figures: Floats) -> Interval:
    low, high = np.quantile(figures, [0.025, 0.975])
    return Interval(float(low), float(high))
