"""Coverage of the intervals of a mean of scores whose items come in clusters."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kasauti.records import Interval
from kasauti.scorers.statistics import bootstrap
from kasauti.scorers.statistics.bootstrap import Floats, resample
from kasauti.scorers.statistics.clustered import clusters_by_width

RUNS, AT_ONCE = 2000, 250
SIZE = 4  # items of a cluster
CLUSTERS = (6, 12, 24)
CORRELATIONS = (0.0, 0.5)
MEAN, SCALE = 0.3, 5.0  # of the scores, which follow a beta distribution, skewed as chrF++ is


def draw(random: np.random.Generator, clusters: int, correlation: float, runs: int) -> Floats:
    """[items, runs] of scores: a share of the items, the correlation, has that of its cluster."""
    parameters = MEAN * SCALE, (1 - MEAN) * SCALE
    shared = np.repeat(random.beta(*parameters, size=(clusters, runs)), SIZE, axis=0)
    own = random.beta(*parameters, size=shared.shape)
    return np.where(random.random(shared.shape) < correlation**0.5, shared, own)


def intervals(scores: Floats, clusters: Sequence[int] | None) -> list[Interval]:
    """Return the interval of each run; the same draws serve all, which start at the same seed."""
    items = len(scores)
    means = resample(lambda counts: counts @ scores / items, items, clusters=clusters)
    found = [bootstrap._percentiles(each, len(set(clusters or range(items)))) for each in means.T]
    return [each for each in found if each]


def coverage(clusters: int, correlation: float, *, runs: int = RUNS) -> tuple[float, float, float]:
    """Return how often the reported interval, that over clusters and over items have the truth."""
    random = np.random.default_rng(0)
    names = [index // SIZE for index in range(clusters * SIZE)]
    hits: list[list[bool]] = []
    while len(hits) < runs:
        scores = draw(random, clusters, correlation, min(AT_ONCE, runs))
        for one, other in zip(intervals(scores, names), intervals(scores, None), strict=True):
            reported, _ = clusters_by_width(one, other, names, "template")
            hits.append([each.low <= MEAN <= each.high for each in (reported, one, other)])
    return tuple(np.mean(hits, axis=0).tolist())


def main(_: Sequence[str] = ()) -> None:
    """Print a row for each truth."""
    print(f"{RUNS} runs of a mean of scores, {SIZE} items in a cluster")
    for count in CLUSTERS:
        row = []
        for correlation in CORRELATIONS:
            found = "{:.3f} (by cluster {:.3f}, by item {:.3f})".format(
                *coverage(count, correlation)
            )
            row.append(f"correlation {correlation}: {found}")
        print(f"{count} clusters, {'; '.join(row)}", flush=True)


if __name__ == "__main__":
    main()
