"""Margins beside flips: does a test of them find a smaller change, on real checkpoints?

`python -m bench.statistics margins` prints it from seed_runs.json. Two questions: on these weights,
how often a case is red at 0.05 with some of its pairs; and, for the recipe, how many standard
deviations between seeds the worse recipe is away.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from bench.statistics.seed_runs import KEPT
from kasauti.analysis.case_record import sum_clusters
from kasauti.scorers.statistics.paired_tests import score_flip_test

Floats = NDArray[np.float64]
CLIP = 0.5  # nats per token; the median absolute margin is printed beside it
SIZES = (12, 24, 48)
ALPHA = 0.05

CHANGES = ("flips", "clipped margins", "signed ranks")


def changes_of(name: str, before: Floats, now: Floats) -> list[float]:
    """From the margins before and now: the change of each pair."""
    difference = now - before
    if name == "flips":
        difference = np.asarray(now > 0, dtype=float) - np.asarray(before > 0, dtype=float)
    elif name == "clipped margins":
        difference = np.clip(now, -CLIP, CLIP) - np.clip(before, -CLIP, CLIP)
    else:
        difference = np.sign(difference) * rankdata(np.abs(difference))
    return [float(each) for each in difference]


@cache
def margins(kind: str) -> list[Floats]:
    """[cases, pairs] of each run of a recipe."""
    runs = json.loads(KEPT.read_text(encoding="utf-8"))["runs"]
    return [np.array(list(cases.values())) for name, cases in runs.items() if name.startswith(kind)]


@cache
def templates() -> list[list[int]]:
    """The template of each pair as a number, by case."""
    found = json.loads(KEPT.read_text(encoding="utf-8"))["templates"]
    return [np.unique(names, return_inverse=True)[1].tolist() for names in found.values()]


def red_share(pairs: Sequence[tuple[Floats, Floats]], name: str, size: int, by: str) -> float:
    """The share of cases of all pairs of runs that are red alone, with so many pairs of each."""
    generator, red = np.random.default_rng(0), []
    for before, now in pairs:
        for case, labels in enumerate(templates()):
            chosen = generator.permutation(len(labels))[:size]
            changes = changes_of(name, before[case][chosen], now[case][chosen])
            groups = [labels[index] for index in chosen] if by == "template" else None
            units = sum_clusters(changes, groups)
            red.append(score_flip_test(units, seed=0, one_sided=True, draws=999).p <= ALPHA)
    return float(np.mean(red))


def weights_lines() -> Iterator[str]:
    """Yield how often a single case is red at 0.05."""
    same = list(permutations(margins("seed"), 2))
    worse = list(product(margins("seed"), margins("shuffled")))
    for by in ("item", "template"):
        for size in SIZES:
            for name in CHANGES:
                level, power = (red_share(each, name, size, by) for each in (same, worse))
                yield (
                    f"  by {by}, {size} pairs, {name}: same recipe red {level:.3f}, "
                    f"worse recipe red {power:.3f}"
                )


def not_lower_lines() -> Iterator[str]:
    """Yield how often margins are red where the accuracy of the case is not lower at all."""
    worse = list(product(margins("seed"), margins("shuffled")))
    for name in CHANGES[1:]:
        red = []
        for before, now in worse:
            for case, labels in enumerate(templates()):
                if (now[case] > 0).sum() >= (before[case] > 0).sum():
                    units = sum_clusters(changes_of(name, before[case], now[case]), labels)
                    red.append(score_flip_test(units, seed=0, one_sided=True).p <= ALPHA)
        yield f"  {name}: red in {sum(red)} of {len(red)} cases with as many right pairs or more"


def recipe_lines() -> Iterator[str]:
    """Yield by how many deviations between seeds the worse recipe is lower."""
    seeds, worse = np.array(margins("seed")), np.array(margins("shuffled"))
    yield f"  median absolute margin {np.median(np.abs(seeds)):.3f}, clipped at {CLIP}"
    for name in ("accuracy", "mean clipped margin", "mean margin"):
        scores, lower = _scores(name, seeds), _scores(name, worse)
        drops = scores.mean(axis=0) - lower.mean(axis=0)
        noise = np.sqrt(scores.var(axis=0, ddof=1).mean())
        whole, below = scores.mean(axis=1), lower.mean()
        yield (
            f"  {name}: root mean square drop of a case {np.sqrt((drops**2).mean()) / noise:.2f} "
            f"deviations, drop of the mean {(whole.mean() - below) / whole.std(ddof=1):.2f}"
        )


def _scores(name: str, margins_of_runs: Floats) -> Floats:
    """[runs, cases]"""
    if name == "accuracy":
        margins_of_runs = (margins_of_runs > 0).astype(np.float64)
    elif name == "mean clipped margin":
        margins_of_runs = np.clip(margins_of_runs, -CLIP, CLIP)
    found: Floats = margins_of_runs.mean(axis=-1)
    return found


def main(given: object = None) -> None:  # noqa: ARG001
    """Print all lines."""
    print("One case against its own weights, at 0.05:", flush=True)
    for line in weights_lines():
        print(line, flush=True)
    print("Cases of the worse recipe whose accuracy did not fall:")
    for line in not_lower_lines():
        print(line, flush=True)
    print("The recipe:")
    for line in recipe_lines():
        print(line, flush=True)


if __name__ == "__main__":
    main()
