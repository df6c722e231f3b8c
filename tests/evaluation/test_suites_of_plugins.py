"""Suites that plugins and conftests bring: the same test for each of their cases."""

from __future__ import annotations

import pytest

from kasauti.fixtures.recording.record import Record
from kasauti.fixtures.suites.suite import Case, Measure


def test_model_meets_its_threshold(
    plugin_case: Case, measure: Measure[Case], record: Record
) -> None:
    measurement = measure(plugin_case)
    record(measurement)
    if measurement.red:
        pytest.fail(measurement.message, pytrace=False)


def test_data_meets_its_threshold(
    plugin_data_case: Case, measure_data: Measure[Case], record: Record
) -> None:
    measurement = measure_data(plugin_data_case)
    record(measurement)
    if measurement.red:
        pytest.fail(measurement.message, pytrace=False)
