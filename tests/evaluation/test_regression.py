"""Regressions: is any case worse than in the baseline, by more than chance?"""

from __future__ import annotations

import pytest

from kasauti.fixtures.recording.record import Record
from kasauti.fixtures.regression.measure import MeasureChange
from kasauti.records import CaseId


@pytest.mark.regression
def test_no_regression(
    regression_case: CaseId, measure_change: MeasureChange, record: Record
) -> None:
    measurement = measure_change(regression_case)
    record(measurement)
    if measurement.red:
        pytest.fail(measurement.message, pytrace=False)
