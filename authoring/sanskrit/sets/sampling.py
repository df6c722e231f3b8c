"""Choosing a part of many candidates so that no value of a feature dominates."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

T = TypeVar("T")


def spread(
    candidates: Sequence[T],
    size: int,
    rng: random.Random,
    features: Sequence[Callable[[T], Hashable]],
    *,
    fits: Callable[[T], bool] = lambda _: True,
) -> list[T]:
    """Choose at most `size` candidates, always one whose features occurred least so far.

    Earlier features weigh more: a value of the first recurs only when every
    other value of it that is left has come up as often. `fits` is asked before a
    candidate is taken; it may remember what it took.
    """
    shuffled = rng.sample(candidates, len(candidates))
    # Values are numbered once: comparing them at each choice would take most of the time.
    numbers: list[dict[Hashable, int]] = [{} for _ in features]
    left = [
        (
            one,
            [
                known.setdefault(of(one), len(known))
                for of, known in zip(features, numbers, strict=True)
            ],
        )
        for one in shuffled
    ]
    used = [[0] * len(known) for known in numbers]
    chosen: list[T] = []
    while left and len(chosen) < size:
        best = left
        for index, count in enumerate(used):
            least = min(count[values[index]] for _, values in best)
            best = [entry for entry in best if count[entry[1][index]] == least]
        # Those that do not fit are left out together, to look through all of them only once.
        at = next((at for at, (one, _) in enumerate(best) if fits(one)), len(best))
        done = {id(entry) for entry in best[: at + 1]}
        left = [entry for entry in left if id(entry) not in done]
        if at < len(best):
            candidate, values = best[at]
            chosen.append(candidate)
            for count, value in zip(used, values, strict=True):
                count[value] += 1
    return chosen


def by_feature(candidates: Sequence[T], of: Callable[[T], str]) -> dict[str, list[T]]:
    """The candidates by the value of a feature, in the order in which values first occur."""
    groups: dict[str, list[T]] = {}
    for candidate in candidates:
        groups.setdefault(of(candidate), []).append(candidate)
    return groups
