"""The measurement that a test's report carries."""

from __future__ import annotations

import pytest

from kasauti.records import Measurement


def measurement_of(report: pytest.TestReport) -> Measurement | None:
    """Return what a test measured, or None."""
    return getattr(report, "measurement", None)
