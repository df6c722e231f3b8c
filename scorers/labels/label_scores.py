"""Labels that were predicted against those that are right: accuracy and macro F1.

A prediction may be None, where the model did not choose: it counts as a label of its own, which
is never right.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

import numpy as np
from numpy.typing import NDArray

from kasauti.records import Interval
from kasauti.scorers.labels.choices import choice_matrix
from kasauti.scorers.statistics.bootstrap import Counts, Floats, Statistic, resample
from kasauti.scorers.statistics.clustered import (
    cr2_variance,
    interval_over_draws,
    student,
    sums_by_cluster,
)
from kasauti.scorers.statistics.intervals import wilson

Figures = dict[str, float]
Predicted = Sequence[str | None]
NO_LABEL = ""  # what None is called among the labels


def label_score(gold: Sequence[str], predicted: Predicted) -> Figures:
    """Accuracy and macro F1 (each label counts the same), over all labels right or predicted."""
    from sklearn.metrics import accuracy_score, f1_score

    if not gold or len(gold) != len(predicted):
        raise ValueError(f"need as many predictions as items, got {len(predicted)} of {len(gold)}")
    chosen = _name_labels(predicted)
    f1 = float(f1_score(gold, chosen, average="macro", zero_division=0.0))
    return {"accuracy": float(accuracy_score(gold, chosen)), "f1": f1}


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


def confusion(gold: Sequence[str], predicted: Predicted) -> dict[str, dict[str, int]]:
    """Count each label (inner key) that was predicted where a label (outer key) was right."""
    return choice_matrix(zip(gold, _name_labels(predicted), strict=True))


def _name_labels(predicted: Predicted) -> list[str]:
    return [NO_LABEL if label is None else label for label in predicted]


Tags = Sequence[Sequence[str]]  # of the words of each sentence


def entity_score(gold: Tags, predicted: Tags) -> Figures:
    """Entity F1, precision and recall over all sentences, by seqeval.

    An entity counts as found where its words and its type are right.
    """
    from seqeval.metrics import f1_score, precision_score, recall_score

    _refuse_unequal_tags(gold, predicted)
    tags = [list(sentence) for sentence in gold], [list(sentence) for sentence in predicted]
    metrics = {"f1": f1_score, "precision": precision_score, "recall": recall_score}
    return {name: float(score(*tags, zero_division=0)) for name, score in metrics.items()}


def entity_counts(gold: Tags, predicted: Tags) -> NDArray[np.int64]:
    """[sentences, 3]: the entities found, those predicted and those that are there."""
    from seqeval.metrics.sequence_labeling import get_entities

    _refuse_unequal_tags(gold, predicted)
    counts = []
    for right, chosen in zip(gold, predicted, strict=True):
        there, found = set(get_entities(list(right))), set(get_entities(list(chosen)))
        counts.append((len(there & found), len(found), len(there)))
    return np.array(counts)


def sentence_f1(gold: Tags, predicted: Tags) -> list[float]:
    """The F1 of each sentence; 1 where there is no entity and none was predicted."""
    return [
        1.0 if chosen + right == 0 else float(2 * hits / (chosen + right))
        for hits, chosen, right in entity_counts(gold, predicted)
    ]


def entity_interval(
    gold: Tags, runs: Sequence[Tags], groups: Sequence[Hashable] | None = None
) -> dict[str, Interval]:
    """Return the 95 % intervals of F1, precision and recall, of several runs: of their means.

    They are for other sentences and, of several runs, for other draws of training examples.
    """
    counted = [entity_counts(gold, run).astype(float) for run in runs]

    def interval(figure: Callable[[Floats], Floats]) -> Interval:
        def statistic(counts: Counts) -> Floats:
            return np.asarray(np.mean([figure(counts @ each) for each in counted], axis=0))

        scores = [float(figure(each.sum(axis=0, keepdims=True))[0]) for each in counted]
        return resampled_interval(statistic, scores, len(gold), groups)

    return {name: interval(figure) for name, figure in FIGURES.items()}


# Of each row of summed counts (found, predicted, there); 0 where the divisor is.
FIGURES: dict[str, Callable[[Floats], Floats]] = {
    "f1": lambda sums: 2 * sums[:, 0] / np.maximum(1, sums[:, 1] + sums[:, 2]),
    "precision": lambda sums: sums[:, 0] / np.maximum(1, sums[:, 1]),
    "recall": lambda sums: sums[:, 0] / np.maximum(1, sums[:, 2]),
}


def _refuse_unequal_tags(gold: Tags, predicted: Tags) -> None:
    if not gold or [len(tags) for tags in gold] != [len(tags) for tags in predicted]:
        raise ValueError("need as many predicted tags as there are words in each sentence")


Groups = Sequence[Hashable] | None  # of the items; None where they are independent


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of each run, and what they give together."""

    runs: tuple[Figures, ...]
    intervals: dict[str, Interval]
    items: tuple[bool, ...] | tuple[float, ...]  # right or wrong, or a score

    @property
    def means(self) -> Figures:
        """The mean of each figure over the runs."""
        return {name: fmean(run[name] for run in self.runs) for name in self.runs[0]}

    @property
    def spreads(self) -> Figures:
        """The standard deviation of each figure over the runs; empty for a single run."""
        if len(self.runs) < 2:
            return {}
        return {name: stdev(run[name] for run in self.runs) for name in self.runs[0]}


def measure_labels(
    gold: Sequence[str], runs: Sequence[Predicted], *, groups: Groups = None
) -> Measured:
    figures = tuple(label_score(gold, run) for run in runs)
    return Measured(figures, label_intervals(gold, runs, groups), _right(gold, runs))


def measure_choices(
    gold: Sequence[str], runs: Sequence[Predicted], *, groups: Groups = None
) -> Measured:
    """Accuracy alone: where options differ from item to item there is no F1 by label."""
    figures = tuple({"accuracy": label_score(gold, run)["accuracy"]} for run in runs)
    interval = label_intervals(gold, runs, groups)["accuracy"]
    return Measured(figures, {"accuracy": interval}, _right(gold, runs))


def measure_entities(gold: Tags, runs: Sequence[Tags], *, groups: Groups = None) -> Measured:
    figures = tuple(entity_score(gold, run) for run in runs)
    scores = [sentence_f1(gold, run) for run in runs]
    items = tuple(fmean(of_item) for of_item in zip(*scores, strict=True))
    return Measured(figures, entity_interval(gold, runs, groups), items)


def _right(gold: Sequence[str], runs: Sequence[Predicted]) -> tuple[bool, ...] | tuple[float, ...]:
    """The share of runs in which each item is right."""
    if len(runs) == 1:
        return tuple(right == chosen for right, chosen in zip(gold, runs[0], strict=True))
    return tuple(
        fmean(right == each for each in chosen) for right, *chosen in zip(gold, *runs, strict=True)
    )
