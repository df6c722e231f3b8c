"""The bootstrap over items or clusters: one way of drawing them, for intervals and paired tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, stdtrit

from kasauti.records import Clusters, Interval
from kasauti.scorers.statistics.clustered import (
    clusters_by_width,
    effective_clusters,
    fewest_clusters,
    number_clusters,
)
from kasauti.scorers.statistics.paired_tests import DRAWS, ROUNDING

AT_ONCE = 2_000_000  # numbers drawn at once; bounds the memory

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
# [draws] figures of how often each draw has each item, [draws, items].
Statistic = Callable[[Counts], Floats]


def resample(
    statistic: Statistic,
    items: int,
    *,
    seed: int = 0,
    draws: int = DRAWS,
    clusters: Sequence[object] | None = None,
) -> Floats:
    """Return the figure of each draw of the items with replacement.

    clusters: those of the items, which are then drawn as wholes (Davison and Hinkley 1997, 3.8).
    """
    if items < 1:
        raise ValueError("need at least one item to draw from")
    places = None if clusters is None else number_clusters(clusters)
    units = items if places is None else int(places.max()) + 1
    generator = np.random.default_rng(seed)
    at_once = max(1, AT_ONCE // items)
    figures = []
    for start in range(0, draws, at_once):
        rows = min(at_once, draws - start)
        drawn = generator.integers(0, units, size=(rows, units))
        drawn += units * np.arange(rows)[:, None]  # a range of its own for each row
        counts = np.bincount(drawn.ravel(), minlength=rows * units).reshape(rows, units)
        figures.append(statistic(counts if places is None else counts[:, places]))
    return np.concatenate(figures)


def mean_of(values: Sequence[float]) -> Statistic:
    """Return the statistic that is the mean of the drawn values."""
    items = np.asarray(values, dtype=float)
    if not np.isfinite(items).all():
        raise ValueError("need values, all of them finite numbers")
    return lambda counts: counts @ items / counts.sum(axis=1)


def bootstrap_interval(
    statistic: Statistic, items: int, *, seed: int = 0, clusters: Sequence[object] | None = None
) -> Interval | None:
    """Return the 95 % percentile interval of a figure of `items` items (Efron 1979)."""
    sizes = np.bincount(number_clusters(clusters)) if clusters else np.ones(items)
    units = max(2.0, effective_clusters(sizes)) if len(sizes) > 1 else 1.0
    return _percentiles(resample(statistic, items, seed=seed, clusters=clusters), units)


def clustered_figure(
    statistic: Statistic,
    labels: Sequence[Mapping[str, str]],
    kinds: Sequence[str],
    *,
    seed: int = 0,
) -> tuple[Interval | None, Clusters | None]:
    """Return the 95 % interval of a figure that is no share, and what it is clustered by.

    The bootstrap draws clusters: of several kinds that cross, those of the kind with the fewest.
    """
    n = len(labels)
    over_items = bootstrap_interval(statistic, n, seed=seed)
    if (chosen := fewest_clusters(labels, kinds)) is None or over_items is None:
        return over_items, None
    kind, names = chosen
    interval = bootstrap_interval(statistic, n, seed=seed, clusters=names) or over_items
    return clusters_by_width(interval, over_items, names, kind)


def _percentiles(figures: Floats, units: float) -> Interval | None:
    """Return the percentiles, further out for few units; None where the spread is unknown.

    Percentiles alone are too narrow by the factor sqrt((n - 1) / n) and by normal instead of
    Student's quantiles (Hesterberg 2015, "What teachers should know about the bootstrap").
    """
    if units < 2 or not np.isfinite(figures).all():
        return None
    tail = ndtr(stdtrit(units - 1, 0.025) * (units / (units - 1)) ** 0.5)
    low, high = np.quantile(figures, [tail, 1 - tail])
    if high - low <= ROUNDING * max(1.0, abs(low)):
        return None
    return Interval(float(low), float(high))
