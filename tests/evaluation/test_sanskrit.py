"""Sanskrit contrast sets: does the model know which form the context licenses?"""

from __future__ import annotations

import pytest

from kasauti.fixtures.recording.record import Record
from kasauti.fixtures.suites.pairs.cases import PairCase
from kasauti.fixtures.suites.suite import Measure


@pytest.mark.sanskrit
def test_model_prefers_the_licensed_form(
    case: PairCase, measure: Measure[PairCase], record: Record
) -> None:
    measurement = measure(case)
    record(measurement)
    if measurement.red:
        pytest.fail(measurement.message, pytrace=False)


@pytest.mark.sanskrit_isolated
def test_model_prefers_the_documented_form(
    case: PairCase, measure: Measure[PairCase], record: Record
) -> None:
    measurement = measure(case)
    record(measurement)
    if measurement.red:
        pytest.fail(measurement.message, pytrace=False)
