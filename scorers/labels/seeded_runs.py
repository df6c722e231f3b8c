"""Several runs over the same items (one per seed): their mean, their spread, and each item."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from kasauti.records import Interval
from kasauti.scorers.labels.entities import Tags, entity_interval, entity_score, sentence_f1
from kasauti.scorers.labels.label_scores import Predicted, label_intervals, label_score

Figures = dict[str, float]
Groups = Sequence[Hashable] | None  # of the items; None where they are independent


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of each run, and what they give together."""

    runs: tuple[Figures, ...]
    intervals: dict[str, Interval]
    items: tuple[bool, ...] | tuple[float, ...]  # right or wrong, or a score

    @property
    def means(self) -> Figures:
        return mean_figures(self.runs)

    @property
    def spreads(self) -> Figures:
        """The standard deviation of each figure over the runs; empty for a single run."""
        if len(self.runs) < 2:
            return {}
        return {name: stdev(run[name] for run in self.runs) for name in self.runs[0]}


def mean_figures(runs: Sequence[Figures]) -> Figures:
    """The mean of each figure over the runs."""
    return {name: fmean(run[name] for run in runs) for name in runs[0]}


def label_figures(gold: Sequence[str], predicted: Predicted) -> Figures:
    score = label_score(gold, predicted)
    return {"accuracy": score.accuracy, "f1": score.f1}


def choice_figures(gold: Sequence[str], predicted: Predicted) -> Figures:
    """Accuracy alone: where options differ from item to item there is no F1 by label."""
    return {"accuracy": label_score(gold, predicted).accuracy}


def entity_figures(gold: Tags, predicted: Tags) -> Figures:
    score = entity_score(gold, predicted)
    return {"f1": score.f1, "precision": score.precision, "recall": score.recall}


def measure_labels(
    gold: Sequence[str], runs: Sequence[Predicted], *, groups: Groups = None
) -> Measured:
    figures = tuple(label_figures(gold, run) for run in runs)
    return Measured(figures, label_intervals(gold, runs, groups), _right(gold, runs))


def measure_choices(
    gold: Sequence[str], runs: Sequence[Predicted], *, groups: Groups = None
) -> Measured:
    figures = tuple(choice_figures(gold, run) for run in runs)
    interval = label_intervals(gold, runs, groups)["accuracy"]
    return Measured(figures, {"accuracy": interval}, _right(gold, runs))


def measure_entities(gold: Tags, runs: Sequence[Tags], *, groups: Groups = None) -> Measured:
    figures = tuple(entity_figures(gold, run) for run in runs)
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
