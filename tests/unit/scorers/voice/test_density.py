"""Voice per 100 words: neither length nor the words of the subject make a voice."""

from __future__ import annotations

import pytest

from kasauti.records.persona import Markers, Persona, Phrase
from kasauti.scorers.voice.voice import (
    FEWEST_WORDS,
    find_voice,
    marker_weights,
    voice_per_100_words,
)

PERSONA = Persona(
    "p",
    "",
    tuple(Markers(name, 1.0, 1, (Phrase(name),)) for name in ("odds", "cycle", "tide")),
    (),
    (),
)
WEIGHTS = marker_weights(
    PERSONA, ["the odds of a cycle turn with time " * 8], ["what is a cycle in words " * 8]
)


def value(answer: str) -> float:
    return voice_per_100_words(find_voice("", answer, PERSONA).markers, answer, WEIGHTS)


def test_group_weighs_by_references_against_questions() -> None:
    assert WEIGHTS["odds"] > 1
    assert WEIGHTS["cycle"] < 0  # the questions have it more often
    assert WEIGHTS["tide"] == 0  # neither has it


def test_length_does_not_raise_the_voice() -> None:
    short = "plain " * 20 + "odds odds"
    assert value(short) > value("plain " * 200 + "odds odds odds odds")
    assert value(f"{short} {short}") == pytest.approx(value(short))


def test_few_words_are_not_a_strong_voice() -> None:
    assert value("odds") == pytest.approx(100 * WEIGHTS["odds"] / FEWEST_WORDS)


def test_answer_without_words_has_no_voice() -> None:
    assert value("") == 0
