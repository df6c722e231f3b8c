"""Generative metrics: how near do the answers come to their references, and how fluent are they?"""

from __future__ import annotations

import pytest

from kasauti.fixtures.recording.record import Record
from kasauti.fixtures.suites.metrics.cases import MetricCase
from kasauti.fixtures.suites.suite import Measure


@pytest.mark.metrics
def test_answers_reach_the_metric(
    case: MetricCase, measure: Measure[MetricCase], record: Record
) -> None:
    measurement = measure(case)
    record(measurement)
    if measurement.red:
        pytest.fail(measurement.message, pytrace=False)
