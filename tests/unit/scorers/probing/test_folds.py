"""Folds: no lemma on both sides, labels spread, and the portions of a codelength."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kasauti.scorers.probing.codelength import portions
from kasauti.scorers.probing.examples import ProbeData, Surface
from kasauti.scorers.probing.folds import (
    FOLDS,
    INNER_FOLDS,
    control_labels,
    divide,
    lemma_folds,
    read_division,
)

EXAMPLES, LEMMAS = 240, 60


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


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 12)), min_size=30, max_size=80),
    st.integers(0, 5),
)
def test_no_lemma_is_on_both_sides(rows: list[tuple[int, int]], seed: int) -> None:
    labels = np.array([label for label, _ in rows])
    lemmas = [f"lemma {lemma}" for _, lemma in rows]
    division = divide(labels, lemmas, np.random.default_rng(seed))
    assert division.train.shape == (FOLDS, INNER_FOLDS + 2, len(rows))
    assert (division.test[:, 0].sum(axis=0) == 1).all()  # each example is tested once
    for train, test in zip(division.train, division.test, strict=True):
        assert not (train & test).any()
        assert (train[-1] == train[0]).all()  # the control has the task's own split
        assert (test[-1] == test[0]).all()
        for subset in range(INNER_FOLDS + 2):
            on_both = {lemmas[n] for n in np.flatnonzero(train[subset])} & {
                lemmas[n] for n in np.flatnonzero(test[subset])
            }
            assert not on_both
        # Nothing that is chosen inside a fold has seen the fold's test rows.
        assert not ((train[1:-1] | test[1:-1]) & test[0]).any()


def test_labels_are_spread_over_the_folds() -> None:
    random = np.random.default_rng(0)
    labels = random.integers(0, 3, size=300)
    lemmas = [str(lemma) for lemma in random.integers(0, 75, size=300)]
    folds = lemma_folds(labels, lemmas, 5, random)
    for label in range(3):
        counts = np.bincount(folds[labels == label], minlength=5)
        assert counts.min() > 0.7 * counts.mean()


def test_control_labels_are_per_type_with_task_frequency() -> None:
    random = np.random.default_rng(0)
    labels = (np.arange(1000) % 4 == 0).astype(np.int64)
    lemmas = [f"{n % 400}" for n in range(1000)]
    control = control_labels(labels, lemmas, random)
    assert len({(lemma, int(label)) for lemma, label in zip(lemmas, control, strict=True)}) == 400
    assert 0.15 < control.mean() < 0.35


def test_portions_keep_lemmas_together_and_end_with_all() -> None:
    lemmas = [f"{n % 30}" for n in range(160)]
    order, ends = portions(lemmas, np.random.default_rng(0))
    assert sorted(order.tolist()) == list(range(160))
    assert ends == [10, 20, 40, 80, 160]
    ordered = [lemmas[place] for place in order]
    assert sum(a != b for a, b in pairwise(ordered)) == 29


def test_a_given_division_tests_on_test_and_chooses_by_dev() -> None:
    division = read_division(["train"] * 8 + ["dev", "test"])
    assert division.test[0, 0].tolist() == [False] * 9 + [True]
    assert division.test[0, division.inner].tolist() == [[False] * 8 + [True, False]]
    assert division.train[0, 0].sum() == 8
    assert (division.train[0, -1] == division.train[0, 0]).all()
    assert (division.test[0, -1] == division.test[0, 0]).all()
