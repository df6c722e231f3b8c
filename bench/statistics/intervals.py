"""Coverage and width of 95 % intervals of a share, with clustered and unclustered truth."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kasauti.scorers.statistics.clustered import clustered_share

RUNS = 2000
ITEMS = 336
CLUSTERS = (6, 8, 10, 24, 40)
CORRELATIONS = (0.0, 0.05, 0.3)
ACCURACIES = (0.5, 0.7, 0.9, 0.98)
# 353 items: generated pairs in few templates beside hand-written ones in many, as in the full Hindi
# set's control, word_order, negation, binding and case_marking_accusative.
MIXED = [48] * 6 + [4] * 4 + [3] * 3 + [2] * 12 + [1] * 16
GROUPS, ONE_RIGHT = 150, (0.5, 0.9, 0.98)  # crossed pairs: of how many groups one pair is right


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


def shapes() -> Iterator[tuple[str, list[int]]]:
    """Yield the sizes of the clusters of each truth, with a name."""
    for clusters in CLUSTERS:
        yield f"{clusters} equal", sizes_of(clusters, equal=True)
        yield f"{clusters} unequal", sizes_of(clusters, equal=False)
    yield "6 large, 35 small", MIXED


def crossed(one_right: float, *, runs: int = RUNS) -> tuple[float, float, float]:
    """Return coverage and mean width by group, then how many times as wide Wilson's interval is.

    Groups are two pairs whose wrong sentence is the other's right one; with this probability
    exactly one is right, as where a model prefers a form whatever the context, else both.
    """
    random = np.random.default_rng(0)
    labels = [{"group": str(index // 2)} for index in range(2 * GROUPS)]
    found = []
    for _ in range(runs):
        both = random.random(GROUPS) >= one_right
        right = np.column_stack([np.ones(GROUPS), both]).ravel().tolist()
        interval, clusters = clustered_share(right, labels, ["group"])
        assert clusters is not None
        item, width = clusters.item_interval, interval.high - interval.low
        hit = interval.low <= 1 - one_right / 2 <= interval.high
        found.append((hit, width, (item.high - item.low) / width))
    return tuple(np.mean(found, axis=0).tolist())


def main(_: object = None) -> None:
    """Print a table: a row for each truth."""
    print(f"{RUNS} runs of {ITEMS} items. Clustered: coverage (mean width); Wilson: the same.")
    print("clusters          correlation accuracy  clustered      Wilson")
    for name, sizes in shapes():
        for correlation in CORRELATIONS:
            for accuracy in ACCURACIES:
                hit, width, item_hit, item_width = coverage(sizes, correlation, accuracy)
                print(
                    f"{name:17} {correlation:11} {accuracy:8}  {hit:.3f} ({width:.2f})   "
                    f"{item_hit:.3f} ({item_width:.2f}){'  *' if hit < 0.93 else ''}",
                    flush=True,
                )
    for one_right in ONE_RIGHT:
        hit, width, times = crossed(one_right)
        print(
            f"{GROUPS} groups of crossed pairs, one right in {one_right}: by group {hit:.3f} "
            f"({width:.3f}), Wilson's is {times:.1f} times as wide"
        )
