"""Morphological probes: can the feature be read from the model's representation of the word?"""

from __future__ import annotations

import pytest

from kasauti.fixtures.recording.record import Record
from kasauti.fixtures.suites.probes.cases import ProbeCase
from kasauti.fixtures.suites.suite import Measure


@pytest.mark.probes
def test_layers_encode_the_feature(
    case: ProbeCase, measure: Measure[ProbeCase], record: Record
) -> None:
    measurement = measure(case)
    record(measurement)
    if measurement.red:
        pytest.fail(measurement.message, pytrace=False)
