"""Regressions: is any case worse than in the baseline, by more than chance?"""

from __future__ import annotations

import pytest

from kasauti.fixtures.record import Record
from kasauti.fixtures.suites.regression.measurement import MeasureChange
from kasauti.records import CaseId


@pytest.mark.regression
def test_no_regression(
    regression_case: CaseId, measure_change: MeasureChange, record: Record
) -> None:
    measurement = measure_change(regression_case)
    record(measurement)
    assert not measurement.red, measurement.message
