"""False alarms of `freshness` on sets that nobody has seen, clustered and not."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaincinv, ndtr, stdtrit

from kasauti.scorers.pairs.gap import Gap, is_more_often
from kasauti.scorers.pairs.standing_out import find_outliers

RUNS = 2000
Floats = NDArray[np.float64]
CORRELATIONS = (0.0, 0.3, 0.6)
# Matches, and the clusters of the published pairs and of ours.
GAPS = ((43, 43, 8), (43, 43, 43), (56, 10, 8), (120, 120, 24), (300, 10, 10))
# Published sentences and their clusters, sentences of ours and their clusters.
LISTS = ((80, 80, 43, 43), (80, 8, 43, 8), (80, 8, 80, 80))
SHAPES: Mapping[str, Callable[[Floats], Floats]] = {
    "bell": lambda values: values,
    "long tails (t, 4)": lambda values: stdtrit(4, ndtr(values)),
    "skewed (gamma, 2)": lambda values: gammaincinv(2, ndtr(values)),
}


def labels_of(n: int, clusters: int) -> list[dict[str, str]]:
    """Return the clusters of n items; nothing where each is a cluster of its own."""
    return [{"template": str(index % clusters)} if clusters < n else {} for index in range(n)]


def normal(random: np.random.Generator, n: int, clusters: int, correlation: float) -> Floats:
    """Draw values of the normal distribution that go together within clusters."""
    own = random.standard_normal(n)
    if clusters == n:
        return own
    shared = random.standard_normal(clusters)[np.arange(n) % clusters]
    return np.asarray(np.sqrt(1 - correlation) * own + np.sqrt(correlation) * shared)


def gap_alarms(
    sizes: tuple[int, int, int], correlation: float, accuracy: float, *, runs: int = RUNS
) -> tuple[float, float]:
    """Return how often a gap is more than chance where there is none: by cluster, by item."""
    random = np.random.default_rng(0)
    n, theirs, ours = sizes
    labels = list(zip(labels_of(n, theirs), labels_of(n, ours), strict=True))
    alarms = np.zeros(2)
    for _ in range(runs):
        sides = (normal(random, n, clusters, correlation) for clusters in (theirs, ours))
        right = list(zip(*((ndtr(each) < accuracy).tolist() for each in sides), strict=True))
        alarms += [gap.interval.low > 0 for gap in (Gap.of(right, labels), Gap.of(right))]
    return tuple((alarms / runs).tolist())


def list_alarms(
    sizes: tuple[int, int, int, int], correlation: float, shape: str, *, runs: int = RUNS
) -> tuple[float, float]:
    """Return how often an unseen set is listed more than ours, and how often at all.

    By one measure alone: what is beyond all measures is rarer.
    """
    random = np.random.default_rng(0)
    sides = (sizes[:2], sizes[2:])
    labels = (labels_of(*sides[0]), labels_of(*sides[1]))
    alarms = np.zeros(2)
    for _ in range(runs):
        listed = []
        for n, clusters in sides:
            found = find_outliers(SHAPES[shape](normal(random, n, clusters, correlation)).tolist())
            assert found is not None
            listed.append([index in found.beyond for index in range(n)])
        if any(listed[0]):
            alarms += [is_more_often(listed[0], listed[1], labels), 1]
    return tuple((alarms / runs).tolist())


def main(_: object = None) -> None:
    """Print a row for each truth, and the largest of all."""
    print(f"{RUNS} runs each. A gap where there is none, more than chance: by cluster (by item)")
    worst = np.zeros(2)
    for sizes in GAPS:
        for correlation in CORRELATIONS:
            found = [gap_alarms(sizes, correlation, accuracy) for accuracy in (0.7, 0.9)]
            worst = np.maximum(worst, np.max(found, axis=0))
            row = ", ".join(f"{one:.3f} ({other:.3f})" for one, other in found)
            print(f"{sizes} correlation {correlation}, accuracy 0.7, 0.9: {row}", flush=True)
    print(f"at most {worst[0]:.3f} ({worst[1]:.3f})")
    print("An unseen set, one measure: more listed than of ours (anything listed)")
    worst = np.zeros(2)
    for shape in SHAPES:
        for lengths in LISTS:
            rows = [list_alarms(lengths, each, shape) for each in CORRELATIONS]
            worst = np.maximum(worst, np.max(rows, axis=0))
            row = ", ".join(f"{one:.3f} ({other:.3f})" for one, other in rows)
            print(f"{shape} {lengths} correlation 0, 0.3, 0.6: {row}", flush=True)
    print(f"at most {worst[0]:.3f} ({worst[1]:.3f})")


if __name__ == "__main__":
    main()
