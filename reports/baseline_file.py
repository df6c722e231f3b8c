"""--save-baseline: what a later run is compared with, in one file."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from kasauti.records import Measurement
from kasauti.records.serialization.files import baseline_json, is_baseline
from kasauti.records.visible import on_one_line
from kasauti.reports.completeness import finished
from kasauti.reports.files import write_text_whole
from kasauti.reports.measured import measurement_of
from kasauti.reports.results_json import json_text
from kasauti.reports.text import counted

# A baseline may be kept in a repository: a change of one outcome is a change of one line.
ONE_LINE_PER_OUTCOME = 5
UNFINISHED = "the run did not finish."
NOTHING = "no test measured a case item by item."


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
        self._told = self._not_written(UNFINISHED)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if measurement := measurement_of(report):
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
        reason = self._obstacle(session) or ("" if cases else NOTHING) or self._write(content)
        if reason:
            self._told = self._not_written(reason)
            if session.exitstatus == pytest.ExitCode.OK:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
            return
        self._told = f"Baseline: {self._path} ({counted(cases, 'case')})"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.write_line(on_one_line(self._told, longest=None))

    def _write(self, content: Mapping[str, Any]) -> str:
        """Write the file that a link leads to; returns why that cannot be done, if so."""
        try:
            target = self._path.resolve()
            # Another file may have come there since the run began.
            if target.exists() and not (target.is_file() and is_baseline(target.read_bytes())):
                return "a file that is not a baseline is there."
            write_text_whole(target, json_text(content, deep=ONE_LINE_PER_OUTCOME))
        except OSError as error:
            return f"{error.strerror or error}."
        return ""

    def _not_written(self, reason: str) -> str:
        return f"The baseline {self._path} was not written: {reason}"

    def _obstacle(self, session: pytest.Session) -> str:
        """Why the measurements are not whole; empty where they are."""
        if not finished(session):
            return UNFINISHED
        if self._without:
            return f"{self._without[0]} measured nothing."
        return ""
