"""The two truths where the clustered interval covers least, with more runs and two alternatives.

24 clusters that are mostly right have skewed sums: where few of them are wrong, the estimate is too
high and its variance too small. Alternatives are fewer degrees of freedom by the kurtosis of the
clusters' sums, and the wild cluster bootstrap (Cameron, Gelbach and Miller 2008), which tests the
truth by flipping the signs of whole clusters around it.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from bench.statistics import intervals
from bench.statistics.intervals import sizes_of
from kasauti.records import Interval
from kasauti.scorers.statistics import clustered
from kasauti.scorers.statistics.intervals import Z_95, wilson_share

RUNS, RUNS_WILD, RUNS_WIDTH, SIGNS = 20_000, 2_000, 200, 999
CLUSTERS, CORRELATION, ACCURACY, ALPHA = 24, 0.3, 0.9, 0.05
MOST_KURTOSIS = 1.5  # a larger one, of so few clusters, is not trusted
Floats = NDArray[np.float64]


def draw(
    random: np.random.Generator,
    sizes: Floats,
    runs: int,
    *,
    correlation: float = CORRELATION,
    accuracy: float = ACCURACY,
) -> Floats:
    """[runs, clusters] of right items; accuracies of clusters follow the beta distribution."""
    shares = np.full((runs, len(sizes)), accuracy)
    if correlation:
        scale = (1 - correlation) / correlation
        shares = random.beta(accuracy * scale, (1 - accuracy) * scale, size=shares.shape)
    return random.binomial(sizes.astype(int), shares).astype(np.float64)


def clustered_interval(sizes: Floats, sums: Floats, *, most_kurtosis: float = 0.0) -> Interval:
    """Return the clustered interval, if asked with degrees of freedom by the kurtosis.

    A variance of G values with the excess kurtosis k varies as one with 1 / (1 / df + k / 2G)
    degrees of freedom does.
    """
    share, count = float(sums.sum() / sizes.sum()), len(sizes)
    squares = (sums / sizes - share) ** 2
    kurtosis = count * (squares**2).sum() / squares.sum() ** 2 - 3 if squares.any() else 0.0
    taken = min(most_kurtosis, max(0.0, kurtosis))
    degrees = 1 / (1 / clustered.degrees_of_freedom(sizes, sums) + taken / (2 * count))
    effective = sizes.sum() / max(1.0, clustered._design_effect(sizes, sums))
    return wilson_share(share, float(effective) * (Z_95 / clustered.student(degrees)) ** 2)


def width(interval: Interval) -> float:
    return interval.high - interval.low


def wild_covers(sizes: Floats, sums: Floats, signs: Floats) -> bool:
    """Tell if the wild cluster bootstrap does not reject the truth at 0.05."""
    residuals = sums - sizes * ACCURACY
    drawn = np.vstack([residuals, residuals * signs])
    totals, part = drawn.sum(axis=1, keepdims=True), sizes / sizes.sum()
    variances = ((drawn - part * totals) ** 2 / (1 - part)).sum(axis=1)
    ratios = totals[:, 0] ** 2 / variances
    return bool(np.mean(ratios >= ratios[0] * (1 - 1e-9)) > ALPHA)


def most_widened(most_kurtosis: float) -> tuple[float, str]:
    """Return by how much fewer degrees of freedom widen the interval, and of which truth most."""
    random = np.random.default_rng(1)
    found = []
    for count, equal, rho, accuracy in product(
        intervals.CLUSTERS, (True, False), intervals.CORRELATIONS, intervals.ACCURACIES
    ):
        sizes = np.array(sizes_of(count, equal=equal), dtype=float)
        drawn = draw(random, sizes, RUNS_WIDTH, correlation=rho, accuracy=accuracy)
        plain, wider = (
            sum(map(width, (clustered_interval(sizes, each, most_kurtosis=most) for each in drawn)))
            for most in (0.0, most_kurtosis)
        )
        found.append((wider / plain, f"{count} clusters, correlation {rho}, accuracy {accuracy}"))
    return max(found)


def main(_: object = None) -> None:
    """Print the coverage and mean width of each way, with equal and unequal sizes."""
    print(f"{CLUSTERS} clusters, correlation {CORRELATION}, accuracy {ACCURACY}, {RUNS} runs")
    for equal in (True, False):
        random = np.random.default_rng(0)
        sizes = np.array(sizes_of(CLUSTERS, equal=equal), dtype=float)
        drawn = draw(random, sizes, RUNS)
        print("equal sizes" if equal else "unequal sizes")
        for name, most in (("now", 0.0), ("fewer degrees of freedom", MOST_KURTOSIS)):
            found = [clustered_interval(sizes, each, most_kurtosis=most) for each in drawn]
            above, below, mean = np.mean(
                [(e.low > ACCURACY, e.high < ACCURACY, width(e)) for e in found], axis=0
            )
            print(
                f"  {name}: {1 - above - below:.3f}, width {mean:.3f}; wholly above the truth "
                f"{above:.3f}, below it {below:.3f}"
            )
        signs = random.choice([-1.0, 1.0], size=(SIGNS, CLUSTERS))
        wild = np.mean([wild_covers(sizes, each, signs) for each in drawn[:RUNS_WILD]])
        print(f"  wild cluster bootstrap, {RUNS_WILD} runs: {wild:.3f}", flush=True)
    for most in (MOST_KURTOSIS, np.inf):
        times, truth = most_widened(most)
        print(f"kurtosis of at most {most}: up to {times:.2f} times as wide ({truth})", flush=True)


if __name__ == "__main__":
    main()
