"""Minimal pairs: does the model prefer the grammatical sentence?"""

from __future__ import annotations

import pytest

from kasauti.fixtures.recording.record import Record
from kasauti.fixtures.suites.pairs.cases import PairCase
from kasauti.fixtures.suites.suite import Measure


@pytest.mark.multiblimp
def test_model_prefers_the_grammatical_sentence(
    case: PairCase, measure: Measure[PairCase], record: Record
) -> None:
    measurement = measure(case)
    record(measurement)
    if measurement.red:
        pytest.fail(measurement.message, pytrace=False)
