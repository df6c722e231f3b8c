"""Linear probes: what can be predicted of a word from a layer's vectors, beside baselines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kasauti.records import Interval, Layer
from kasauti.scorers.labels.label_scores import macro_f1
from kasauti.scorers.probing.baselines import (
    Baselines,
    RuleScore,
    best_rule,
    majority_right,
    ngram_features,
)
from kasauti.scorers.probing.codelength import codelengths
from kasauti.scorers.probing.examples import STRENGTHS, Fit, Floats, Labels, ProbeData
from kasauti.scorers.probing.folds import Division, control_labels, divide, read_division
from kasauti.scorers.statistics.change_intervals import share_change_interval
from kasauti.scorers.statistics.clustered import (
    choose_kinds,
    clustered_share,
    fewest_clusters,
    number_clusters,
)


@dataclass(frozen=True, slots=True)
class Tested:
    """Predictions for examples that were not trained on."""

    accuracy: float
    correct: int
    total: int
    macro_f1: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class ProbeScore:
    """A task's score: at the layer chosen without the test rows, and at every layer.

    `tested` is the figure to report. `highest` is the best layer by the test rows themselves,
    so it is optimistic.
    """

    labels: tuple[str, ...]
    tested: Tested
    chosen_layers: tuple[int, ...]  # of each fold
    predictions: tuple[str | None, ...]  # of each example; None where it was not tested
    layers: tuple[Layer, ...]
    baselines: Baselines
    seen_types: float  # share of test rows whose word type is in their training rows

    @property
    def best_layer(self) -> int:
        """The layer that most folds chose; of several, the lowest."""
        counts = Counter(self.chosen_layers)
        return min(counts, key=lambda layer: (-counts[layer], layer))

    @property
    def highest(self) -> Layer:
        return max(self.layers, key=lambda layer: (layer.accuracy, -layer.layer))

    def at(self, layer: int) -> Layer:
        return next(score for score in self.layers if score.layer == layer)


def probe(
    vectors: Floats,
    data: ProbeData,
    *,
    fit: Fit,
    layers: Sequence[int] | None = None,
    seed: int = 0,
) -> ProbeScore:
    """Probe a task's vectors [examples, layers, hidden].

    layers: those to be probed and chosen from; by default all. Layer 0 is a baseline and
    always probed.
    """
    if len(vectors) != len(data.labels):
        raise ValueError(f"{len(vectors)} vectors for {len(data.labels)} labels")
    candidates = list(range(vectors.shape[1]) if layers is None else layers)
    numbers = sorted({0, *candidates})
    names = tuple(dict.fromkeys(data.labels))
    labels = np.array([names.index(label) for label in data.labels], dtype=np.int64)
    random = np.random.default_rng(seed)
    division = _division(labels, data, random)
    control = control_labels(labels, data.types, random)
    both = labels, control
    features = np.ascontiguousarray(vectors.transpose(1, 0, 2)[numbers])  # [layers, examples, …]
    fitted = _Fitted.of(features, both, division, data.lemmas, fit)
    bits = codelengths(features, labels, data.lemmas, data.splits, fit=fit, random=random)
    ngrams = _Fitted.of(ngram_features(data.types)[None], both, division, data.lemmas, fit)
    scores = []
    for index, number in enumerate(numbers):
        tested = fitted.test_layer(index)
        control_accuracy, selectivity_interval = fitted.control(index, control)
        scores.append(
            Layer(
                layer=number,
                accuracy=tested.accuracy,
                correct=tested.correct,
                total=tested.total,
                interval=tested.interval,
                macro_f1=tested.macro_f1,
                control_accuracy=control_accuracy,
                selectivity=tested.accuracy - control_accuracy,
                selectivity_interval=selectivity_interval,
                codelength=bits.mean(index),  # bits, of all labels given the vectors
                codelength_interval=bits.interval(index),
                compression=bits.uniform / bits.mean(index),
            )
        )
    best = fitted.choose_layers([numbers.index(layer) for layer in candidates])
    chosen = fitted.predictions(best)
    rule = best_rule(data.surfaces, labels, division.train[:, 0], division.test[:, 0])
    right = {
        "majority": majority_right(labels, division),
        "one_rule": np.array(rule.right),
        "letters": ngrams.predictions_of(0) == labels,
        "layer_0": fitted.predictions_of(0) == labels,
    }
    return ProbeScore(
        names,
        fitted.test(chosen),
        tuple(numbers[index] for index in best),
        tuple(names[label] if label >= 0 else None for label in chosen.tolist()),
        tuple(scores),
        Baselines(
            float(right["majority"][chosen >= 0].mean()),  # -1: not tested
            ngrams.test_layer(0).accuracy,
            scores[0].accuracy,
            rule,
            {name: tuple(found.tolist()) for name, found in right.items()},
        ),
        _seen(data.types, division),
    )


def one_rule(data: ProbeData, *, seed: int = 0) -> RuleScore:
    """The best one-line rule for a task, over the folds that its probe is tested on."""
    names = tuple(dict.fromkeys(data.labels))
    labels = np.array([names.index(label) for label in data.labels], dtype=np.int64)
    division = _division(labels, data, np.random.default_rng(seed))
    return best_rule(data.surfaces, labels, division.train[:, 0], division.test[:, 0])


@dataclass(frozen=True, slots=True, eq=False)
class _Fitted:
    """The fits of all layers and folds, each at the strength that its inner folds chose."""

    labels: Labels
    lemmas: Sequence[str]
    division: Division
    predicted: Labels  # [layers, folds, subsets, examples]
    inner_score: NDArray[np.float64]  # [layers, folds], to choose a layer by

    @classmethod
    def of(
        cls,
        features: Floats,
        both: tuple[Labels, Labels],  # the labels, and those of the control task
        division: Division,
        lemmas: Sequence[str],
        fit: Fit,
    ) -> _Fitted:
        labels, control = both
        subsets = division.train.shape[1]
        given = np.stack([labels] * (subsets - 1) + [control])
        classes = int(labels.max()) + 1
        logprobs = fit(features, given, division.train, classes=classes, strengths=STRENGTHS)
        scores = _inner_scores(logprobs, labels, division)  # [layers, folds, strengths]
        best = scores.argmax(axis=2)[:, :, None, None, None]
        guesses = logprobs.argmax(axis=5)  # [layers, folds, subsets, strengths, examples]
        predicted = np.take_along_axis(guesses, best, axis=3)[:, :, :, 0]
        return cls(labels, lemmas, division, predicted, scores.max(axis=2))

    def choose_layers(self, candidates: Sequence[int]) -> list[int]:
        """The index of the layer that each fold chooses, by its inner folds only."""
        best = self.inner_score[list(candidates)].argmax(axis=0)
        return [candidates[index] for index in best.tolist()]

    def predictions(self, layers: Sequence[int]) -> Labels:
        """Of each example, by the layer of its test fold; -1 where it is not tested."""
        predicted = np.full(len(self.labels), -1)
        for fold, layer in enumerate(layers):
            rows = self.division.test[fold, 0]
            predicted[rows] = self.predicted[layer, fold, 0, rows]
        return predicted

    def predictions_of(self, layer: int) -> Labels:
        """The predictions of one layer in all folds."""
        return self.predictions([layer] * len(self.division.test))

    def test_layer(self, layer: int) -> Tested:
        return self.test(self.predictions_of(layer))

    def test(self, predicted: Labels) -> Tested:
        right = predicted == self.labels
        rows = np.asarray(self.division.test[:, 0].any(axis=0))
        correct, total = int(right[rows].sum()), int(rows.sum())
        lemmas = [{"lemma": self.lemmas[row]} for row in np.flatnonzero(rows).tolist()]
        interval, _ = clustered_share(right[rows].tolist(), lemmas, choose_kinds(lemmas, "lemma"))
        return Tested(
            correct / total,
            correct,
            total,
            self._macro_f1(rows, predicted),
            interval,
        )

    def _macro_f1(self, rows: NDArray[np.bool_], predicted: Labels) -> float:
        once = np.ones(int(rows.sum()), dtype=np.int64)
        return float(macro_f1(self.labels[rows], predicted[rows], once, int(self.labels.max()) + 1))

    def control(self, layer: int, control: Labels) -> tuple[float, Interval]:
        """Return the accuracy of the control task, and the interval of the selectivity.

        The interval is that of a change from the control task to the task on the same examples.
        """
        right = (self.predictions_of(layer) == self.labels).astype(float)
        learned = np.zeros(len(self.labels))
        for fold, rows in enumerate(self.division.test[:, -1]):
            learned[rows] = (self.predicted[layer, fold, -1] == control)[rows]
        rows = np.flatnonzero(self.division.test[:, -1].any(axis=0))
        lemmas = [{"lemma": self.lemmas[row]} for row in rows.tolist()]
        chosen = fewest_clusters(lemmas, choose_kinds(lemmas, "lemma"))
        changes = (right - learned)[rows].tolist()
        names = number_clusters(chosen[1]).tolist() if chosen else None
        return float(learned[rows].mean()), share_change_interval(changes, names)


def _division(labels: Labels, data: ProbeData, random: np.random.Generator) -> Division:
    if any(data.splits):
        return read_division(data.splits)
    return divide(labels, data.lemmas, random)


def _inner_scores(logprobs: Floats, labels: Labels, division: Division) -> NDArray[np.float64]:
    """[layers, folds, strengths]: the inner folds' accuracy; of equal ones the likelier wins."""
    inner = logprobs[:, :, division.inner]
    rows = division.test[:, division.inner, None]  # [folds, subsets, 1, examples]
    right = (inner.argmax(axis=5) == labels) & rows
    given = inner[..., np.arange(len(labels)), labels]
    count = rows.sum(axis=(1, 3))  # [folds, 1]
    accuracy = right.sum(axis=(2, 4)) / count
    likelihood = np.where(rows, given, 0.0).sum(axis=(2, 4)) / count
    scores: NDArray[np.float64] = accuracy + 1e-6 * likelihood
    return scores


def _seen(types: Sequence[str], division: Division) -> float:
    """The share of test rows whose word type is among the training rows of their fold."""
    seen = total = 0
    for train, test in zip(division.train[:, 0], division.test[:, 0], strict=True):
        known = {types[row] for row in np.flatnonzero(train).tolist()}
        tested = [types[row] for row in np.flatnonzero(test).tolist()]
        seen += sum(each in known for each in tested)
        total += len(tested)
    return seen / total
