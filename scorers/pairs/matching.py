"""Pairs of two sets that are alike before any model sees them: matched one to one.

Each published pair is matched with at most one of ours, and each of ours is used once. Two pairs
can be matched where they are alike in everything that baselines without grammar go by (LIMITS);
among all such matchings the largest is taken, and of those the one whose pairs are most alike.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from kasauti.scorers.pairs.baselines import SentencePair
from kasauti.scorers.pairs.neighbours import units_of

IMPOSSIBLE = 1e6  # the cost of two pairs that are not alike: more than all others together


@dataclass(frozen=True, slots=True)
class Difficulty:
    """Properties of a pair that are known without a model.

    length: the logarithm of the number of words of the good sentence.
    frequency: how frequent its words are in the mean, on Zipf's scale (a step of 1: ten times).
    preference: by how much the words of the good sentence are more frequent than those of the bad
    one, summed: what a baseline of word frequencies goes by.
    shorter: by how many characters the good sentence is shorter: what a baseline of length goes by.
    """

    length: float
    frequency: float
    preference: float
    shorter: float


# By how much two pairs that are matched may differ: in length by a half, in the frequency of words
# by a factor of ten, in the difference of lengths by two characters.
LIMITS = Difficulty(math.log(1.5), 1.0, 1.0, 2.0)


def difficulty(pair: SentencePair, frequency: Callable[[str], float]) -> Difficulty:
    """Of a pair of sentences; `frequency` is logarithmic, of a word."""
    good, bad = ([frequency(unit.text) for unit in units_of(sentence)] for sentence in pair)
    return Difficulty(
        length=math.log(max(len(good), 1)),
        frequency=fmean(good) if good else 0.0,
        preference=math.fsum(good) - math.fsum(bad),
        shorter=len(pair[1]) - len(pair[0]),
    )


def match_pairs(
    published: Sequence[Difficulty], ours: Sequence[Difficulty]
) -> tuple[tuple[int, int], ...]:
    """The indices of the pairs that belong together, in the order of the published ones."""
    from scipy.optimize import linear_sum_assignment

    if not published or not ours:
        return ()
    apart = np.abs(_scale(published)[:, None, :] - _scale(ours)[None, :, :])  # [both, measures]
    alike: NDArray[np.bool_] = np.all(apart <= 1, axis=2)
    cost = np.where(alike, (apart**2).sum(axis=2), IMPOSSIBLE)
    rows, columns = linear_sum_assignment(cost)
    return tuple(
        (int(row), int(column))
        for row, column in zip(rows, columns, strict=True)
        if alike[row, column]
    )


def mean_difficulty(pairs: Sequence[Difficulty]) -> Difficulty:
    """The mean of each measure: by it a reader sees how far two matched sets are alike."""
    return Difficulty(*(fmean(values) for values in zip(*map(astuple, pairs), strict=True)))


def _scale(pairs: Sequence[Difficulty]) -> NDArray[np.float64]:
    values = [np.divide(astuple(pair), astuple(LIMITS)) for pair in pairs]
    return np.asarray(values, dtype=np.float64)
