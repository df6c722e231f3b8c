"""--save-baseline: what a later run is compared with, in one file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from kasauti.reports.completeness import TALLY
from kasauti.scorers.case_record import BASELINE_FORMAT, BASELINE_VERSION, CaseRecord

# The run went to its end: red or green, what it measured is whole.
REGRESSION = "test_regression.py::"
NOTHING = "no test measured a case item by item."
WHOLE = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)


def baseline(measurements: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Every measurement that has outcomes by item, without its texts."""
    return {
        BASELINE_FORMAT: BASELINE_VERSION,
        "saved": datetime.now().astimezone().isoformat(timespec="seconds"),
        "cases": [
            CaseRecord.of(measurement).record()
            for measurement in sorted(measurements, key=lambda each: each["order"])
            if "outcomes" in measurement
        ],
    }


class BaselineFile:
    """Registered for --save-baseline only, and never in a pytest-xdist worker."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._measurements: list[Mapping[str, Any]] = []
        self._without: list[str] = []  # tests that failed and measured nothing
        self._told = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if hasattr(report, "measurement"):
            self._measurements.append(report.measurement)
        elif report.failed and REGRESSION not in report.nodeid:
            self._without.append(report.nodeid)

    @pytest.hookimpl(trylast=True)  # after what makes an incomplete run red
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        content = baseline(self._measurements)
        if reason := self._obstacle(session) or ("" if content["cases"] else NOTHING):
            self._told = f"The baseline {self._path} was not written: {reason}"
            if session.exitstatus == pytest.ExitCode.OK:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
            return
        text = json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False)
        # By way of another file, so that a kill leaves the old baseline and not half of one.
        beside = self._path.with_name(f"{self._path.name}.new")
        beside.write_text(text + "\n", encoding="utf-8")
        beside.replace(self._path)
        self._told = f"Baseline: {self._path} ({len(content['cases'])} cases)"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.write_line(self._told)

    def _obstacle(self, session: pytest.Session) -> str:
        """Why the measurements are not whole; empty where they are."""
        tally = session.config.stash[TALLY]
        if session.exitstatus not in WHOLE or tally.selected - tally.reported:
            return "the run did not finish."
        if self._without:
            return f"{self._without[0]} measured nothing."
        return ""
