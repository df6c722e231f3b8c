"""Freshness: is the model better on published pairs than on pairs that were never published?"""

from __future__ import annotations

import pytest

from kasauti.fixtures.recording.record import Record
from kasauti.fixtures.suites.freshness.cases import FreshCase
from kasauti.fixtures.suites.suite import Measure


@pytest.mark.freshness
def test_published_pairs_are_no_easier_than_fresh_ones(
    case: FreshCase, measure: Measure[FreshCase], record: Record
) -> None:
    measurement = measure(case)
    record(measurement)
    if measurement.red:
        pytest.fail(measurement.message, pytrace=False)
