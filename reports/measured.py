"""The measurement that a test's report carries, read once for all reports that want it."""

from __future__ import annotations

from typing import Any

import pytest

from kasauti.records import Measurement
from kasauti.records.decoding import read_measurement

# What was read last: the reports hear of each test one after another.
_last: list[tuple[Any, Measurement]] = []


def measurement_of(report: pytest.TestReport) -> Measurement | None:
    """What a test measured; None where it measured nothing."""
    content = getattr(report, "measurement", None)
    if content is None:
        return None
    if not _last or _last[0][0] is not content:
        _last[:] = [(content, read_measurement(content))]
    return _last[0][1]
