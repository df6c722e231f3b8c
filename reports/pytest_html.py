"""report.html: what pytest-html shows of each test, with its figures and its wrong items."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from kasauti.records import Measurement
from kasauti.records.serialization.files import INCOMPLETE
from kasauti.records.visible import on_one_line
from kasauti.reports.completeness import finished
from kasauti.reports.files import not_written
from kasauti.reports.items import worst_items
from kasauti.reports.measured import measurement_of
from kasauti.reports.offline_page import macro
from kasauti.reports.text import (
    interval_text,
    judged_text,
    shortened,
    threshold_text,
)

HEADERS = ("Case", "Score", "95 % interval", "n", "Threshold", "Band", "Verdict")
# pytest-html's columns are result, test, duration, links. Ours take the place of the test (the
# case names it) and of the links (there are none).
RESULT, DURATION = 0, 2
SHOWN_WRONG = 20
DASHBOARD = "dashboard.html, in the folder of the run, shows charts, slices, layers and all items."


class PytestHtml:
    """Hooks of pytest-html; registered beside it, never in a pytest-xdist worker."""

    def __init__(self) -> None:
        self._problem = ""

    # The innermost wrapper: what fails in it is a report of pytest-html or of another plugin.
    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, None, None]:
        try:
            yield
        except pytest.exit.Exception:
            raise
        except Exception as error:
            path = getattr(error, "filename", None) or "a report of another plugin"
            self._problem = not_written(Path(path), error)
            if session.exitstatus == pytest.ExitCode.OK:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._problem:
            terminalreporter.write_line(on_one_line(self._problem), red=True)

    def pytest_html_report_title(self, report: Any) -> None:
        report.title = "Kasauti"

    def pytest_html_results_table_header(self, cells: list[str]) -> None:
        ours = [_made("header", name) for name in HEADERS]
        cells[:] = [cells[RESULT], *ours, cells[DURATION]]

    def pytest_html_results_table_row(self, report: pytest.TestReport, cells: list[str]) -> None:
        figures = [report.nodeid, *[""] * (len(HEADERS) - 1)]
        if measurement := measurement_of(report):
            figures = _figures(measurement)
        ours = [_made("cell", figure) for figure in figures]
        cells[:] = [cells[RESULT], *ours, cells[DURATION]]

    def pytest_html_results_table_html(self, report: pytest.TestReport, data: list[str]) -> None:
        if measurement := measurement_of(report):
            data += wrong_items(measurement)

    def pytest_html_results_summary(self, summary: list[str], session: pytest.Session) -> None:
        if not finished(session):
            summary.append(_made("paragraph", f"INCOMPLETE. {INCOMPLETE}", True))
        summary.append(_made("paragraph", DASHBOARD))


def wrong_items(measurement: Measurement) -> list[str]:
    """The items that the model gets wrong, the worst first; nothing where it gets all right."""
    wrong = sum(item.right is False for item in measurement.items)
    worst = worst_items(measurement, SHOWN_WRONG)
    return [_made("wrong_items", measurement, worst, wrong)] if wrong else []


def _made(name: str, *arguments: object) -> str:
    return macro("pytest_html.html", name, *arguments)


def _figures(measurement: Measurement) -> list[str]:
    headline = measurement.headline
    return [
        f"{measurement.case} {measurement.model}".rstrip(),
        shortened(headline.value),
        interval_text(headline.interval),
        headline.sample,
        threshold_text(headline.bar),
        headline.band or "",
        judged_text(measurement.verdict, borderline=measurement.borderline),
    ]
