"""Named entities that were found against those that are there: precision, recall and F1."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kasauti.records import Interval
from kasauti.scorers.labels.label_scores import resampled_interval
from kasauti.scorers.statistics.bootstrap import Counts, Floats

Tags = Sequence[Sequence[str]]  # of the words of each sentence


@dataclass(frozen=True, slots=True)
class EntityScore:
    """One set of predictions; an entity counts as found where its words and its type are right."""

    f1: float
    precision: float
    recall: float


def entity_score(gold: Tags, predicted: Tags) -> EntityScore:
    """Entity F1, precision and recall over all sentences, by seqeval."""
    from seqeval.metrics import f1_score, precision_score, recall_score

    _refuse_unequal(gold, predicted)
    tags = [list(sentence) for sentence in gold], [list(sentence) for sentence in predicted]
    return EntityScore(
        *(
            float(score(*tags, zero_division=0))
            for score in (f1_score, precision_score, recall_score)
        )
    )


def entity_counts(gold: Tags, predicted: Tags) -> NDArray[np.int64]:
    """[sentences, 3]: the entities found, those predicted and those that are there."""
    from seqeval.metrics.sequence_labeling import get_entities

    _refuse_unequal(gold, predicted)
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


def _refuse_unequal(gold: Tags, predicted: Tags) -> None:
    if not gold or [len(tags) for tags in gold] != [len(tags) for tags in predicted]:
        raise ValueError("need as many predicted tags as there are words in each sentence")
