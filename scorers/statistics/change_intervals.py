"""The 95 % interval of a change between two runs of the same items.

The question: by how much would the score change on other items like these? With clusters: on items
of other clusters (templates) like these. Assumed: items, or clusters, are independent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kasauti.records import Interval
from kasauti.scorers.statistics.clustered import student
from kasauti.scorers.statistics.intervals import Z_95

FEW = 30  # clusters below which an estimated design effect under 1 is not trusted
EXTRA = 0.3  # chosen by coverage (bench/statistics/gate.py)


def share_change_interval(
    changes: Sequence[float], clusters: Sequence[int] | None = None
) -> Interval:
    """Return the interval of a change of an accuracy: each item is 1 (won), -1 (lost) or 0.

    Bonett and Price (2012, "Adjusted Wald confidence interval for a difference of binomial
    proportions based on paired data"): one lost and one won item are added, so that the width is
    never 0. With clusters the variance is that of their sums (Liang and Zeger 1986), to which EXTRA
    of a cluster that is all lost is added for the same reason; below FEW clusters it is at least
    that of the items. Student's t with one degree of freedom less than clusters.
    """
    values = _finite(changes)
    n = len(values)
    lost, won = (((values < 0).sum() + 1) / (n + 2), ((values > 0).sum() + 1) / (n + 2))
    middle, quantile = float(won - lost), Z_95
    variance = float(lost + won - middle**2) / (n + 2)
    if clusters is not None:
        by_cluster, count = _cluster_variance(values, clusters)
        by_cluster += EXTRA / max(1, count - 1) / count
        variance = max(by_cluster, variance if count < FEW else 0.0)
        quantile = student(count - 1)
    half = quantile * math.sqrt(variance)
    return Interval(max(-1.0, middle - half), min(1.0, middle + half))


def mean_change_interval(
    changes: Sequence[float], clusters: Sequence[int] | None = None
) -> Interval | None:
    """Return Student's interval of a mean change; None where the spread is unknown.

    With clusters the variance is that of their sums (Liang and Zeger 1986), with t of one degree
    of freedom less than clusters.
    """
    values = _finite(changes)
    groups = range(len(values)) if clusters is None else clusters
    variance, count = _cluster_variance(values, groups)
    if count < 2 or variance <= 1e-24 * float(values @ values):
        return None
    half = student(count - 1) * math.sqrt(variance)
    middle = float(values.mean())
    return Interval(middle - half, middle + half)


def design_effect(changes: Sequence[float] | NDArray[np.float64], clusters: Sequence[int]) -> float:
    """Variance of the mean, relative to that of independent items (Kish 1965).

    Items per cluster where nothing changed: then nothing is known of it.
    """
    values = _finite(changes)
    n = len(values)
    variance, count = _cluster_variance(values, clusters)
    alone = float(values.var()) / n
    if count < 2 or alone == 0:
        return n / count
    return max(variance / alone, 1.0 if count < FEW else 0.0, count / n / n)


def _cluster_variance(values: NDArray[np.float64], clusters: Sequence[int]) -> tuple[float, int]:
    """The variance of the mean from the sums of clusters, and their number."""
    if len(clusters) != len(values):
        raise ValueError("need a cluster for each change")
    _, places = np.unique(np.asarray(clusters), return_inverse=True)
    sums = np.bincount(places, weights=values - values.mean())
    count = len(sums)
    return float(sums @ sums) * count / max(1, count - 1) / len(values) ** 2, count


def _finite(changes: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    values = np.asarray(changes, dtype=float)
    if not len(values) or not np.isfinite(values).all():
        raise ValueError("need changes, all of them finite numbers")
    return values
