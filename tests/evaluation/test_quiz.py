"""The quiz: does the model know its subject, and does it answer in the persona's voice?"""

from __future__ import annotations

import pytest

from kasauti.data.quiz_cases import QuizCase
from kasauti.fixtures.quiz import QuizScorer
from kasauti.fixtures.quiz_measurement import quiz_fields
from kasauti.fixtures.record import Record


@pytest.mark.quiz
def test_answers_are_right_and_in_the_voice(
    quiz_case: QuizCase, score_quiz: QuizScorer, record: Record
) -> None:
    early_end = score_quiz.early_end()
    if early_end and quiz_case.level != "topic":
        pytest.skip(early_end)
    judged = score_quiz(quiz_case)
    record(quiz_fields(judged, score_quiz.report_fields()) | score_quiz.provenance(quiz_case))
    passed = judged.passed
    assert passed, judged.complaint()
