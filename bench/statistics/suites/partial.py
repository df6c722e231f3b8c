"""Partial pooling of small cases: coverage and squared error beside those of the raw share."""

from __future__ import annotations

import numpy as np

from kasauti.scorers.statistics.intervals import wilson_share
from kasauti.scorers.statistics.partial_pooling import pooled_shares

RUNS = 2000
CASES, SIZES = (5,), (10,)
# The mean of the population, and the standard deviation of its cases in logits.
MEANS, SPREADS = (0.7, 0.9), (0.3, 1.0)


def compare(
    cases: int, size: int, mean: float, spread: float, *, runs: int = RUNS
) -> tuple[float, float, float, float]:
    """Return coverage and mean squared error of pooled shares, then of raw ones with Wilson's.

    Shares are normal in logits, which is not the beta distribution that pooling assumes.
    """
    random = np.random.default_rng(0)
    found = []
    for _ in range(runs):
        logits = np.log(mean / (1 - mean)) + spread * random.standard_normal(cases)
        truths = 1 / (1 + np.exp(-logits))
        shares = (random.binomial(size, truths) / size).tolist()
        pooled = pooled_shares(shares, [size] * cases)
        for truth, share, (value, interval) in zip(truths, shares, pooled, strict=True):
            raw = wilson_share(share, size)
            found.append(
                (
                    interval.low <= truth <= interval.high,
                    (value - truth) ** 2,
                    raw.low <= truth <= raw.high,
                    (share - truth) ** 2,
                )
            )
    return tuple(np.mean(found, axis=0).tolist())


def main(_: object = None) -> None:
    """Print a row for each truth, and the extremes of all."""
    print(f"{RUNS} runs. Coverage, mean squared error: pooled; raw share with Wilson's interval")
    rows = []
    for cases in CASES:
        for size in SIZES:
            for mean in MEANS:
                for spread in SPREADS:
                    rows.append(compare(cases, size, mean, spread))
                    hit, error, raw_hit, raw_error = rows[-1]
                    print(
                        f"{cases:2} cases of {size} items, mean {mean}, spread {spread}: "
                        f"{hit:.3f}, {error:.5f}; {raw_hit:.3f}, {raw_error:.5f}; "
                        f"error {error / raw_error:.2f} times the raw one",
                        flush=True,
                    )
    ratios = [row[1] / row[3] for row in rows]
    print(
        f"coverage at least {min(row[0] for row in rows):.3f} (raw "
        f"{min(row[2] for row in rows):.3f}); squared error {min(ratios):.2f} to "
        f"{max(ratios):.2f} times the raw one"
    )


if __name__ == "__main__":
    main()
