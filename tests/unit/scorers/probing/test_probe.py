"""Probes: they find what is there, nothing where nothing is, and never see a lemma twice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.preprocessing import StandardScaler

from kasauti.engines.hidden_states.logistic import fit_logistic
from kasauti.scorers.probing.baselines import ngram_features
from kasauti.scorers.probing.examples import STRENGTHS, ProbeData, Surface
from kasauti.scorers.probing.folds import FOLDS
from kasauti.scorers.probing.probe import probe
from kasauti.scorers.statistics.clustered import clustered_share
from kasauti.scorers.statistics.intervals import wilson

EXAMPLES, HIDDEN, LEMMAS = 240, 64, 60


def task(classes: int = 2, examples: int = EXAMPLES, seed: int = 0) -> tuple[ProbeData, Any]:
    random = np.random.default_rng(seed)
    labels = np.arange(examples) % classes
    lemmas = random.integers(0, LEMMAS, size=examples)
    data = ProbeData(
        labels=tuple(f"label {label}" for label in labels),
        lemmas=tuple(f"lemma {lemma}" for lemma in lemmas),
        surfaces=tuple(Surface("", f"span{lemma}", "") for lemma in lemmas),
        splits=("",) * examples,
    )
    return data, labels


def noise(examples: int = EXAMPLES, layers: int = 3, seed: int = 1) -> Any:
    random = np.random.default_rng(seed)
    return random.normal(size=(examples, layers, HIDDEN)).astype(np.float32)


@pytest.mark.parametrize("classes", [2, 5])
def test_a_planted_linear_feature_is_found_in_its_layer(classes: int) -> None:
    data, labels = task(classes)
    vectors = noise()
    directions = np.random.default_rng(2).normal(size=(classes, HIDDEN))
    vectors[:, 1] += 0.7 * directions[labels]
    score = probe(vectors, data, fit=fit_logistic)
    assert score.tested.accuracy > 0.95
    assert score.tested.macro_f1 > 0.95
    assert score.chosen_layers == (1,) * FOLDS
    assert score.best_layer == score.highest.layer == 1
    planted, empty = score.at(1), score.at(2)
    assert planted.selectivity > 0.2
    assert planted.compression > 1.5 > 1.1 > empty.compression
    assert score.predictions.count(None) == 0
    right = sum(guess == label for guess, label in zip(score.predictions, data.labels, strict=True))
    assert right == score.tested.correct


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_noise_gives_chance_accuracy(classes: int, seed: int) -> None:
    data, _ = task(classes, seed=seed)
    score = probe(noise(seed=10 + seed), data, fit=fit_logistic)
    chance = wilson(round(EXAMPLES / classes), EXAMPLES, z=3.0)
    assert chance.low < score.tested.accuracy < chance.high
    assert score.baselines.majority < 1 / classes + 0.05
    assert all(layer.compression < 1.05 for layer in score.layers)


def test_lemma_only_label_is_memorized_not_generalized() -> None:
    data, _ = task()
    names = sorted(set(data.lemmas))
    random = np.random.default_rng(3)
    of_lemma = dict(zip(names, random.integers(0, 2, size=len(names)), strict=True))
    by_lemma = ProbeData(
        labels=tuple(f"label {of_lemma[lemma]}" for lemma in data.lemmas),
        lemmas=data.lemmas,
        surfaces=data.surfaces,
        splits=data.splits,
    )
    # Each lemma has a direction of its own: all that can be known is which lemma it is.
    directions = dict(zip(names, random.normal(size=(len(names), HIDDEN)), strict=True))
    vectors = noise(layers=1) * 0.3
    vectors[:, 0] += np.array([directions[lemma] for lemma in data.lemmas])
    score = probe(vectors, by_lemma, fit=fit_logistic)
    assert score.tested.accuracy < 0.65
    assert score.seen_types == 0  # a lemma has one spelling, and is on one side of a fold
    assert score.layers[0].control_accuracy < 0.65


def test_control_task_of_seen_types_is_memorized() -> None:
    data, _ = task(seed=4)
    types = [f"type{n % 12}" for n in range(EXAMPLES)]  # each with many lemmas
    seen = ProbeData(
        labels=data.labels,
        lemmas=data.lemmas,
        surfaces=tuple(Surface("", each, "") for each in types),
        splits=data.splits,
    )
    directions = np.random.default_rng(3).normal(size=(12, HIDDEN))
    vectors = noise(layers=1) * 0.3
    vectors[:, 0] += directions[np.arange(EXAMPLES) % 12]
    score = probe(vectors, seen, fit=fit_logistic)
    assert score.seen_types == 1
    assert score.layers[0].control_accuracy > 0.95


def test_the_layer_is_chosen_without_the_test_rows() -> None:
    data, _ = task(seed=5)
    score = probe(noise(layers=25, seed=6), data, fit=fit_logistic)
    # Of many empty layers one is lucky on the test rows; the honest figure is not.
    assert score.highest.accuracy > 0.55
    assert score.tested.accuracy < score.highest.accuracy


def test_every_figure_of_a_layer_has_an_interval_around_it() -> None:
    data, _ = task(seed=7)
    score = probe(noise(layers=1, seed=8), data, fit=fit_logistic)
    (layer,) = score.layers
    assert layer.codelength_interval
    assert layer.selectivity_interval
    assert layer.codelength_interval.low < layer.codelength < layer.codelength_interval.high
    assert layer.selectivity_interval.low < layer.selectivity < layer.selectivity_interval.high
    assert layer.selectivity_interval.low < 0 < layer.selectivity_interval.high
    right = {name: np.mean(each) for name, each in score.baselines.right.items()}
    assert right["letters"] == pytest.approx(score.baselines.ngrams)
    assert right["layer_0"] == pytest.approx(score.baselines.layer_0)


def test_uninformed_codelength_is_uniform() -> None:
    def know_nothing(
        features: Any, labels: Any, train: Any, *, classes: int, strengths: Any
    ) -> Any:
        shape = (len(features), *train.shape[:2], len(strengths), train.shape[2], classes)
        return np.full(shape, -np.log(classes), dtype=np.float32)

    data, _ = task(4)
    score = probe(noise(), data, fit=know_nothing)
    for layer in score.layers:
        # Two bits a label, and the name of the strength.
        assert layer.codelength == pytest.approx(2 * EXAMPLES + np.log2(len(STRENGTHS)))


def test_only_the_wanted_layers_and_the_first_are_probed() -> None:
    data, _ = task()
    score = probe(noise(layers=6), data, fit=fit_logistic, layers=[4])
    assert [layer.layer for layer in score.layers] == [0, 4]
    assert set(score.chosen_layers) == {4}


def test_a_given_division_is_kept() -> None:
    data, labels = task()
    splits = tuple("train" if n < 160 else "dev" if n < 200 else "test" for n in range(EXAMPLES))
    vectors = noise(layers=1)
    vectors[:200, 0, 0] += 5.0 * labels[:200]
    vectors[200:, 0, 0] -= 5.0 * labels[200:]  # the test rows are the other way round
    divided = ProbeData(
        labels=data.labels, lemmas=data.lemmas, surfaces=data.surfaces, splits=splits
    )
    score = probe(vectors, divided, fit=fit_logistic)
    assert score.tested.total == 40
    assert score.tested.accuracy < 0.5
    assert score.predictions[:200] == (None,) * 200


def test_the_same_seed_gives_the_same_score() -> None:
    data, _ = task()
    vectors = noise(layers=2)
    assert probe(vectors, data, fit=fit_logistic) == probe(vectors, data, fit=fit_logistic)


@pytest.mark.parametrize(
    ("examples", "dimensions"), [(120, 300), (300, 40)], ids=["few rows", "many rows"]
)
@pytest.mark.parametrize("classes", [2, 3, 7])
def test_fits_agree_with_scikit_learn(examples: int, dimensions: int, classes: int) -> None:
    random = np.random.default_rng(classes)
    labels = random.integers(0, classes, size=examples)
    directions = random.normal(size=(classes, dimensions))
    plain = random.normal(size=(3, examples, dimensions)) + 0.25 * directions[labels]
    mixing = random.normal(size=(dimensions, dimensions)) * np.exp(-np.arange(dimensions) / 20)
    features = (plain @ mixing).astype(np.float32)
    features[:, :, 5] = 1.0  # says nothing
    fold = random.integers(0, 3, size=examples)
    train = np.array([[fold != 0], [fold != 1]])
    found = fit_logistic(features, labels[None], train, classes=classes, strengths=STRENGTHS)
    assert found.shape == (3, 2, 1, len(STRENGTHS), examples, classes)
    for layer in range(3):
        for place, (rows,) in enumerate(train):
            scaled = StandardScaler().fit(features[layer][rows]).transform(features[layer])
            for index, strength in enumerate(STRENGTHS):
                # Per dimension; with two labels scikit-learn has one weight, not two.
                penalty = strength * (dimensions - 1) / (2 if classes == 2 else 1)
                theirs = LogisticRegression(C=1 / penalty, max_iter=10000, tol=1e-6)
                theirs.fit(scaled[rows].astype(np.float64), labels[rows])
                guesses = found[layer, place, 0, index].argmax(axis=1)
                ours = (guesses == labels)[~rows].mean()
                expected = theirs.score(scaled[~rows], labels[~rows])
                assert abs(ours - expected) <= 0.01 + 1e-9
                probabilities = np.exp(found[layer, place, 0, index][~rows])
                assert np.abs(probabilities - theirs.predict_proba(scaled[~rows])).mean() < 0.01


def test_subsets_have_their_own_rows_and_labels() -> None:
    random = np.random.default_rng(0)
    features = random.normal(size=(1, 90, 20)).astype(np.float32)
    first = (features[0, :, 0] > 0).astype(np.int64)
    second = (features[0, :, 1] > 0).astype(np.int64)
    whole = np.ones(90, dtype=np.bool_)
    half = np.arange(90) < 45
    together = fit_logistic(
        features, np.stack([first, second]), np.array([[whole, half]]), classes=2, strengths=[0.1]
    )
    # The subset is standardized by the whole fold, so it is fitted beside it to be the same.
    assert (together[0, 0, 0, 0].argmax(axis=1) == first).mean() > 0.95
    assert (together[0, 0, 1, 0].argmax(axis=1) == second)[half].mean() > 0.95
    assert (together[0, 0, 1, 0].argmax(axis=1) == first)[half].mean() < 0.8


def test_the_macro_f1_of_a_probe_agrees_with_scikit_learn() -> None:
    data, _ = task(3)
    score = probe(noise(), data, fit=fit_logistic)
    expected = f1_score(data.labels, score.predictions, average="macro")
    assert score.tested.macro_f1 == pytest.approx(expected)
    assert score.tested.correct == sum(
        label == chosen for label, chosen in zip(data.labels, score.predictions, strict=True)
    )


def test_the_interval_is_over_lemmas_and_has_a_width() -> None:
    data, _ = task(3)
    score = probe(noise(), data, fit=fit_logistic)
    right = [one == other for one, other in zip(data.labels, score.predictions, strict=True)]
    lemmas = [{"lemma": lemma} for lemma in data.lemmas]
    interval, clusters = clustered_share(right, lemmas, ("lemma",))
    assert clusters
    assert score.tested.interval == interval
    assert all(each.interval.low < each.interval.high for each in score.layers)


def test_ngrams_mark_the_ends_of_the_span() -> None:
    features = ngram_features(["आता", "ता", "ताआ"])
    assert features.shape[0] == 3
    assert len({tuple(row) for row in features.tolist()}) == 3


def test_letters_that_tell_the_label_are_found_by_the_baseline() -> None:
    data, labels = task()
    telling = ProbeData(
        labels=data.labels,
        lemmas=data.lemmas,
        surfaces=tuple(
            Surface("", f"{surface.span}{'ता' if label else 'या'}", "")
            for surface, label in zip(data.surfaces, labels, strict=True)
        ),
        splits=data.splits,
    )
    assert probe(noise(layers=1), telling, fit=fit_logistic).baselines.ngrams > 0.95
    assert probe(noise(layers=1), data, fit=fit_logistic).baselines.ngrams < 0.6


def test_layers_are_fitted_together() -> None:
    data, _ = task(3)
    calls: list[int] = []

    def counted(features: Any, *arguments: Any, **options: Any) -> Any:
        calls.append(len(features))
        return fit_logistic(features, *arguments, **options)

    probe(noise(layers=1), data, fit=counted)
    one = len(calls)
    probe(noise(layers=4), data, fit=counted)
    assert len(calls) == 2 * one
    assert 4 in calls


def test_rows_that_do_not_vary_are_fitted_by_their_intercepts() -> None:
    features = np.ones((2, 4, 3), dtype=np.float32)
    labels = np.array([[0, 0, 0, 1]])
    train = np.ones((1, 1, 4), dtype=np.bool_)
    found = fit_logistic(features, labels, train, classes=2, strengths=STRENGTHS)
    assert np.exp(found)[..., 0] == pytest.approx(0.75, abs=1e-2)


@pytest.mark.parametrize("lemmas", [5, 6, 7, 11])
def test_few_examples_are_probed(lemmas: int) -> None:
    labels = ["a", "b"] * lemmas
    names = tuple(f"lemma {index // 2}" for index in range(2 * lemmas))
    data = ProbeData(
        labels=tuple(labels),
        lemmas=names,
        surfaces=tuple(Surface("", "same", "") for _ in labels),
        splits=("",) * len(labels),
    )
    vectors = np.zeros((len(labels), 2, 4), dtype=np.float32)
    score = probe(vectors, data, fit=fit_logistic)
    assert np.isfinite([layer.codelength for layer in score.layers]).all()
    assert score.tested.total == len(labels)
