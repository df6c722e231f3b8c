"""The report of a run: gathers the measurements, writes the files, ends with a table."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from reports.results_json import results, write_results
from reports.summary_csv import write_summary
from reports.table import table


def new_folder(parent: Path) -> Path:
    """Make the folder of this run, evaluation_{timestamp}; no other run gets the same."""
    parent.mkdir(parents=True, exist_ok=True)
    stamp = datetime.now().astimezone().strftime("evaluation_%Y%m%d_%H%M%S")
    for number in count(1):
        folder = parent / (stamp if number == 1 else f"{stamp}_{number}")
        with suppress(FileExistsError):
            folder.mkdir()
            break
    return folder


class RunReport:
    """Registered for evaluation runs only, and never in a pytest-xdist worker."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.measurements: list[dict[str, Any]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        measurement = getattr(report, "measurement", None)
        if measurement is not None:
            self.measurements.append(measurement)

    def pytest_report_teststatus(
        self, report: pytest.TestReport
    ) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
        measurement = getattr(report, "measurement", {})
        if measurement.get("verdict") == "inconclusive" and report.failed:
            return "inconclusive", "?", ("INCONCLUSIVE", {"yellow": True})
        return None

    def pytest_sessionfinish(self) -> None:
        if self.measurements:
            # Under pytest-xdist outcomes arrive in any order; a report has one.
            self.measurements.sort(key=lambda measurement: measurement["order"])
            write_results(self.folder / "evaluation_results.json", results(self.measurements))
            write_summary(self.folder / "evaluation_summary.csv", self.measurements)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.measurements:
            return
        # pytest shows the text of failures only, and these have an outcome of their own.
        for report in terminalreporter.stats.get("inconclusive", []):
            terminalreporter.section(report.head_line or report.nodeid, "_", yellow=True)
            terminalreporter.write_line(report.longreprtext)
        terminalreporter.section("evaluation")
        colours = {"failed": "red", "inconclusive": "yellow", "passed": "green"}
        for line, verdict in table(self.measurements):
            markup = {colours[verdict]: True} if verdict else {}
            terminalreporter.write_line(line, **markup)
        terminalreporter.write_line(f"Report: {self.folder / 'report.html'}")
        terminalreporter.write_line(f"        {self.folder / 'evaluation_results.json'}")

    def pytest_unconfigure(self) -> None:
        """A run that was refused leaves no empty folders behind."""
        for folder in (self.folder, self.folder.parent):
            with suppress(OSError):  # where something is in it
                folder.rmdir()
