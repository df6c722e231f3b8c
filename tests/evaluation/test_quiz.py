"""The quiz: does the model know its subject, and does it answer in the persona's voice?"""

from __future__ import annotations

import pytest

from kasauti.fixtures.recording.record import Record
from kasauti.fixtures.suites.quiz.cases import QuizCase
from kasauti.fixtures.suites.suite import Measure


@pytest.mark.quiz
def test_answers_are_right_and_in_the_voice(
    case: QuizCase, measure: Measure[QuizCase], record: Record
) -> None:
    measurement = measure(case)
    record(measurement)
    if measurement.red:
        pytest.fail(measurement.message, pytrace=False)
