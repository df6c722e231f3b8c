"""A question passes when its four thresholds are met; a level is what its questions are "
"together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kasauti.scorers.voice.composite import (
    LevelResult,
    QuestionResult,
    QuestionThresholds,
    ends_early,
)
from kasauti.scorers.voice.voice import Violation, Voice

GOOD = Voice((), 0.60, ("halving",), (), ())
BROKEN = Violation("halving", "x", "x.", 0, 1, "", "because")


def result(semantic: float = 0.70, voice: Voice = GOOD, name: str = "q1") -> QuestionResult:
    return QuestionResult(name, semantic, voice, QuestionThresholds())


@pytest.mark.parametrize(
    ("question", "misses"),
    [
        (result(), []),
        (result(0.699), ["semantic"]),
        (result(float("nan")), ["semantic"]),
        (result(voice=replace(GOOD, marker_score=0.599)), ["markers"]),
        (result(voice=replace(GOOD, violations=(BROKEN,))), ["distinctions"]),
        (result(voice=replace(GOOD, negatives=(BROKEN,))), ["negatives"]),
        (result(0, Voice((), 0, ("a",), (BROKEN,), (BROKEN,))),
         ["semantic", "markers", "distinctions", "negatives"]),
    ],
)  # fmt: skip
def test_question_passes_only_if_all_four_thresholds_met(question, misses) -> None:
    assert question.misses == misses
    assert question.passed == (not misses)


def test_a_level_averages_its_questions() -> None:
    two = replace(GOOD, applied=("halving", "risk"), violations=(BROKEN,), negatives=(BROKEN,) * 2)
    level = LevelResult((result(0.9), result(0.5, two)))
    assert (level.correct, level.total, level.accuracy) == (1, 2, 0.5)
    assert level.semantic == pytest.approx(0.7)
    assert level.voice == pytest.approx((0.45 + 0.18 + 0.2 + 0.25 + 0.18 + 0.05) / 2)
    assert level.distinctions_asked == 3
    assert level.distinctions_kept == pytest.approx(2 / 3)
    assert level.negatives == 2
    assert level.interval.low < 0.5 < level.interval.high


def test_a_level_that_asks_about_no_distinction_keeps_them_all() -> None:
    assert LevelResult((result(voice=replace(GOOD, applied=())),)).distinctions_kept == 1.0


def test_a_level_without_questions_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one question"):
        LevelResult(())


@pytest.mark.parametrize(
    ("passed", "ends"),
    [([], False), ([True], False), ([False], True), ([True, False], False),
     ([True, False, False], True)],
)  # fmt: skip
def test_under_half_of_the_topics_the_quiz_ends_early(passed: list[bool], ends: bool) -> None:
    assert ends_early(passed) == ends
