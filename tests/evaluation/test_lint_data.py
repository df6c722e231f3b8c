"""The data itself: are the pairs sound, and does it take grammar to solve them?"""

from __future__ import annotations

import pytest

from kasauti.fixtures.recording.record import Record
from kasauti.fixtures.suites.lint_data.suite import LintCase
from kasauti.fixtures.suites.suite import Measure


@pytest.mark.lint_data
def test_data_is_sound(case: LintCase, measure_data: Measure[LintCase], record: Record) -> None:
    measurement = measure_data(case)
    record(measurement)
    if measurement.red:
        pytest.fail(measurement.message, pytrace=False)
