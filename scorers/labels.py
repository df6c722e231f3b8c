"""Labels that were predicted against those that are right: accuracy and macro F1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from kasauti.scorers.intervals import Interval, wilson
from kasauti.scorers.resampling import bootstrap_interval


@dataclass(frozen=True, slots=True)
class LabelScore:
    """One set of predictions."""

    accuracy: float
    f1: float  # the mean of the labels' F1, each label counting the same
    correct: int
    total: int


def label_score(gold: Sequence[str], predicted: Sequence[str]) -> LabelScore:
    """Accuracy and macro F1 over the labels that are right or predicted somewhere."""
    from sklearn.metrics import accuracy_score, f1_score

    _refuse_unequal(gold, predicted)
    accuracy = float(accuracy_score(gold, predicted))
    f1 = float(f1_score(gold, predicted, average="macro", zero_division=0.0))
    correct = sum(right == chosen for right, chosen in zip(gold, predicted, strict=True))
    return LabelScore(accuracy, f1, correct, len(gold))


def label_intervals(gold: Sequence[str], runs: Sequence[Sequence[str]]) -> dict[str, Interval]:
    """The 95 % intervals of accuracy and macro F1, of several runs: of their mean.

    They say how much the figures owe to the items that were tested; what they owe to the seed
    of a run is told by the spread of the runs.
    """
    names = {label: place for place, label in enumerate(sorted({*gold, *np.ravel(list(runs))}))}
    right = np.array([names[label] for label in gold])
    chosen = [np.array([names[label] for label in run]) for run in runs]

    def accuracy(times: NDArray[np.int64]) -> float:
        return fmean(float((times * (run == right)).sum() / times.sum()) for run in chosen)

    def f1(times: NDArray[np.int64]) -> float:
        return fmean(macro_f1(right, run, times, len(names)) for run in chosen)

    (one, *others) = chosen
    return {
        "accuracy": bootstrap_interval(accuracy, len(gold))
        if others
        else wilson(int((one == right).sum()), len(gold)),
        "f1": bootstrap_interval(f1, len(gold)),
    }


def macro_f1(
    right: NDArray[np.int64], chosen: NDArray[np.int64], times: NDArray[np.int64], labels: int
) -> float:
    """Macro F1 of items that count several times each."""
    hits = np.bincount(right, weights=times * (right == chosen), minlength=labels)
    sums = np.bincount(right, weights=times, minlength=labels)
    sums = sums + np.bincount(chosen, weights=times, minlength=labels)
    present = sums > 0
    return float((2 * hits[present] / sums[present]).mean())


def confusion(gold: Sequence[str], predicted: Sequence[str]) -> Mapping[str, dict[str, int]]:
    """How often each label was predicted where another, or it, was right."""
    matrix: dict[str, dict[str, int]] = {}
    for right, chosen in sorted(zip(gold, predicted, strict=True)):
        row = matrix.setdefault(right, {})
        row[chosen] = row.get(chosen, 0) + 1
    return matrix


def _refuse_unequal(gold: Sequence[object], predicted: Sequence[object]) -> None:
    if not gold or len(gold) != len(predicted):
        raise ValueError(f"need as many predictions as items, got {len(predicted)} of {len(gold)}")
