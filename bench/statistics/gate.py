"""Level and power of the regression gate, and the coverage of the interval of a change.

`python -m bench.statistics.gate` prints every figure of docs/statistics.md; all is seeded.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from bench.statistics.intervals import MIXED
from kasauti.scorers.statistics.bootstrap import mean_of, resample
from kasauti.scorers.statistics.change_intervals import mean_change_interval, share_change_interval
from kasauti.scorers.statistics.paired_tests import correct, flip_test, holm, score_flip_test
from kasauti.scorers.statistics.retraining import estimate_noise

RUNS = 2_000
ALPHA = 0.05
CASES, ITEMS, TEMPLATES = 14, 24, 17  # the core set: 24 to 27 items in 14 to 21 templates

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def draw_changes(
    generator: np.random.Generator, drops: Sequence[float], *, churn: float, together: float = 0.0
) -> tuple[Ints, Ints]:
    """[cases, items] changes of -1, 0 or 1, and [items] templates.

    An item is lost with the probability drop + churn and won with churn. With the probability
    `together` it does as the first item of its template would.
    """
    templates = np.arange(ITEMS) % TEMPLATES
    shape = (len(drops), ITEMS)
    own, shared = generator.random(shape), generator.random((len(drops), TEMPLATES))[:, templates]
    place = np.where(generator.random(shape) < together, shared, own)
    lost = np.asarray(drops)[:, None] + churn
    return (place > 1 - churn).astype(np.int64) - (place < lost), templates


def verdicts(changes: Ints, templates: Ints) -> dict[str, NDArray[np.bool_]]:
    """Tell by each method which cases are red, with all items as a further case."""
    cases = [list(row) for row in changes]
    by_item = [*cases, [each for row in cases for each in row]]
    nets = [np.bincount(templates, weights=row).astype(int).tolist() for row in changes]
    by_template = [*nets, [each for row in nets for each in row]]
    worse = np.array([sum(each) < 0 for each in by_item])
    old = holm([flip_test(each, one_sided=False).p for each in by_item])
    found = {"old (two-sided, Holm)": (np.array(old) <= ALPHA) & worse}
    for name, units in (("by item", by_item), ("by template", by_template)):
        tests = [flip_test(each, one_sided=True) for each in units]
        found[f"one-sided {name}, Holm"] = np.array(holm([t.p for t in tests])) <= ALPHA
        found[f"one-sided {name}, attainable"] = np.array(correct(tests)) <= ALPHA
    return found


def gate_lines(runs: int) -> Iterator[str]:
    """Yield power (the case that falls is red) and level (any case is red though none fell)."""
    yield f"Gate: {CASES} cases of {ITEMS} items in {TEMPLATES} templates, and all items."
    for title, drop, churn, together in (
        ("power, one case falls by 0.33, no churn", 0.33, 0.0, 0.0),
        ("power, one case falls by 0.33, churn 0.02", 0.33, 0.02, 0.0),
        ("power, one case falls by 0.33, churn 0.05", 0.33, 0.05, 0.0),
        ("level, churn 0.02", 0.0, 0.02, 0.0),
        ("level, churn 0.10", 0.0, 0.10, 0.0),
        ("level, churn 0.10, templates flip as one", 0.0, 0.10, 1.0),
    ):
        generator = np.random.default_rng(0)
        drops = [drop] + [0.0] * (CASES - 1)
        red: dict[str, int] = {}
        for _ in range(runs):
            changes = draw_changes(generator, drops, churn=churn, together=together)
            for name, found in verdicts(*changes).items():
                red[name] = red.get(name, 0) + int(found[0] if drop else found.any())
        yield f"  {title}"
        yield from (f"    {name:35} {count / runs:.3f}" for name, count in red.items())


def clustered_level_lines(runs: int) -> Iterator[str]:
    """Yield the level of one pooled test, where few templates of many items flip together."""
    yield "Level at 0.05, one case of 360 items in 10 templates, one-sided:"
    for together in (0.0, 0.3, 1.0):
        generator = np.random.default_rng(1)
        red = np.zeros(2)
        templates = np.repeat(np.arange(10), 36)
        for _ in range(runs):
            own, shared = generator.random(360), generator.random(10)[templates]
            place = np.where(generator.random(360) < together, shared, own)
            changes = (place > 0.9).astype(int) - (place < 0.1)
            nets = np.bincount(templates, weights=changes).astype(int)
            for index, units in enumerate((changes, nets)):
                red[index] += flip_test(units.tolist(), one_sided=True).p <= ALPHA
        by_item, by_template = red / runs
        yield f"  together {together:.1f}: by item {by_item:.3f}, by template {by_template:.3f}"


def score_lines(runs: int) -> Iterator[str]:
    """Yield the level of the test of scores, beside the bootstrap that it replaced."""
    yield "Scores, two-sided level at 0.05 and 0.0033 (old: paired bootstrap):"
    draws: dict[str, Callable[[np.random.Generator, int], Floats]] = {
        "normal": lambda g, n: g.normal(0, 1, n),
        "skewed (exponential - 1)": lambda g, n: g.exponential(1, n) - 1,
    }
    for name, draw in draws.items():
        for n in (10, 20, 40):
            generator = np.random.default_rng(2)
            red = np.zeros((2, 2))
            for _ in range(runs):
                values = draw(generator, n)
                means = np.abs(resample(mean_of(values - values.mean()), len(values), draws=999))
                old = (1 + (means >= abs(values.mean())).sum()) / 1000
                old = max(old, 2.0 ** (1 - n))
                new = score_flip_test(list(values), seed=0, one_sided=False, draws=999).p
                red += [[p <= level for level in (0.05, 0.0033)] for p in (old, new)]
            (a, b), (c, d) = red / runs
            yield f"  {name:25} n = {n}: old {a:.3f} {b:.4f}, new {c:.3f} {d:.4f}"


def interval_lines(runs: int) -> Iterator[str]:
    """Yield the coverage of the 95 % interval of a change."""
    yield "Interval of a change of accuracy, coverage (old: percentile bootstrap):"
    for n in (24, 100, 360):
        for lost, won in ((0.0, 0.0), (0.02, 0.0), (0.1, 0.1), (0.33, 0.02)):
            generator = np.random.default_rng(3)
            hits = np.zeros(2)
            for _ in range(runs):
                place = generator.random(n)
                changes = (place > 1 - won).astype(float) - (place < lost)
                flips = [(changes < 0).mean(), (changes > 0).mean()]
                drawn = generator.multinomial(n, [*flips, 1 - sum(flips)], size=999)
                low, high = np.quantile((drawn[:, 1] - drawn[:, 0]) / n, [0.025, 0.975])
                found = share_change_interval(list(changes))
                true = won - lost
                hits += [low <= true <= high, found.low <= true <= found.high]
            old, new = hits / runs
            yield f"  n = {n}, lost {lost:.2f}, won {won:.2f}: old {old:.3f}, new {new:.3f}"
    yield "The same by template, where templates differ in their rate of loss:"
    for sizes in ([12] * 8, [12] * 16, [12] * 40, MIXED):
        for lost, won in ((0.02, 0.0), (0.1, 0.05), (0.33, 0.02)):
            for spread in (0.1, 0.5):
                yield _clustered_coverage(runs, sizes, lost, won, spread)
    yield "Interval of a mean change of 10 scores, normal:"
    generator = np.random.default_rng(4)
    covered = sum(_covers_zero(list(generator.normal(0, 1, 10))) for _ in range(runs))
    yield f"  new {covered / runs:.3f}"


def _clustered_coverage(
    runs: int, sizes: Sequence[int], lost: float, won: float, spread: float
) -> str:
    """The coverage with templates of these sizes; each has a rate of its own (beta)."""
    generator = np.random.default_rng(50)
    clusters = np.repeat(np.arange(len(sizes)), sizes)
    worth = (1 - spread) / spread
    hits, above = np.zeros(2), 0
    for _ in range(runs):
        rates = generator.beta(lost * worth, (1 - lost) * worth, len(sizes))[clusters]
        gone = generator.random(len(clusters)) < rates
        gained = ~gone & (generator.random(len(clusters)) < won / (1 - lost))
        changes = list(gained.astype(float) - gone)
        for index, each in enumerate((None, clusters.tolist())):
            found = share_change_interval(changes, each)
            hits[index] += found.low <= won - lost <= found.high
        above += found.low > won - lost
    by_item, by_template = hits / runs
    return (
        f"  {len(sizes)} templates of {min(sizes)} to {max(sizes)}, lost {lost:.2f}, won {won:.2f},"
        f" correlation {spread}: by item {by_item:.3f}, by template {by_template:.3f}"
        f" (above the truth {above / runs:.3f})"
    )


def _covers_zero(changes: list[float]) -> bool:
    found = mean_change_interval(changes)
    return found is not None and found.low <= 0 <= found.high


def seed_lines(runs: int) -> Iterator[str]:
    """Yield how often a further run of the same recipe is red, and how often a worse one is."""
    yield f"Several baselines, {CASES} cases, corrected; red where any case is, at 0.05:"
    for name, spread in (("one variance", 0.0), ("variances differ 2-fold", 0.35), ("4-fold", 0.7)):
        for seeds in (2, 3, 4, 6):
            generator = np.random.default_rng(60)
            red = found = 0
            for _ in range(runs):
                deviations = 0.02 * np.exp(generator.normal(0, spread, CASES))
                scores = 0.8 + deviations[:, None] * generator.normal(0, 1, (CASES, seeds + 1))
                scores = np.round(scores * 100) / 100
                red += _any_red(scores)
                scores[0, -1] -= 0.1
                found += _first_red(scores)
            yield (
                f"  {name}, {seeds} baselines: false alarms {red / runs:.3f}, "
                f"a drop by 0.10 (5 deviations) found {found / runs:.3f}"
            )


def _seed_p(scores: NDArray[np.float64]) -> list[float]:
    baselines = scores[:, :-1]
    noise = estimate_noise(baselines.tolist(), steps=[0.01] * len(scores))
    changes = scores[:, -1] - baselines.mean(axis=1)
    return holm([n.worse_p(c) for n, c in zip(noise, changes, strict=True)])


def _any_red(scores: NDArray[np.float64]) -> bool:
    return min(_seed_p(scores)) <= ALPHA


def _first_red(scores: NDArray[np.float64]) -> bool:
    return _seed_p(scores)[0] <= ALPHA


PARTS = {
    "gate": gate_lines,
    "clusters": clustered_level_lines,
    "scores": score_lines,
    "intervals": interval_lines,
    "seeds": seed_lines,
}


def lines(runs: int = RUNS) -> Iterator[str]:
    """Yield every figure."""
    for part in PARTS.values():
        yield from part(runs)


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="default: all")
    parser.add_argument("--runs", type=int, default=RUNS)
    arguments = parser.parse_args(given)
    for name in arguments.parts or PARTS:
        for line in PARTS[name](arguments.runs):
            print(line, flush=True)


if __name__ == "__main__":
    main()
