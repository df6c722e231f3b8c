"""Directions of clauses: which way they point, and whether two point the same way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.scorers.directions import agreement, directions


@pytest.mark.parametrize(
    ("one", "other", "agreed"),
    [
        ("prices went up", "prices went down", -1.0),
        ("prices rise", "it climbs", 1.0),
        ("prices do not rise", "prices fall", 1.0),
        ("they never fall", "they drop", -1.0),
        ("lenders tighten late", "lenders are generous early", -1.0),
        ("it rises slowly", "it rises quickly", 0.0),
        ("the river is blue", "prices rise", None),
    ],
)
def test_clauses_agree_or_contradict(one: str, other: str, agreed: float | None) -> None:
    assert agreement(directions(one), directions(other)) == agreed


@given(st.text())
def test_any_text_agrees_with_itself(text: str) -> None:
    ways = directions(text)
    assert agreement(ways, ways) == (1.0 if ways else None)
