"""Markers, distinctions and negative patterns are found as whole words, with their places."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.data.quiz.persona import read_persona
from kasauti.records.persona import Markers, Persona, Phrase
from kasauti.scorers.voice.voice import WEIGHTS, find_voice, marker_score, voice_score
from tests.support.data.quiz_packs import write_pack


@pytest.fixture(scope="module")
def persona(tmp_path_factory: pytest.TempPathFactory) -> Persona:
    return read_persona(write_pack(tmp_path_factory.mktemp("pack")) / "persona.toml")


QUESTION = "Does the halving matter?"


def test_marker_counts_are_capped_and_weighted(persona: Persona) -> None:
    # The odds weigh twice as much as the picture.
    assert find_voice("", "The odds, the odds, the odds.", persona).marker_score == 2 / 3
    assert find_voice("", "A tide.", persona).marker_score == 1 / 3
    assert find_voice("", "A tide tends to turn.", persona).marker_score == 1.0
    assert find_voice("", "", persona).marker_score == 0.0


def test_marker_is_a_whole_word_in_any_case(persona: Persona) -> None:
    assert find_voice("", "ODDS", persona).marker_score == 2 / 3
    assert find_voice("", "oddsmaker, unlikely", persona).marker_score == 0.0


def test_devanagari_words_have_boundaries_too() -> None:
    assert Phrase("मौसम").find("यह मौसम है।")
    assert not Phrase("मौसम").find("मौसमी फल")
    assert not Phrase("समय").find("असमय")


def test_overlapping_markers_count_once(persona: Persona) -> None:
    voice = find_voice("", "tends to", persona)
    assert [(match.text, match.start, match.end) for match in voice.markers] == [("tends to", 0, 8)]


def test_every_match_is_reported_with_its_place(persona: Persona) -> None:
    answer = "Credit “tends to” turn like the tide — to the moon."
    voice = find_voice(QUESTION, answer, persona)
    for match in voice.markers:
        assert answer[match.start : match.end] == match.text
    (negative,) = voice.negatives
    assert answer[negative.start : negative.end] == negative.said == "to the moon"
    assert "to the moon" in negative.sentence


@pytest.mark.parametrize(
    ("answer", "said", "missing"),
    [
        ("Credit matters.", [], []),
        ("The halving causes the cycle. Credit too.", ["halving causes the cycle"], []),
        ("The halving does not cause the cycle; credit does.", [], []),
        ("It is a myth that the halving causes the cycle: credit does.", [], []),
        ("Does the halving drive the cycle? The mood does.", [], []),
        ("It matters.", [], ["credit|mood"]),
        ("Yes, the halving drives the cycle.", ["halving drives the cycle"], ["credit|mood"]),
    ],
)
def test_distinction_requires_and_forbids_phrases(
    persona: Persona, answer: str, said: list[str], missing: list[str]
) -> None:
    voice = find_voice(QUESTION, answer, persona)
    assert voice.applied == ("halving and cycle",)
    assert [each.said for each in voice.violations if each.said] == said
    assert [each.missing for each in voice.violations if each.missing] == missing
    assert voice.distinction_score == (0.0 if said or missing else 1.0)


def test_distinction_applies_only_to_its_subject(persona: Persona) -> None:
    voice = find_voice("Why do tides turn?", "The halving causes the cycle.", persona)
    assert voice.applied == ()
    assert voice.violations == ()
    assert voice.distinction_score == 1.0


def test_a_typographic_apostrophe_denies_as_well(persona: Persona) -> None:
    assert not find_voice("", "It isn’t guaranteed.", persona).negatives
    assert find_voice("", "It is guaranteed.", persona).negatives


def test_the_weights_are_as_documented(persona: Persona) -> None:
    assert WEIGHTS == {"semantic": 0.5, "markers": 0.3, "distinctions": 0.1, "negatives": 0.1}
    perfect = find_voice(QUESTION, "Credit likely follows a tide.", persona)
    assert voice_score(1.0, perfect) == pytest.approx(1.0)
    worst = find_voice(QUESTION, "The halving causes the cycle, guaranteed.", persona)
    assert voice_score(0.0, worst) == 0.0
    assert voice_score(0.6, worst) == pytest.approx(0.3)


@given(st.lists(st.tuples(st.floats(0.1, 10), st.floats(0, 5)), min_size=1))
def test_a_marker_score_lies_between_the_groups(groups: list[tuple[float, float]]) -> None:
    shares = [min(1.0, share) for _, share in groups]
    assert min(shares) - 1e-9 <= marker_score(groups) <= max(shares) + 1e-9


@given(st.text(max_size=200))
def test_voice_matches_have_correct_positions(text: str) -> None:
    voice = find_voice(QUESTION, text, HARD)
    assert 0 <= voice.marker_score <= 1
    assert 0 <= voice_score(0.5, voice) <= 1
    for match in voice.markers:
        assert text[match.start : match.end].lower() in ("odds", "likely", "tide", "tides")


def _hard() -> Persona:
    group = Markers("odds", 1.0, 1, (Phrase("odds|likely"), Phrase("tides?")))
    return Persona("x", "y", (group,), (), ())


HARD = _hard()


def test_the_persona_of_the_tests_is_read(tmp_path: Path, persona: Persona) -> None:
    assert [group.name for group in persona.markers] == ["odds", "picture"]
    assert persona.distinctions[0].why == "The halving does not cause the cycle."
    assert [negative.name for negative in persona.negatives] == ["certainty"]
