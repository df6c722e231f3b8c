"""The report of a run: gathers the measurements, writes the files, ends with a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from kasauti.reports.badge import badge, write_badge
from kasauti.reports.completeness import TALLY
from kasauti.reports.dashboard import write_dashboard
from kasauti.reports.diagnosis import diagnosis_lines
from kasauti.reports.github import append_summary, error_commands, runs_here
from kasauti.reports.model_comparison import by_model, comparison_table, write_comparison
from kasauti.reports.quiz_markdown import quiz_lines, write_quiz_report
from kasauti.reports.results_json import BandOf, no_band, results, write_results
from kasauti.reports.run_markdown import comparison_markdown, run_markdown, write_report
from kasauti.reports.summary_csv import write_summary
from kasauti.reports.table import table
from kasauti.reports.unmeasured import Unmeasured, unmeasured

# What the terminal names of a model's folder, where it was written.
WRITTEN = ("dashboard.html", "report.md", "quiz_report.md", "evaluation_results.json")


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


def write_reports(
    folder: Path,
    measurements: Sequence[Mapping[str, Any]],
    content: Mapping[str, Any],
    missed: Sequence[Unmeasured],
) -> None:
    """Every file that is written about one model; `missed` are the tests that measured nothing."""
    write_results(folder / "evaluation_results.json", content)
    write_summary(folder / "evaluation_summary.csv", measurements, content)
    write_quiz_report(folder / "quiz_report.md", content)
    write_dashboard(folder / "dashboard.html", measurements, content, missed=missed)
    write_report(folder / "report.md", run_markdown(measurements, content, missed))
    write_badge(folder / "badge.json", badge(measurements, missed))


class RunReport:
    """Registered for evaluation runs only, and never in a pytest-xdist worker."""

    def __init__(self, folder: Path, *, band_of: BandOf = no_band) -> None:
        self.folder = folder
        self._band_of = band_of
        self._contents: dict[str, Mapping[str, Any]] = {}  # the results of each model
        self._untold = ""  # why GitHub's summary was not written
        self.measurements: list[dict[str, Any]] = []
        self.missed: list[Unmeasured] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        measurement = getattr(report, "measurement", None)
        if measurement is not None:
            self.measurements.append(measurement)
        elif missed := unmeasured(report):
            self.missed.append(missed)

    def pytest_report_teststatus(
        self, report: pytest.TestReport
    ) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
        measurement = getattr(report, "measurement", {})
        if measurement.get("verdict") == "inconclusive" and report.failed:
            return "inconclusive", "?", ("INCONCLUSIVE", {"yellow": True})
        return None

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.measurements:
            if complaint := session.config.stash[TALLY].complaint():
                self.missed.append(Unmeasured("the run", "failed", complaint))
            # Under pytest-xdist outcomes arrive in any order; a report has one.
            self.measurements.sort(key=lambda measurement: measurement["order"])
            models = by_model(self.measurements)
            for name, measurements in models.items():
                (self.folder / name).mkdir(exist_ok=True)
                content = self._contents[name] = results(measurements, band_of=self._band_of)
                write_reports(self.folder / name, measurements, content, self.missed)
            written = [self.folder / name / "report.md" for name in models]
            if len(models) > 1:
                write_comparison(self.folder / "comparison.json", models)
                written.append(self.folder / "comparison.md")
                write_report(written[-1], comparison_markdown(models))
            self._untold = append_summary(written)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if runs_here():
            for line in error_commands(self.measurements, self.missed):
                terminalreporter.write_line(line)
        if not self.measurements:
            return
        # pytest shows the text of failures only, and these have an outcome of their own.
        for report in terminalreporter.stats.get("inconclusive", []):
            terminalreporter.section(report.head_line or report.nodeid, "_", yellow=True)
            terminalreporter.write_line(report.longreprtext)
        terminalreporter.section("evaluation")
        models = by_model(self.measurements)
        for name, measurements in models.items():
            if name:
                terminalreporter.section(name, "-")
            _tell(terminalreporter, measurements, self._contents[name]["summary"])
        if len(models) > 1:
            terminalreporter.section("comparison of the models", "-")
            for line in comparison_table(models):
                terminalreporter.write_line(line)
        terminalreporter.write_line(f"Report: {self.folder / 'report.html'}")
        for name in models:
            for written in WRITTEN:
                if (self.folder / name / written).exists():
                    terminalreporter.write_line(f"        {self.folder / name / written}")
        if len(models) > 1:
            terminalreporter.write_line(f"        {self.folder / 'comparison.json'}")
        if self._untold:
            terminalreporter.write_line(self._untold, yellow=True)

    def pytest_unconfigure(self) -> None:
        """A run that was refused leaves no empty folders behind."""
        for folder in (self.folder, self.folder.parent):
            with suppress(OSError):  # where something is in it
                folder.rmdir()


def _tell(
    terminal: pytest.TerminalReporter,
    measurements: Sequence[Mapping[str, Any]],
    summary: Mapping[str, Any],
) -> None:
    """The table of one model, and what its figures suggest."""
    colours = {"failed": "red", "inconclusive": "yellow", "passed": "green"}
    lines = (*table(measurements, bands=summary["bands"]), *quiz_lines(measurements))
    for line, verdict in (*lines, *diagnosis_lines(summary)):
        terminal.write_line(line, **({colours[verdict]: True} if verdict else {}))
