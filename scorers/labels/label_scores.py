"""Labels that were predicted against those that are right: accuracy and macro F1.

A prediction may be None, where the model did not choose: it counts as a label of its own, which
is never right.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kasauti.records import Interval
from kasauti.scorers.statistics.bootstrap import Counts, Floats, Statistic, resample
from kasauti.scorers.statistics.clustered import cr2_variance, student, sums_by_cluster
from kasauti.scorers.statistics.intervals import wilson
from kasauti.scorers.statistics.training_draws import interval_over_draws

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
    chosen = _name_labels(predicted)
    accuracy = float(accuracy_score(gold, chosen))
    f1 = float(f1_score(gold, chosen, average="macro", zero_division=0.0))
    correct = sum(right == label for right, label in zip(gold, chosen, strict=True))
    return LabelScore(accuracy, f1, correct, len(gold))


def label_intervals(
    gold: Sequence[str], runs: Sequence[Predicted], groups: Sequence[Hashable] | None = None
) -> dict[str, Interval]:
    """Return the 95 % intervals of accuracy and macro F1, of several runs: of their mean.

    They are for other test items and, of several runs, for other draws of training examples.
    Test items of a group are not independent of each other.
    """
    named = [_name_labels(run) for run in runs]
    labels = sorted({*gold, *(label for run in named for label in run)})
    index = {label: number for number, label in enumerate(labels)}
    right = np.array([index[label] for label in gold])
    chosen = [np.array([index[label] for label in run]) for run in named]

    def f1(counts: Counts) -> Floats:
        scores = [macro_f1(right, run, counts, len(labels)) for run in chosen]
        return np.asarray(np.mean(scores, axis=0))

    hits = np.array([run == right for run in chosen])
    f1s = [
        float(macro_f1(right, run, np.ones(len(gold), dtype=np.int64), len(labels)))
        for run in chosen
    ]
    return {
        "accuracy": accuracy_interval(hits, groups)
        if len(runs) > 1
        else wilson(int(hits.sum()), len(gold)),
        "f1": resampled_interval(f1, f1s, len(gold), groups),
    }


def accuracy_interval(
    hits: NDArray[np.bool_], groups: Sequence[Hashable] | None = None
) -> Interval:
    """Return the 95 % interval of the mean accuracy of several runs, [runs, items]."""
    names = range(hits.shape[1]) if groups is None else groups
    counts, sums = sums_by_cluster(hits.mean(axis=0), list(names))
    if len(counts) < 2:  # nothing is known of other items
        return interval_over_draws(hits.mean(axis=1).tolist(), 1.0, 1)
    return interval_over_draws(
        hits.mean(axis=1).tolist(),
        cr2_variance(counts, sums),
        hits.shape[1],
        quantile=student(len(counts) - 1),
    )


def resampled_interval(
    statistic: Statistic,
    runs: Sequence[float],
    items: int,
    groups: Sequence[Hashable] | None = None,
) -> Interval:
    """Return the interval of the runs' mean figure, by the bootstrap over items or groups."""
    variance = float(resample(statistic, items, clusters=groups).var())
    if groups is None:
        return interval_over_draws(runs, variance, items)
    count = len(set(groups))
    # A draw of few groups varies less than they do, by the factor (n - 1) / n.
    return interval_over_draws(
        runs, variance * count / (count - 1), items, quantile=student(count - 1)
    )


def macro_f1(
    right: NDArray[np.int64], chosen: NDArray[np.int64], counts: Counts, labels: int
) -> Floats:
    """Macro F1 of each row of `counts`, which says how often each item counts: [..., items]."""
    of_right, of_chosen = np.eye(labels)[right], np.eye(labels)[chosen]  # [items, labels]
    hits = counts @ (of_right * of_chosen)
    sums = counts @ (of_right + of_chosen)
    scores = 2 * hits / np.maximum(1, sums)
    return np.asarray(scores.sum(axis=-1) / (sums > 0).sum(axis=-1))


def confusion(gold: Sequence[str], predicted: Predicted) -> Mapping[str, dict[str, int]]:
    """Count each label (inner key) that was predicted where a label (outer key) was right."""
    matrix: dict[str, dict[str, int]] = {}
    for right, chosen in sorted(zip(gold, _name_labels(predicted), strict=True)):
        row = matrix.setdefault(right, {})
        row[chosen] = row.get(chosen, 0) + 1
    return matrix


def _name_labels(predicted: Predicted) -> list[str]:
    return [NO_LABEL if label is None else label for label in predicted]


def _refuse_unequal(gold: Sequence[object], predicted: Sequence[object]) -> None:
    if not gold or len(gold) != len(predicted):
        raise ValueError(f"need as many predictions as items, got {len(predicted)} of {len(gold)}")
