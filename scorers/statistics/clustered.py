"""The interval of a share whose items come in clusters: pairs of a template, questions of a text.

Question: where does the share lie for items of other clusters (templates, frames, passages) drawn
like these? Assumptions: clusters are independent of each other; nothing is assumed within them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import variance

import numpy as np
from numpy.typing import NDArray

from kasauti.records import Clusters, Interval
from kasauti.records.figures import NESTING
from kasauti.scorers.statistics.intervals import Z_95, wilson_share

Floats = NDArray[np.float64]
# Effective clusters below which the estimate of a negative correlation within them is not trusted.
FEW = 30
# Crossed pairs of which one is always right have no variance at all, and an interval a width.
LEAST_EFFECT = 0.1
AUTO, NONE = "auto", "none"


def choose_kinds(labels: Sequence[Mapping[str, str]], chosen: str) -> tuple[str, ...]:
    """Return the kinds to cluster by: those asked for, or the coarsest that the items have.

    A kind with one value, or one that is different for every item, divides nothing.
    """
    asked = NESTING if chosen == AUTO else () if chosen == NONE else tuple(chosen.split(","))
    found = [kind for kind in asked if 1 < len(set(cluster_names(labels, kind))) < len(labels)]
    return tuple(found[:1] if chosen == AUTO else found)


def cluster_names(labels: Sequence[Mapping[str, str]], kind: str) -> list[str | int]:
    """Return the cluster of each item; an item without one is a cluster of its own."""
    return [each.get(kind, index) for index, each in enumerate(labels)]


def number_clusters(names: Sequence[object]) -> NDArray[np.int64]:
    """Return a number from 0 on for each name."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return np.array([numbers[name] for name in names], dtype=np.int64)


def fewest_clusters(
    labels: Sequence[Mapping[str, str]], kinds: Sequence[str]
) -> tuple[str, list[str | int]] | None:
    """Return the kind with the fewest clusters and the cluster of each item; None without kinds."""
    found = {kind: cluster_names(labels, kind) for kind in kinds}
    return min(found.items(), key=lambda each: len(set(each[1])), default=None)


def clusters_by_width(
    interval: Interval, over_items: Interval, names: Sequence[object], kind: str
) -> tuple[Interval, Clusters]:
    """Return an interval over clusters and what they do to the sample size, by its width.

    The design effect is the square of how many times it is as wide as over items; where clusters
    are few, it is at least as wide.
    """
    sizes = np.bincount(number_clusters(names))
    widths = [each.high - each.low for each in (interval, over_items)]
    if effective_clusters(sizes) < FEW and widths[0] < widths[1]:
        interval, widths = over_items, [1.0, 1.0]
    effect = max(LEAST_EFFECT, (widths[0] / widths[1]) ** 2)
    return interval, Clusters((kind,), (len(sizes),), len(names) / effect, effect, over_items)


def effective_clusters(counts: Floats | NDArray[np.int64]) -> float:
    """Return how many clusters of one size tell as much: many small ones beside a few large ones
    tell little (Kish 1965)."""
    return float(counts.sum() ** 2 / (counts**2).sum())


def clustered_share(
    right: Sequence[float],
    labels: Sequence[Mapping[str, str]],
    kinds: Sequence[str],
    *,
    share: float | None = None,
    weights: Sequence[float] | None = None,
) -> tuple[Interval, Clusters | None]:
    """Return the 95 % interval of a share, and what it is clustered by; Wilson's without clusters.

    share: the estimate that it is around, where that is not the share of right ones.
    weights: of the items, where they do not count alike, as in a mean over cases of unequal sizes.

    The design effect is how many times the variance exceeds that of independent items. Wilson's
    interval is taken at the effective sample size, n / design effect, shrunk by (z / t)², as in
    survey statistics (Korn and Graubard 1998; Dean and Pagano 2015): it has no zero width.

    Of several kinds that cross, the variances of all their intersections are added with alternating
    signs, and the result is at least that of the largest kind (Cameron, Gelbach and Miller 2011).
    """
    each = np.ones(len(right)) if weights is None else np.asarray(weights, dtype=float)
    outcomes = np.asarray(right, dtype=float)
    if share is None:
        share = float(outcomes @ each / each.sum())
    # Kish's effective size of items that do not count alike.
    size = float(each.sum() ** 2 / (each @ each))
    item_interval = wilson_share(share, size)
    if not kinds:
        return item_interval, None
    each = each * len(right) / each.sum()
    names = {kind: cluster_names(labels, kind) for kind in kinds}
    effect = 0.0
    single: list[tuple[float, float, Floats]] = []  # design effect, degrees of freedom, sizes
    for size in range(1, len(kinds) + 1):
        for some in combinations(kinds, size):
            crossed = list(zip(*(names[kind] for kind in some), strict=True))
            counts, sums = sums_by_cluster(outcomes, crossed, each)
            found = _design_effect(counts, sums)
            effect += found if size % 2 else -found
            if size == 1:
                single.append((found, degrees_of_freedom(counts, sums), counts))
    effect = max(LEAST_EFFECT, effect, *(each[0] for each in single))
    if min(effective_clusters(each[2]) for each in single) < FEW:
        effect = max(effect, 1.0)
    effective = len(right) / effect
    shrunk = effective * (Z_95 / student(min(each[1] for each in single))) ** 2
    interval = wilson_share(share, shrunk)
    counts_by_kind = tuple(len(each[2]) for each in single)
    return interval, Clusters(tuple(kinds), counts_by_kind, effective, effect, item_interval)


def could_exclude(value: float, share: float, effective_n: float) -> bool:
    """Tell if Wilson's interval of a share would exclude a value at so many independent items."""
    if not math.isfinite(value):
        raise ValueError(f"need a finite value, got {value}")
    interval = wilson_share(share, effective_n)
    return not interval.low <= value <= interval.high


def cr2_variance(counts: Floats, sums: Floats) -> float:
    """Return the variance of a mean by the sums of its clusters (CR2, Bell and McCaffrey 2002).

    The residual of a cluster with the share f of all items is divided by sqrt(1 - f), which makes
    the estimate unbiased where items are independent.
    """
    total = counts.sum()
    if not (np.isfinite(total) and np.isfinite(sums).all()):
        raise ValueError("need counts and sums, all of them finite numbers")
    residuals = sums - counts * sums.sum() / total
    return float((residuals**2 / (1 - counts / total)).sum() / total**2)


def sums_by_cluster(
    outcomes: Floats, names: Sequence[object], weights: Floats | None = None
) -> tuple[Floats, Floats]:
    """Return the number (or summed weights) of items and the sum of outcomes of each cluster."""
    each = np.ones(len(outcomes)) if weights is None else weights
    if not (np.isfinite(outcomes).all() and np.isfinite(each).all() and (each > 0).all()):
        raise ValueError("need outcomes and weights above 0, all of them finite numbers")
    index = number_clusters(names)
    sums = np.bincount(index, weights=outcomes * each).astype(np.float64)
    return np.bincount(index, weights=each).astype(np.float64), sums


def _design_effect(counts: Floats, sums: Floats) -> float:
    """Return the CR2 variance over that of independent items.

    Both are taken with one further cluster, of which half is right (as Agresti and Coull 1998 add
    items): clusters that happen to be all right say little about others. It has half the size of
    the cluster of an average item: beside a few large ones, one of the mean size would do nothing.
    """
    size = counts.sum() / effective_clusters(counts) / 2
    counts, sums = np.append(counts, size), np.append(sums, size / 2)
    total = counts.sum()
    share = sums.sum() / total
    return cr2_variance(counts, sums) * float(total / (share * (1 - share)))


def degrees_of_freedom(counts: Floats, sums: Floats, squares: float | None = None) -> float:
    """Return Satterthwaite's degrees of freedom of the CR2 variance; clusters less 1 if all alike.

    squares: the squared residuals of the items; None where each is right or wrong.

    The correlation within clusters that they depend on is estimated from all pairs of items of a
    cluster (Imbens and Kolesár 2016).
    """
    total = counts.sum()
    share, part = sums.sum() / total, counts / total
    squares = total * share * (1 - share) if squares is None else squares
    if not math.isfinite(total + squares + sums.sum()):
        raise ValueError("need counts, sums and squares, all of them finite numbers")
    pairs = (counts * (counts - 1)).sum()
    residuals = sums - counts * share
    correlation = 0.0
    if squares > 0 and pairs > 0:
        correlation = ((residuals**2).sum() - squares) / pairs / (squares / total)
    correlation = min(1.0, max(0.0, correlation))
    # Of the adjusted residuals' covariance B only tr(B) and tr(B²) are needed, at any size.
    spread = counts * (1 - correlation) + correlation * counts**2
    scale = 1 / (1 - part)
    whole = spread.sum()
    diagonal = scale * (spread - 2 * spread * part + part**2 * whole)
    products = (
        ((scale * spread) ** 2).sum()
        - 2 * (scale**2 * spread * (2 * spread * part - part**2 * whole)).sum()
        + _squared_low_rank(scale, spread, part, whole)
    )
    return float(diagonal.sum() ** 2 / products)


def _squared_low_rank(scale: Floats, spread: Floats, part: Floats, whole: float) -> float:
    """Return tr((D L)²) for L = spread partᵀ + part spreadᵀ - whole part partᵀ, D = scale."""
    ss, sp, pp = (
        (scale * one * other).sum()
        for one, other in ((spread, spread), (spread, part), (part, part))
    )
    return float(2 * sp**2 + 2 * ss * pp - 4 * whole * sp * pp + whole**2 * pp**2)


def student(degrees: float) -> float:
    """Return the 97.5 % quantile of Student's t."""
    from scipy.special import stdtrit

    found = float(stdtrit(max(degrees, 1.0), 0.975))
    if not math.isfinite(found):
        raise ValueError(f"no quantile of Student's t with {degrees} degrees of freedom")
    return found


LEAST_SIZE = 1e-6  # the interval is then 0 to 1


def interval_over_draws(
    runs: Sequence[float], item_variance: float, items: int, *, quantile: float = Z_95
) -> Interval:
    """Return the 95 % interval of the mean of the runs' figures.

    item_variance: of that mean, over test items alone; `quantile` belongs to it.

    The half-widths of both parts, that of the draws by Student's t, are added as squares (Howe
    1974; Zou and Donner 2008). Wilson's interval is then taken at the sample size with that width,
    and at most at the number of items: it has no zero width.
    """
    if not all(map(math.isfinite, (*runs, item_variance, quantile))):
        raise ValueError("need figures and a variance that are finite numbers")
    mean = min(1.0, max(0.0, sum(runs) / len(runs)))
    squared = quantile**2 * item_variance
    if len(runs) > 1:
        squared += student(len(runs) - 1) ** 2 * variance(runs) / len(runs)
    binomial = mean * (1 - mean)
    if not squared or not binomial:  # at 0 and 1 the binomial variance says nothing of the runs
        return wilson_share(mean, items)
    return wilson_share(mean, min(items, max(LEAST_SIZE, binomial * Z_95**2 / squared)))
