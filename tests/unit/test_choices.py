"""The matrix of choices, and its picture."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from hypothesis import given
from hypothesis import strategies as st

from kasauti.reports.matrix_svg import matrix_svg
from kasauti.scorers.choices import choice_matrix

CASES = ["nominative", "genitive", "<b>", "d'"]
decisions = st.lists(
    st.tuples(st.sampled_from(CASES), st.sampled_from(CASES), st.booleans()), min_size=1
)


@given(decisions)
def test_every_decision_is_counted_once(made: list[tuple[str, str, bool]]) -> None:
    matrix = choice_matrix(made)
    assert sum(sum(row.values()) for row in matrix.values()) == len(made)


def test_the_diagonal_is_what_was_right() -> None:
    matrix = choice_matrix([("a", "b", True), ("a", "c", True), ("a", "c", False)])
    assert matrix == {"a": {"a": 2, "c": 1}}


@given(decisions)
def test_the_picture_shows_every_count_and_escapes_names(
    made: list[tuple[str, str, bool]],
) -> None:
    matrix = choice_matrix(made)
    picture = ElementTree.fromstring(matrix_svg(matrix, "<title> & 'more'"))
    texts = [element.text for element in picture if element.tag.endswith("text")]
    counts = [str(count) for row in matrix.values() for count in row.values()]
    assert sorted(text for text in texts if text in counts) == sorted(counts)
    assert set(matrix) <= set(texts)
