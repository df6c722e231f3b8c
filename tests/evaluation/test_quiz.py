"""The quiz: does the model know its subject, and does it answer in the persona's voice?"""

from __future__ import annotations

import pytest

from kasauti.data.quiz_cases import QuizCase
from kasauti.fixtures.record import Record
from kasauti.fixtures.suite import Measure


@pytest.mark.quiz
def test_answers_are_right_and_in_the_voice(
    case: QuizCase, measure: Measure[QuizCase], record: Record
) -> None:
    measurement = measure(case)
    record(measurement)
    assert not measurement.red, measurement.message
