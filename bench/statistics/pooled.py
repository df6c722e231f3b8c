"""Level of the test of all items of a suite, and error of --no-worse-than, with clustered truth.

`python -m bench.statistics pooled` prints both; all is seeded.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kasauti.scorers.statistics.change_intervals import share_change_interval
from kasauti.scorers.statistics.paired_tests import flip_test
from kasauti.scorers.statistics.retraining import estimate_noise

RUNS = 2_000
ALPHA = 0.05
CASES, TEMPLATES, ITEMS = 14, 8, 6  # a core set with more items: 48 in a case
MARGIN = 0.1

Ints = NDArray[np.int64]


def draw(
    generator: np.random.Generator, *, template: float, case: float, lost: float, won: float
) -> Ints:
    """[cases, templates, items] changes of -1, 0 or 1.

    With the probability `template` (`case`) an item does as its template (its case) would.
    """
    shape = (CASES, TEMPLATES, ITEMS)
    place, kind = generator.random(shape), generator.random(shape)
    place = np.where(kind < template, generator.random((CASES, TEMPLATES, 1)), place)
    place = np.where(kind > 1 - case, generator.random((CASES, 1, 1)), place)
    return (place > 1 - won).astype(np.int64) - (place < lost)


def level_lines(runs: int) -> Iterator[str]:
    """Yield how often the pooled test is red though nothing changed but by luck."""
    yield f"All items of {CASES} cases of {TEMPLATES} templates of {ITEMS}, level at {ALPHA}:"
    for name, template, case in (
        ("independent items", 0.0, 0.0),
        ("3 of 10 items as their template", 0.3, 0.0),
        ("all items as their template", 1.0, 0.0),
        ("3 of 10 items as their case", 0.0, 0.3),
    ):
        generator, red = np.random.default_rng(70), np.zeros(2)
        for _ in range(runs):
            changes = draw(generator, template=template, case=case, lost=0.1, won=0.1)
            for index, units in enumerate((changes.ravel(), changes.sum(axis=2).ravel())):
                red[index] += flip_test(units.tolist(), one_sided=True).p <= ALPHA
        by_item, by_template = red / runs
        yield f"  {name:32} by item {by_item:.3f}, by template {by_template:.3f}"


def equivalence_lines(runs: int) -> Iterator[str]:
    """Yield how often a drop of just the margin is ruled out, and how often no drop is."""
    yield f"--no-worse-than={MARGIN}, one case, level 0.025 (a 95 % interval has two ends):"
    for templates in (8, 16, 40):
        for together in (0.0, 0.3):
            rates = []
            for lost in (0.05 + MARGIN, 0.05):
                generator, found = np.random.default_rng(71), np.zeros(2)
                clusters = np.repeat(np.arange(templates), 12)
                for _ in range(runs):
                    place = generator.random(len(clusters))
                    shared = generator.random(templates)[clusters]
                    place = np.where(generator.random(len(clusters)) < together, shared, place)
                    changes = list((place > 0.95).astype(float) - (place < lost))
                    for index, by in enumerate((None, clusters.tolist())):
                        found[index] += share_change_interval(changes, by).low > -MARGIN
                rates.append(found / runs)
            (wrong_item, wrong), (_, right) = rates
            yield (
                f"  {templates} templates of 12, {together:.1f} together: wrongly ruled out by "
                f"item {wrong_item:.3f}, by template {wrong:.3f}; rightly by template {right:.3f}"
            )
    for baselines in (2, 4, 6):
        yield _against_seeds(runs, baselines)


def _against_seeds(runs: int, baselines: int) -> str:
    """The same against several runs of a recipe, whose deviation is 0.03, with a case of 14."""
    generator, wrong, right = np.random.default_rng(72), 0, 0
    for _ in range(runs):
        scores = 0.8 + 0.03 * generator.normal(0, 1, (CASES, baselines + 1))
        noise = estimate_noise(scores[:, :-1].tolist(), steps=[0.01] * CASES)[0]
        change = scores[0, -1] - scores[0, :-1].mean()
        wrong += change - MARGIN - noise.half_width > -MARGIN
        right += change - noise.half_width > -MARGIN
    return f"  {baselines} seeds: wrongly ruled out {wrong / runs:.3f}, rightly {right / runs:.3f}"


def main(given: object = None) -> None:  # noqa: ARG001
    """Print all lines."""
    for part in (level_lines, equivalence_lines):
        for line in part(RUNS):
            print(line, flush=True)


if __name__ == "__main__":
    main()
