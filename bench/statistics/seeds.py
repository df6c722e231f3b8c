"""Figures of a real recipe: runs that differ in their seed alone, and a recipe that is worse.

`python -m bench.statistics seeds` prints them from seed_runs.json, which seed_runs.py wrote.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kasauti.analysis.case_record import CaseRecord
from kasauti.analysis.comparison import RunComparison, compare_runs
from kasauti.analysis.finished_run import FinishedRun
from kasauti.analysis.recipe import against_recipe, noise_of
from kasauti.records import CaseId
from kasauti.scorers.statistics.retraining import common_drop

KEPT = Path(__file__).with_name("seed_runs.json")

Floats = NDArray[np.float64]


@cache
def kept() -> dict[str, FinishedRun]:
    """The runs by their names; outcomes are margins above 0."""
    content = json.loads(KEPT.read_text(encoding="utf-8"))
    return {
        name: FinishedRun(Path(name), _records(cases, content["templates"]), {})
        for name, cases in content["runs"].items()
    }


def _records(
    cases: Mapping[str, Sequence[float]], templates: Mapping[str, Sequence[str]]
) -> dict[CaseId, CaseRecord]:
    found = {}
    for name, margins in cases.items():
        items = {f"{index:03}": float(margin > 0) for index, margin in enumerate(margins)}
        case = CaseId.parse(name)
        found[case] = CaseRecord(
            case=case,
            metric="accuracy",
            value=sum(items.values()) / len(items),
            n=len(items),
            direction="at least",
            kind="right",
            items=items,
            settings={},
            signature="",
            clusters=dict(zip(items, templates[name], strict=True)),
        )
    return found


def runs_of(kind: str) -> list[FinishedRun]:
    """The runs of one recipe."""
    return [run for name, run in kept().items() if name.startswith(kind)]


def compared(now: FinishedRun, before: FinishedRun, *, clustered: bool = True) -> RunComparison:
    """The comparison that the gate makes with a single baseline."""
    cases = [now.cases, before.cases]
    if not clustered:
        cases = [{c: replace(r, clusters={}) for c, r in each.items()} for each in cases]
    return compare_runs(cases[1], cases[0], one_sided=True)


def is_red(found: RunComparison) -> bool:
    """Tell if any case is clearly worse."""
    return any(each.significantly_worse for each in found.comparisons.values())


def share(verdicts: Sequence[bool]) -> str:
    """Red ones, of how many."""
    if not verdicts:
        return "of none"
    return f"{sum(verdicts)} of {len(verdicts)} ({sum(verdicts) / len(verdicts):.3f})"


def gate_lines() -> Iterator[str]:
    """Yield how often the gate is red between runs of one recipe, and for a worse one."""
    seeds, worse = runs_of("seed"), runs_of("shuffled")
    cases = len(seeds[0].cases)
    n = len(next(iter(seeds[0].cases.values())).items)
    yield f"{len(seeds)} seeds, {cases} cases of {n} pairs; {len(worse)} runs of a worse recipe."
    pairs = list(permutations(seeds, 2))
    for name, clustered in (("by template", True), ("by item", False)):
        red = [is_red(compared(now, old, clustered=clustered)) for now, old in pairs]
        found = [is_red(compared(now, old, clustered=clustered)) for now in worse for old in seeds]
        yield f"  one baseline, {name}: same recipe red {share(red)}, worse one {share(found)}"
    drops = [
        any(each.drops_by_more_than(0.02) for each in compared(now, old).comparisons.values())
        for now, old in pairs
    ]
    yield f"  one baseline, --max-drop=0.02: same recipe red {share(drops)}"
    for count in (2, 3, 4, 5):
        red = [
            is_red(against_recipe(compared(now, some[0]), some))
            for now in seeds
            for some in combinations([each for each in seeds if each is not now], count)
        ]
        found = [
            is_red(against_recipe(compared(now, some[0]), some))
            for now in worse
            for some in combinations(seeds, count)
        ]
        yield f"  {count} baselines: same recipe red {share(red)}, worse one {share(found)}"
    for count in (2, 3, 4):
        red, found = [], []
        for some in combinations(seeds, count):
            noise = noise_of(some)
            rest = [each for each in seeds if each not in some]
            for old in rest:
                others = [each for each in rest if each is not old]
                for now in (*others, *worse):
                    verdict = is_red(against_recipe(compared(now, old), [old], noise))
                    (found if now in worse else red).append(verdict)
        yield f"  --noise of {count} runs: same recipe red {share(red)}, worse one {share(found)}"


def drop_lines() -> Iterator[str]:
    """Yield the standard deviation between seeds, and the drop that one in twenty makes."""
    found = noise_of(runs_of("seed")).cases
    pooled = found.pop("multiblimp/all_items")
    deviations = np.array([each.deviation for each in found.values()])
    common = float(np.sqrt((deviations**2).mean()))
    n = next(iter(found.values())).n
    yield (
        f"Deviation between seeds, cases of {n} pairs: {common:.4f} (of single ones "
        f"{deviations.min():.4f} to {deviations.max():.4f}); one in twenty drops by "
        f"{common_drop(common):.3f}."
    )
    yield (
        f"All {pooled.n} items: {pooled.deviation:.4f} ({pooled.low:.4f} to {pooled.high:.4f}); "
        f"one in twenty drops by {common_drop(pooled.deviation):.3f}."
    )
    for size in (6, 12, 24, n):
        deviation = spread(size)
        yield f"Of {size} pairs: {deviation:.4f}, times √{size} = {deviation * size**0.5:.3f}."
    largest = max(
        each.drop
        for now, old in permutations(runs_of("seed"), 2)
        for each in compared(now, old).comparisons.values()
    )
    scores = {kind: _mean(runs_of(kind)) for kind in ("seed", "shuffled")}
    yield f"Largest drop of a case between two seeds: {largest:.3f}. Mean accuracy: {scores}."


def spread(size: int) -> float:
    """The common deviation between seeds of every part of a case that has so many pairs."""
    variances = []
    for case in runs_of("seed")[0].cases:
        rights = np.array([list(run.cases[case].items.values()) for run in runs_of("seed")])
        order = np.random.default_rng(0).permutation(rights.shape[1])
        parts = rights[:, order].reshape(len(rights), -1, size).mean(axis=2)
        variances.append(parts.var(axis=0, ddof=1).mean())
    return float(np.sqrt(np.mean(variances)))


def _mean(runs: Sequence[FinishedRun]) -> float:
    return round(float(np.mean([c.value for run in runs for c in run.cases.values()])), 3)


def main(given: object = None) -> None:  # noqa: ARG001
    """Print all lines."""
    for part in (gate_lines, drop_lines):
        for line in part():
            print(line, flush=True)


if __name__ == "__main__":
    main()
