"""The score after --until=decided: its bias, its pairs, and the coverage beyond the set."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np

from kasauti.fixtures.suites.pairs.draw import LEAST
from kasauti.scorers.statistics.clustered import clustered_share, could_exclude
from kasauti.scorers.statistics.stopped_share import calibrate, median_unbiased_share

RUNS = 2000
TOTAL, CUT = 360, 252  # at least 0.70
ACCURACIES = (0.5, 0.6, 0.65, 0.69, 0.7, 0.71, 0.75, 0.8, 0.9)
TEMPLATES, CORRELATIONS = 24, (0.0, 0.1, 0.3)

sequence = calibrate(TOTAL, (CUT,), least=LEAST)
after = lru_cache(maxsize=None)(sequence.after)


@cache
def estimate(right: int, taken: int) -> float:
    """Return the median-unbiased estimate of a stopped case."""
    return median_unbiased_share(sequence, after(right, taken))


def stop(items: np.ndarray) -> tuple[int, int]:
    """Return the numbers of right pairs and of pairs taken when the case is decided."""
    right = np.cumsum(items)
    for taken in range(1, TOTAL + 1):
        if sequence.decided(after(int(right[taken - 1]), taken)):
            return int(right[taken - 1]), taken
    raise AssertionError("a case is decided at the latest with all its pairs")


def bias(accuracy: float, *, runs: int = RUNS) -> tuple[np.ndarray, float]:
    """[2, 4] of the plain share and of the estimate: mean error, its root mean square, and how
    often it is above and below the truth. Then the mean number of pairs taken."""
    random = np.random.default_rng(0)
    items = np.arange(TOTAL) < round(accuracy * TOTAL)
    ends = [stop(random.permutation(items)) for _ in range(runs)]
    found = np.array([(right / taken, estimate(right, taken)) for right, taken in ends])
    errors = found - items.mean()
    parts = [errors, errors**2, errors > 1e-9, errors < -1e-9]
    rows = np.array([part.mean(axis=0) for part in parts])
    rows[1] **= 0.5
    return rows.T, float(np.mean([taken for _, taken in ends]))


def beyond(accuracy: float, correlation: float, *, runs: int = RUNS) -> tuple[float, float]:
    """Return how often the interval beyond the set contains the accuracy of all templates, and how
    often it is wholly on the wrong side of the threshold."""
    random = np.random.default_rng(0)
    template = np.arange(TOTAL) % TEMPLATES
    hits = wrong = 0
    for _ in range(runs):
        shares = np.full(TEMPLATES, accuracy)
        if correlation:
            scale = (1 - correlation) / correlation
            shares = random.beta(accuracy * scale, (1 - accuracy) * scale, size=TEMPLATES)
        order = random.permutation(TOTAL)
        items = (random.random(TOTAL) < shares[template])[order]
        right, taken = stop(items)
        labels = [{"template": str(each)} for each in template[order]]
        share = estimate(right, taken)
        interval, clusters = clustered_share(
            items[:taken].tolist(), labels[:taken], ["template"], share=share
        )
        assert clusters
        cut, hoped = CUT / TOTAL, clusters.effective_n * TOTAL / taken
        if interval.low <= cut <= interval.high and could_exclude(cut, share, hoped):
            interval, _ = clustered_share(items.tolist(), labels, ["template"])
        hits += interval.low <= accuracy <= interval.high
        wrong += interval.low > cut > accuracy or interval.high < cut < accuracy
    return hits / runs, wrong / runs


def main(_: object = None) -> None:
    """Print a row for each truth."""
    print(f"{RUNS} runs of a case of {TOTAL} pairs, threshold {CUT / TOTAL:.2f}, {LEAST} at least")
    print("accuracy of the set: mean error, root mean square, above and below the truth")
    for accuracy in ACCURACIES:
        (plain, median), taken = bias(accuracy)
        print(
            f"{accuracy:.2f}  pairs taken {plain[0]:+.3f} {plain[1]:.3f} {plain[2]:.2f} "
            f"{plain[3]:.2f}  median-unbiased {median[0]:+.3f} {median[1]:.3f} {median[2]:.2f} "
            f"{median[3]:.2f}  pairs {taken:.0f}",
            flush=True,
        )
    print(f"coverage beyond the set (wrong verdicts), {TEMPLATES} templates, by accuracy")
    for correlation in CORRELATIONS:
        rows = [(each, *beyond(each, correlation)) for each in ACCURACIES]
        found = [f"{each:.2f}: {covered:.3f} ({wrong:.3f})" for each, covered, wrong in rows]
        print(f"correlation {correlation}: {', '.join(found)}", flush=True)


if __name__ == "__main__":
    main()
