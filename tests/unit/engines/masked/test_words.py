"""Words end at white space and punctuation, never inside a letter with its marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.engines.masked.sentences import word_stops
from tests.support.masked_models import word_numbers


def words(text: str, *spans: tuple[int, int]) -> list[list[str]]:
    """The tokens of each word, as `word_stops` groups them."""
    stops = word_stops(text, spans)
    grouped: list[list[str]] = []
    start = 0
    while start < len(spans):
        assert set(stops[start : stops[start]]) == {stops[start]}
        grouped.append([text[slice(*span)] for span in spans[start : stops[start]]])
        start = stops[start]
    return grouped


def characters(text: str) -> list[str]:
    """The words of a text of which every character is a token, but for white space."""
    spans = [(i, i + 1) for i, character in enumerate(text) if not character.isspace()]
    return ["".join(word) for word in words(text, *spans)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("लड़कियाँ पढ़ती हैं।", ["लड़कियाँ", "पढ़ती", "हैं", "।"]),
        ("क्षत्रियः दुःखम्॥", ["क्षत्रियः", "दुःखम्", "॥"]),
        ("क्‍या श्री‌मान", ["क्‍या", "श्री‌मान"]),  # with the joiner and the non-joiner
        ("'ज़रूर', कहा–सुना", ["'", "ज़रूर", "'", ",", "कहा", "–", "सुना"]),
        ("कोऽपि १२३ डॉ॰", ["कोऽपि", "१२३", "डॉ", "॰"]),
        ("don't stop...", ["don", "'", "t", "stop", ".", ".", "."]),
        ("₹500+abc12", ["₹", "500", "+", "abc12"]),
        ("cafe\u0301 na\u0308ive", ["cafe\u0301", "na\u0308ive"]),
        ("।\u0901क", ["।\u0901", "क"]),  # a mark on a punctuation mark stays with it
        ("", []),
    ],
)
def test_words_of_a_text(text: str, expected: list[str]) -> None:
    assert characters(text) == expected


@given(st.text(st.sampled_from("कख़ऽ्ािँः़।॥,-'aé1 \t\u200d\u200c\u0301€")))
def test_words_equal_reference(text: str) -> None:
    expected: dict[int, str] = {}
    for number, character in zip(word_numbers(text), text, strict=True):
        if number is not None:
            expected[number] = expected.get(number, "") + character
    assert characters(text) == list(expected.values())


def test_bytes_of_one_character_are_of_one_word() -> None:
    assert words("क ।", (0, 1), (0, 1), (1, 3), (2, 3), (2, 3)) == [
        ["क", "क"],
        [" ।", "।", "।"],
    ]


def test_whitespace_token_joins_next_word() -> None:
    assert words("घर  है", (0, 2), (2, 3), (3, 4), (4, 6)) == [["घर"], [" ", " ", "है"]]
    assert words("घर है", (0, 2), (3, 3), (3, 5)) == [["घर"], ["", "है"]]
    assert words("घर ", (0, 2), (2, 3)) == [["घर"], [" "]]


def test_a_token_across_a_boundary_joins_both_sides() -> None:
    assert words("(boys. He", (0, 2), (2, 4), (4, 6), (6, 9)) == [["(b", "oy", "s."], [" He"]]


def test_dropped_mark_is_not_a_boundary() -> None:
    assert words("ज़मीन", (0, 1), (2, 3), (4, 5)) == [["ज", "म", "न"]]


def test_punctuation_that_the_tokenizer_dropped_is_a_boundary() -> None:
    assert words("कहा-सुना", (0, 3), (4, 8)) == [["कहा"], ["सुना"]]
