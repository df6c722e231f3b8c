"""report.html: what pytest-html shows of each test, with its figures and its wrong items."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from kasauti.records import Item, Measurement
from kasauti.records.serialization.files import INCOMPLETE
from kasauti.records.visible import on_one_line
from kasauti.reports.completeness import finished
from kasauti.reports.dashboard.markup import Markup, element, joined, prose
from kasauti.reports.files import not_written
from kasauti.reports.items import worst_items
from kasauti.reports.measured import measurement_of
from kasauti.reports.text import (
    counted,
    interval_text,
    judged_text,
    shortened,
    spaced,
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
        ours = [element("th", header) for header in HEADERS]
        cells[:] = [cells[RESULT], *ours, cells[DURATION]]

    def pytest_html_results_table_row(self, report: pytest.TestReport, cells: list[str]) -> None:
        figures = [report.nodeid, *[""] * (len(HEADERS) - 1)]
        if measurement := measurement_of(report):
            figures = _figures(measurement)
        ours = [element("td", figure, style="white-space: nowrap") for figure in figures]
        cells[:] = [cells[RESULT], *ours, cells[DURATION]]

    def pytest_html_results_table_html(self, report: pytest.TestReport, data: list[str]) -> None:
        if measurement := measurement_of(report):
            data += wrong_items(measurement)

    def pytest_html_results_summary(self, summary: list[str], session: pytest.Session) -> None:
        if not finished(session):
            summary.append(element("p", element("strong", f"INCOMPLETE. {INCOMPLETE}")))
        summary.append(element("p", DASHBOARD))


def wrong_items(measurement: Measurement) -> list[Markup]:
    """The items that the model gets wrong, the worst first; nothing where it gets all right."""
    wrong = sum(item.right is False for item in measurement.items)
    if not wrong:
        return []
    score = spaced(measurement.score_name)
    head = element("tr", *(element("th", name) for name in ("item", "text", "answer", score)))
    rows = [_row(item, measurement) for item in worst_items(measurement, SHOWN_WRONG)]
    more = f", the worst {SHOWN_WRONG} shown" if wrong > SHOWN_WRONG else ""
    return [
        element("p", f"{counted(wrong, 'item')} wrong{more}:"),
        element("table", head, *rows),
    ]


def _row(item: Item, measurement: Measurement) -> Markup:
    language = item.language or measurement.language
    texts = [element("div", prose(text, language=language)) for text in item.texts]
    answer = [
        element("div", f"{name}: ", prose(text, language=item.answer_language))
        for name, text in (("expected", item.expected), ("given", item.given))
        if text is not None
    ]
    score = "" if item.score is None else shortened(item.score)
    cells = (element("bdi", item.id), joined(*texts), joined(*answer), score)
    return element("tr", *(element("td", cell) for cell in cells))


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
