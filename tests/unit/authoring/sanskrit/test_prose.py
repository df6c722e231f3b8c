"""Prose of the frames: spelling, and values taken in turn."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.sanskrit.grammar.categories import prose
from authoring.sanskrit.sets.sampling import spread

pytest.importorskip("vidyut", reason="checking forms needs vidyut")

WORDS = st.sampled_from(["अहम्", "रामः", "वनम्", "अत्र", "गच्छति", "इच्छति", "फलम्"])


def test_prose_writes_anusvara_only_before_consonants() -> None:
    assert prose(["अहम्", "वनम्", "इच्छामि"]) == "अहं वनम् इच्छामि।"
    assert prose(["धिक्", "चोरम्"]) == "धिक् चोरम्।"


@given(st.lists(WORDS, min_size=1, max_size=6), st.data())
def test_prose_changes_nothing_but_a_final_m(words: list[str], data: st.DataObject) -> None:
    sentence = prose(words)
    assert sentence.endswith("।")
    written = sentence[:-1].split(" ")
    assert [word.replace("ं", "म्") for word in written] == words
    # Exchanging one word leaves all words but it and the one before it as they were.
    place = data.draw(st.integers(0, len(words) - 1))
    other = prose([*words[:place], "रामेण", *words[place + 1 :]])[:-1].split(" ")
    changed = [at for at in range(len(words)) if other[at] != written[at]]
    assert set(changed) <= {place - 1, place}


@given(st.lists(st.integers(0, 5), max_size=40), st.integers(0, 12), st.integers(0, 99))
def test_spread_takes_each_value_in_turn(values: list[int], size: int, seed: int) -> None:
    chosen = spread(values, size, random.Random(seed), [lambda value: value])
    assert len(chosen) == min(size, len(values))
    for value in chosen:
        # No value comes up twice more than another that was still to be had.
        for other in set(values):
            if chosen.count(value) > chosen.count(other) + 1:
                assert chosen.count(other) == values.count(other)
