"""The tests that ended without a measurement, and why: a report must not look green for them."""

from __future__ import annotations

import pytest

from kasauti.records import Unmeasured


def unmeasured(report: pytest.TestReport) -> Unmeasured | None:
    """What a report says of such a test; None where it passed or was measured."""
    if report.passed or hasattr(report, "measurement"):
        return None
    if report.skipped:
        return Unmeasured(report.nodeid, "skipped", _skip_reason(report))
    return Unmeasured(report.nodeid, "failed", _error_line(report.longreprtext))


def _skip_reason(report: pytest.TestReport) -> str:
    if isinstance(report.longrepr, tuple):
        return report.longrepr[2].removeprefix("Skipped: ")
    return report.longreprtext


def _error_line(text: str) -> str:
    """The line of a failure that says what happened: the first one that pytest marks with E."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line[1:].strip() for line in lines if line.startswith("E ")]
    return (errors[:1] or lines[-1:] or ["no reason was given"])[0]
