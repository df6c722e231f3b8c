"""False red over a sequence of commits, with and without an error budget, and a drop found late.

A commit is compared with one baseline in 14 cases of 24 items and in all items; its items are right
with the probability 0.75, and a tenth of them is drawn again in each run, the baseline's included,
so that the commits of a sequence share the luck of their baseline.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from bench.statistics.tables import ACCURACY, CASES, CHURN, ITEMS
from kasauti.analysis.comparison import ALPHA
from kasauti.analysis.history.history_file import next_level
from kasauti.scorers.statistics.paired_tests import PairedTest, correct, flip_test

RUNS, COMMITS, LATE = 2_000, 200, 100
BUDGETS = (None, 1, 100)  # runs of half of the budget
FULL = 360  # items of a case of the full Hindi set
DROPS = (("one case", 1, 0.33, ITEMS), ("all", CASES, 0.1, ITEMS), ("one case", 1, 0.1, FULL))
Bools = NDArray[np.bool_]


@cache
def flips(lost: int, won: int) -> PairedTest:
    """Return the one-sided test of one case."""
    return flip_test([-1] * lost + [1] * won, one_sided=True)


def levels(runs: int | None, count: int) -> list[float]:
    """Return the level of each run of a sequence."""
    if runs is None:
        return [ALPHA] * count
    spent: list[float] = []
    for _ in range(count):
        spent.append(next_level(spent, runs=runs))
    return spent


def draw(random: np.random.Generator, commits: int, *, items: int) -> tuple[Bools, Bools]:
    """[cases, items] right answers of a baseline, [commits, cases, items] of unchanged commits."""
    common = random.random((CASES, items)) < ACCURACY
    shape = (1 + commits, CASES, items)
    own = random.random(shape) < ACCURACY
    found = np.where(random.random(shape) < CHURN, own, common)
    return found[0], found[1:]


def smallest_p(baseline: Bools, commits: Bools) -> list[float]:
    """Return the smallest corrected p-value of the gate of each commit."""
    lost, won = (baseline & ~commits).sum(axis=-1), (~baseline & commits).sum(axis=-1)
    lost, won = (np.column_stack([each, each.sum(axis=1)]) for each in (lost, won))
    found = []
    for row in zip(lost.tolist(), won.tolist(), strict=True):
        tests = [flips(*each) for each in zip(*row, strict=True)]
        least = min(each.p for each in tests)
        found.append(min(correct(tests)) if least <= ALPHA else 1.0)
    return found


def main(_: object = None) -> None:
    """Print the share of sequences with a false red, and of drops that are found after them."""
    random = np.random.default_rng(0)
    found = np.array([smallest_p(*draw(random, COMMITS, items=ITEMS)) for _ in range(RUNS)])
    print(f"{RUNS} sequences of {COMMITS} unchanged commits, {CASES} cases of {ITEMS} items")
    for runs in BUDGETS:
        red = (found <= np.array(levels(runs, COMMITS))).any(axis=1).mean()
        spent = sum(levels(runs, COMMITS)) if runs else COMMITS * ALPHA
        print(f"budget {runs}: some false red in {red:.4f}; levels add up to {spent:.3f}")
    for drop in DROPS:
        print_found(*drop)


def print_found(name: str, cases: int, drop: float, items: int) -> None:
    """Print how often a drop in a late commit is found."""
    random = np.random.default_rng(1)
    p_values = []
    for _ in range(RUNS):
        baseline, commits = draw(random, 1, items=items)
        commits &= ~(
            (np.arange(CASES) < cases)[:, None] & (random.random(commits.shape) < drop / ACCURACY)
        )
        p_values += smallest_p(baseline, commits)
    for runs in BUDGETS:
        level = levels(runs, LATE + 1)[-1]
        share = (np.array(p_values) <= level).mean()
        print(
            f"{name} of {items} items falls by {drop:g} in commit {LATE + 1}: "
            f"found in {share:.3f} (budget {runs}, level {level:.2g})"
        )


if __name__ == "__main__":
    main()
