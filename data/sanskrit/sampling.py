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
) -> list[T]:
    """Choose at most `size` candidates, always one whose features occurred least so far.

    Earlier features weigh more: a value of the first recurs only when every
    other value of it that is left has come up as often.
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
        candidate, values = best[0]
        chosen.append(candidate)
        left = [entry for entry in left if entry is not best[0]]
        for count, value in zip(used, values, strict=True):
            count[value] += 1
    return chosen
