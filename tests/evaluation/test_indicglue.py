"""IndicGLUE: Hindi classification, named entities, and questions with options."""

from __future__ import annotations

import pytest

from kasauti.fixtures.recording.record import Record
from kasauti.fixtures.suites.indicglue.cases import IndicGlueCase
from kasauti.fixtures.suites.suite import Measure


@pytest.mark.indicglue
def test_model_does_the_task(
    case: IndicGlueCase, measure: Measure[IndicGlueCase], record: Record
) -> None:
    measurement = measure(case)
    record(measurement)
    if measurement.red:
        pytest.fail(measurement.message, pytrace=False)
