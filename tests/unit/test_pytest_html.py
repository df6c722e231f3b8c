"""report.html: the columns of a measurement, and the items that the model gets wrong."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kasauti.fixtures.recording.completeness import TALLY, Tally
from kasauti.fixtures.recording.pytest_html import HEADERS, SHOWN_WRONG, PytestHtml, wrong_items
from kasauti.records import Item, Measurement
from tests.support.built_measurements import HOSTILE, answered, measured, pair, pair_case
from tests.support.parsed_page import Page

CELLS = ["<td>Passed</td>", "<td>test</td>", "<td>1 s</td>", "<td></td>"]


def report_of(measurement: Measurement | None) -> Any:
    report = SimpleNamespace(nodeid="tests/x.py::test_<b>")
    if measurement:
        report.measurement = measurement
    return report


def row(measurement: Measurement | None) -> list[str]:
    cells = list(CELLS)
    PytestHtml().pytest_html_results_table_row(report_of(measurement), cells)
    assert (cells[0], cells[-1]) == (CELLS[0], CELLS[2])
    return [cell["text"] for cell in Page("".join(cells[1:-1])).all("td")]


def test_a_measured_test_shows_its_figures() -> None:
    assert row(answered("multiblimp/a", "+++-", model="m")) == [
        *(
            "multiblimp/a m",
            "0.750",
            "0.301 to 0.954",
            "4",
            "at least 0.70",
            "good",
            "passed, borderline",
        )
    ]


def test_a_test_without_a_measurement_shows_its_name() -> None:
    assert row(None) == ["tests/x.py::test_<b>", *[""] * (len(HEADERS) - 1)]
    data: list[str] = []
    PytestHtml().pytest_html_results_table_html(report_of(None), data)
    assert data == []


def test_wrong_items_are_shown_the_worst_first_with_their_language() -> None:
    pairs = [pair(number, right=number == 0, score=-float(number)) for number in range(3)]
    data: list[str] = []
    case = pair_case("multiblimp/a", pairs, language="ur")
    PytestHtml().pytest_html_results_table_html(report_of(case), data)
    page = Page("".join(data))
    assert page.all("p")[0]["text"] == "2 items wrong:"
    rows = page.all("tr")[1:]
    assert [each["text"][:10] for each in rows] == ["pair-00002", "pair-00001"]
    texts = [each for each in page.all("bdi") if "dir" in each["attributes"]]
    assert len(texts) == 4
    assert {each["attributes"]["lang"] for each in texts} == {"ur"}


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_items_add_no_element(text: str) -> None:
    item = Item(id=text, texts=(text,), expected=text, given=text, right=False)
    page = Page("".join(wrong_items(measured("a/b", 0.1, items=(item,), score_name=text))))
    assert {each["tag"] for each in page.elements} == {"p", "table", "tr", "th", "td", "div", "bdi"}


def test_many_wrong_items_are_cut_and_counted() -> None:
    many = [pair(number, right=False) for number in range(SHOWN_WRONG + 5)]
    page = Page("".join(wrong_items(pair_case("multiblimp/a", many))))
    assert page.all("p")[0]["text"] == f"25 items wrong, the worst {SHOWN_WRONG} shown:"
    assert len(page.all("tr")) == 1 + SHOWN_WRONG
    assert wrong_items(measured("a/b", 0.9)) == []


@pytest.mark.parametrize(("exitstatus", "marked"), [(0, False), (1, False), (2, True)])
def test_the_summary_points_to_the_dashboard_and_marks_an_incomplete_run(
    exitstatus: int, *, marked: bool
) -> None:
    summary: list[str] = []
    config = SimpleNamespace(stash={TALLY: Tally()})
    session: Any = SimpleNamespace(exitstatus=exitstatus, config=config)
    PytestHtml().pytest_html_results_summary(summary, session)
    assert "dashboard.html" in summary[-1]
    assert ("INCOMPLETE" in "".join(summary)) is marked
