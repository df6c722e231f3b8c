"""Coverage and width of 95 % intervals of a share, with clustered and unclustered truth."""

from __future__ import annotations

import numpy as np

from kasauti.scorers.statistics.clustered import clustered_share

RUNS = 2000
ITEMS = 336
CLUSTERS = (6, 8, 10, 24, 40)
CORRELATIONS = (0.0, 0.05, 0.3)
ACCURACIES = (0.5, 0.7, 0.9, 0.98)


def sizes_of(clusters: int, *, equal: bool) -> list[int]:
    """Return the sizes of the clusters: equal ones, or from small to large in equal steps."""
    if equal:
        return [ITEMS // clusters] * clusters
    steps = clusters * (clusters + 1) / 2
    return [max(2, int(ITEMS * step / steps)) for step in range(1, clusters + 1)]


def coverage(
    sizes: list[int], correlation: float, accuracy: float, *, runs: int = RUNS, seed: int = 0
) -> tuple[float, float, float, float]:
    """Return coverage and mean width of the clustered interval, then of the item interval.

    The accuracy of each cluster is drawn from the beta distribution with this correlation.
    """
    random = np.random.default_rng(seed)
    labels = [{"template": str(index)} for index, size in enumerate(sizes) for _ in range(size)]
    cluster = np.repeat(np.arange(len(sizes)), sizes)
    found = []
    for _ in range(runs):
        shares = np.full(len(sizes), accuracy)
        if correlation:
            scale = (1 - correlation) / correlation
            shares = random.beta(accuracy * scale, (1 - accuracy) * scale, size=len(sizes))
        right = (random.random(len(cluster)) < shares[cluster]).tolist()
        interval, clusters = clustered_share(right, labels, ["template"])
        assert clusters is not None
        for each in (interval, clusters.item_interval):
            found += [each.low <= accuracy <= each.high, each.high - each.low]
    return tuple(np.reshape(found, (runs, 4)).mean(axis=0).tolist())


def main(_: object = None) -> None:
    """Print a table: a row for each truth."""
    print(f"{RUNS} runs of {ITEMS} items. Clustered: coverage (mean width); Wilson: the same.")
    print("clusters sizes   correlation accuracy  clustered      Wilson")
    for clusters in CLUSTERS:
        for equal in (True, False):
            for correlation in CORRELATIONS:
                for accuracy in ACCURACIES:
                    sizes = sizes_of(clusters, equal=equal)
                    hit, width, item_hit, item_width = coverage(sizes, correlation, accuracy)
                    print(
                        f"{clusters:8} {'equal' if equal else 'unequal':7} {correlation:11} "
                        f"{accuracy:8}  {hit:.3f} ({width:.2f})   {item_hit:.3f} ({item_width:.2f})"
                        f"{'  *' if hit < 0.93 else ''}",
                        flush=True,
                    )
