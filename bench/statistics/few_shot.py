"""Coverage of the interval of a mean over several training draws, with crossed random effects."""

from __future__ import annotations

import numpy as np
from scipy.special import expit

from kasauti.scorers.labels.label_scores import accuracy_interval

RUNS = 2000
DRAWS = (2, 3, 5)
ITEMS = (32, 100, 400)
SPREADS = (0.0, 0.2, 0.5, 1.0)  # of the draws, in logits
CENTRES = (0.0, 1.0, 2.5)
OF_ITEMS = 1.5  # spread of the items, in logits


def coverage(
    draws: int, items: int, spread: float, centre: float, *, runs: int = RUNS, seed: int = 0
) -> tuple[float, float, float]:
    """Return coverage and mean width with the draws, and the coverage over items alone."""
    random = np.random.default_rng(seed)
    normal = np.random.default_rng(1).normal(size=400_000)
    truth = float(expit(centre + np.hypot(spread, OF_ITEMS) * normal).mean())
    found = []
    for _ in range(runs):
        ease = centre + spread * random.normal(size=(draws, 1))
        hits = random.random((draws, items)) < expit(ease + OF_ITEMS * random.normal(size=items))
        interval = accuracy_interval(hits)
        half = 1.96 * hits.mean(axis=0).std() / items**0.5  # as a bootstrap over items has it
        within = abs(hits.mean() - truth) <= half
        found.append((interval.low <= truth <= interval.high, interval.high - interval.low, within))
    covered, width, old = np.mean(found, axis=0).tolist()
    return covered, width, old


def main(_: object = None) -> None:
    """Print a row for each truth."""
    print(f"{RUNS} runs each. With the draws: coverage (mean width); over items alone: coverage.")
    print("draws items spread centre  with draws     items alone")
    lowest = [1.0, 1.0]
    for draws in DRAWS:
        for items in ITEMS:
            for spread in SPREADS:
                for centre in CENTRES:
                    hit, width, old = coverage(draws, items, spread, centre)
                    lowest = [min(lowest[0], hit), min(lowest[1], old)]
                    print(
                        f"{draws:5} {items:5} {spread:6} {centre:6}  {hit:.3f} ({width:.2f})   "
                        f"{old:.3f}",
                        flush=True,
                    )
    print(f"lowest coverage: {lowest[0]:.3f}; over items alone {lowest[1]:.3f}")


if __name__ == "__main__":
    main()
