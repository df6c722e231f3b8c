"""Own questions: are the answers right?"""

from __future__ import annotations

import pytest

from kasauti.fixtures.recording.record import Record
from kasauti.fixtures.suites.qa.cases import QaCase
from kasauti.fixtures.suites.suite import Measure


@pytest.mark.qa
def test_answers_to_own_questions_are_right(
    case: QaCase, measure: Measure[QaCase], record: Record
) -> None:
    measurement = measure(case)
    record(measurement)
    if measurement.red:
        pytest.fail(measurement.message, pytrace=False)
