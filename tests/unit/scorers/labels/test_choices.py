"""Choosing the highest, and the matrix of choices."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.scorers.labels.choices import choice_matrix, highest

CASES = ["nominative", "genitive", "<b>", "d'"]
decisions = st.lists(st.tuples(st.sampled_from(CASES), st.sampled_from(CASES)), min_size=1)


@given(st.lists(st.integers(0, 3), min_size=1))
def test_highest_is_chosen_and_tie_gives_none(values: list[int]) -> None:
    index = highest(values)
    if index is None:
        assert values.count(max(values)) > 1
    else:
        assert all(values[index] > value for i, value in enumerate(values) if i != index)


@pytest.mark.parametrize("values", [[], [1.0, float("nan")]])
def test_highest_of_empty_or_nan_raises(values: list[float]) -> None:
    with pytest.raises(ValueError, match="at least one value"):
        highest(values)


@given(decisions)
def test_every_decision_is_counted_once(made: list[tuple[str, str]]) -> None:
    matrix = choice_matrix(made)
    assert sum(sum(row.values()) for row in matrix.values()) == len(made)


def test_diagonal_counts_right_choices() -> None:
    matrix = choice_matrix([("a", "a"), ("a", "c"), ("a", "a")])
    assert matrix == {"a": {"a": 2, "c": 1}}
