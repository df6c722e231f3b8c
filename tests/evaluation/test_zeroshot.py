"""Zero-shot tasks: can the model do them from an English instruction alone?"""

from __future__ import annotations

import pytest

from kasauti.fixtures.recording.record import Record
from kasauti.fixtures.suites.suite import Measure
from kasauti.fixtures.suites.zeroshot.cases import ZeroshotCase


@pytest.mark.zeroshot
def test_model_is_better_than_chance(
    case: ZeroshotCase, measure: Measure[ZeroshotCase], record: Record
) -> None:
    measurement = measure(case)
    record(measurement)
    if measurement.red:
        pytest.fail(measurement.message, pytrace=False)
