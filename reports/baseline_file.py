"""--save-baseline: what a later run is compared with, in one file."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from kasauti.records import Measurement
from kasauti.records.decoding import read_measurement
from kasauti.records.encoding import baseline_json
from kasauti.reports.completeness import TALLY
from kasauti.reports.files import write_file
from kasauti.reports.results_json import json_text
from kasauti.reports.text import counted

NOTHING = "no test measured a case item by item."
# The run went to its end: red or green, what it measured is whole.
WHOLE = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)


class BaselineFile:
    """Registered for --save-baseline only, and never in a pytest-xdist worker.

    comparing: the marker of the tests that compare with another baseline; they measure nothing
    that the new one needs, so that it is written also where they fail.
    """

    def __init__(self, path: Path, *, comparing: str = "") -> None:
        self._path = path
        self._comparing = comparing
        self._measured: list[tuple[int, Measurement]] = []  # with their place in the run
        self._without: list[str] = []  # tests that failed and measured nothing
        self._told = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if hasattr(report, "measurement"):
            measurement = read_measurement(report.measurement)
            if measurement.change is None:
                self._measured.append((report.measurement_order, measurement))
        elif report.failed and self._comparing not in report.keywords:
            self._without.append(report.nodeid)

    @pytest.hookimpl(trylast=True)  # after what makes an incomplete run red
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        # Under pytest-xdist outcomes arrive in any order; a baseline has one.
        ordered = sorted(self._measured, key=lambda each: each[0])
        saved = datetime.now().astimezone().isoformat(timespec="seconds")
        content = baseline_json((measurement for _, measurement in ordered), saved=saved)
        cases = len(content["cases"])
        if reason := self._obstacle(session) or ("" if cases else NOTHING):
            self._told = f"The baseline {self._path} was not written: {reason}"
            if session.exitstatus == pytest.ExitCode.OK:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
            return
        # By way of another file, so that a kill leaves the old baseline and not half of one.
        beside = self._path.with_name(f"{self._path.name}.new")
        write_file(beside, json_text(content))
        beside.replace(self._path)
        self._told = f"Baseline: {self._path} ({counted(cases, 'case')})"

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
