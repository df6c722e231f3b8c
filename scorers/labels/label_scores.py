"""Labels that were predicted against those that are right: accuracy and macro F1.

A prediction may be None, where the model did not choose: it counts as a label of its own, which
is never right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from kasauti.scorers.statistics.bootstrap import bootstrap_interval
from kasauti.scorers.statistics.intervals import Interval, wilson

Predicted = Sequence[str | None]
NO_LABEL = ""  # what None is called among the labels


@dataclass(frozen=True, slots=True)
class LabelScore:
    """One set of predictions."""

    accuracy: float
    f1: float  # the mean of the labels' F1, each label counting the same
    correct: int
    total: int


def label_score(gold: Sequence[str], predicted: Predicted) -> LabelScore:
    """Accuracy and macro F1 over the labels that are right or predicted somewhere."""
    from sklearn.metrics import accuracy_score, f1_score

    _refuse_unequal(gold, predicted)
    chosen = _named(predicted)
    accuracy = float(accuracy_score(gold, chosen))
    f1 = float(f1_score(gold, chosen, average="macro", zero_division=0.0))
    correct = sum(right == label for right, label in zip(gold, chosen, strict=True))
    return LabelScore(accuracy, f1, correct, len(gold))


def label_intervals(gold: Sequence[str], runs: Sequence[Predicted]) -> dict[str, Interval]:
    """The 95 % intervals of accuracy and macro F1, of several runs: of their mean.

    They show how much the figures depend on the items that were tested; the spread of the runs
    shows how much they depend on the seed.
    """
    named = [_named(run) for run in runs]
    labels = sorted({*gold, *(label for run in named for label in run)})
    index = {label: number for number, label in enumerate(labels)}
    right = np.array([index[label] for label in gold])
    chosen = [np.array([index[label] for label in run]) for run in named]

    def accuracy(times: NDArray[np.int64]) -> float:
        return fmean(float((times * (run == right)).sum() / times.sum()) for run in chosen)

    def f1(times: NDArray[np.int64]) -> float:
        return fmean(macro_f1(right, run, times, len(labels)) for run in chosen)

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


def confusion(gold: Sequence[str], predicted: Predicted) -> Mapping[str, dict[str, int]]:
    """How often each label (inner key) was predicted where a label (outer key) was right."""
    matrix: dict[str, dict[str, int]] = {}
    for right, chosen in sorted(zip(gold, _named(predicted), strict=True)):
        row = matrix.setdefault(right, {})
        row[chosen] = row.get(chosen, 0) + 1
    return matrix


def _named(predicted: Predicted) -> list[str]:
    return [NO_LABEL if label is None else label for label in predicted]


def _refuse_unequal(gold: Sequence[object], predicted: Sequence[object]) -> None:
    if not gold or len(gold) != len(predicted):
        raise ValueError(f"need as many predictions as items, got {len(predicted)} of {len(gold)}")
