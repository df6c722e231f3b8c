"""Training and test folds that share no lemma."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FOLDS = 5
INNER_FOLDS = 3

Rows = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Division:
    """The rows that train and that test: [folds, subsets, examples] each.

    The first subset of a fold is the fold itself, the last is the same again for the control
    task, and those between are inner folds of its training rows, by which layers and strengths
    are chosen.
    """

    train: Rows
    test: Rows

    @property
    def inner(self) -> slice:
        return slice(1, self.train.shape[1] - 1)


def lemma_folds(
    labels: NDArray[np.int64], lemmas: Sequence[str], folds: int, random: np.random.Generator
) -> NDArray[np.int64]:
    """The fold of each example: a lemma is in one fold only, labels are spread evenly."""
    groups: dict[str, list[int]] = {}
    for index, lemma in enumerate(lemmas):
        groups.setdefault(lemma, []).append(index)
    totals = np.bincount(labels)
    shares = {
        lemma: np.bincount(labels[indices], minlength=len(totals)) / np.maximum(totals, 1)
        for lemma, indices in groups.items()
    }
    order = [list(groups)[index] for index in random.permutation(len(groups))]
    order.sort(key=lambda lemma: -shares[lemma].sum())  # the large ones while there is choice
    filled = np.zeros((folds, len(totals)))
    chosen = np.empty(len(labels), dtype=np.int64)
    for lemma in order:
        fullness = [(float(fold @ shares[lemma]), float(fold.sum())) for fold in filled]
        fold = fullness.index(min(fullness))
        filled[fold] += shares[lemma]
        chosen[groups[lemma]] = fold
    return chosen


def divide(
    labels: NDArray[np.int64], lemmas: Sequence[str], random: np.random.Generator
) -> Division:
    """Stratified folds with disjoint lemmas, and within each the same again."""
    outer = lemma_folds(labels, lemmas, FOLDS, random)
    train, test = [], []
    for fold in range(FOLDS):
        rows = outer != fold
        indices = np.flatnonzero(rows)
        inner = np.full(len(labels), -1)
        training_lemmas = [lemmas[index] for index in indices.tolist()]
        inner[indices] = lemma_folds(labels[indices], training_lemmas, INNER_FOLDS, random)
        held_out = [inner == number for number in range(INNER_FOLDS)]
        train.append([rows, *(rows & ~held for held in held_out), rows])
        test.append([~rows, *held_out, ~rows])
    return Division(np.array(train), np.array(test))


def read_division(splits: Sequence[str]) -> Division:
    """The division that the data came with: dev to choose by, test to be tested on."""
    named = np.array(splits)
    rows = named == "train"
    train = [rows, rows, rows]
    test = [named == "test", named == "dev", named == "test"]
    return Division(np.array([train]), np.array([test]))


def control_labels(
    labels: NDArray[np.int64], types: Sequence[str], random: np.random.Generator
) -> NDArray[np.int64]:
    """A label for each word type, drawn at random as often as in the task.

    Hewitt and Liang (2019): the control can be learned by heart and by nothing else.
    """
    names = sorted(set(types))
    drawn = dict(zip(names, random.choice(labels, size=len(names)).tolist(), strict=True))
    return np.array([drawn[each] for each in types], dtype=np.int64)
