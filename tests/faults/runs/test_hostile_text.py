"""Hostile text through every report: it is shown, and does nothing."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from markdown_it import MarkdownIt

from kasauti.fixtures.recording import run_report
from kasauti.fixtures.recording.completeness import TALLY, Tally
from kasauti.fixtures.recording.run_report import LONGEST, RunReport
from kasauti.fixtures.session.settings import SETTINGS, SUITES
from kasauti.fixtures.suites.quiz.report_files import quiz_markdown
from kasauti.records import Run
from kasauti.records.serialization.files import read_run
from kasauti.reports.files.registry import REPORTS
from tests.support.built_measurements import answered
from tests.support.pages.hostile_runs import ATTACKS, hostile_run
from tests.support.pages.parsed_page import Page

UNSEEN = {"Cc", "Cs"}


@pytest.fixture(scope="module", params=ATTACKS)
def run(request: pytest.FixtureRequest) -> Run:
    return hostile_run(ATTACKS[request.param])


def text_of(run: Run, file: str) -> str:
    (render,) = (report.render for report in REPORTS if report.file == file)
    rendered = render(run)
    assert rendered is not None
    text = "".join(rendered)
    assert text
    return text


def assert_seen(text: str) -> None:
    """Nothing in it but glyphs and line ends."""
    found = {sign for sign in text if unicodedata.category(sign) in UNSEEN} - set("\n\r\t")
    assert not found | (set(text) & set("\u202e\u2066")), found


def shown(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every line that the end of a run prints, with several models and on GitHub."""
    monkeypatch.setattr(run_report, "build_run", lambda *_, **__: run)
    report = RunReport(folder)
    for order, model in enumerate(("one", run.model[:50].replace("/", " "))):
        content = answered("custom/a", "+-", model=model)
        outcome: Any = SimpleNamespace(when="call", nodeid=model, measurement=content, passed=True)
        outcome.measurement_order = order
        report.pytest_runtest_logreport(outcome)
    for each in run.unmeasured:
        report._unmeasured.append(("", each))
    hook = SimpleNamespace(pytest_kasauti_finished=lambda run: None)
    config = SimpleNamespace(
        stash={
            TALLY: Tally(measured=True),
            SUITES: (),
            SETTINGS: SimpleNamespace(thresholds=None),
        },
        hook=hook,
    )
    session: Any = SimpleNamespace(config=config, exitstatus=0)
    lines: list[str] = []
    terminal: Any = SimpleNamespace(
        ensure_newline=lambda: None,
        write_line=lambda line, **_: lines.append(line),
        section=lambda title, *_, **__: lines.append(f"== {title}"),
        stats={},
        config=SimpleNamespace(option=SimpleNamespace(tbstyle="auto")),
    )
    config.pluginmanager = SimpleNamespace(getplugin=lambda _: terminal)
    report.pytest_sessionstart(session)
    report.pytest_sessionfinish(session)
    report.pytest_terminal_summary(terminal)
    return lines


def test_the_terminal(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    lines = shown(run, tmp_path, monkeypatch)
    commands = [line for line in lines if line.startswith("::error title=")]
    assert len(commands) == 3  # two cases that failed, and a test that failed unmeasured
    for line in lines:
        assert_seen(line)
        assert line.splitlines() in ([], [line])
        assert "##[" not in line
        if line not in commands:
            assert not line.lstrip().startswith("::")
            assert len(line) <= max(LONGEST, len(str(tmp_path)) + 300)
    assert any(line.startswith("== ") for line in lines)
    # However long a name is, its verdict stays in the table.
    assert sum(line.endswith(" failed") for line in lines) >= 4
    assert not [line for line in lines if "was not written" in line or "could not" in line]


def test_markdown(run: Run) -> None:
    text = text_of(run, "report.md")
    assert_seen(text)
    assert not [line for line in text.splitlines() if line.lstrip().startswith("::")]
    html = MarkdownIt("commonmark").enable("table").render(text)
    assert set(re.findall(r"</?(details|summary|script|img|svg|!--)", html)) <= {
        "details",
        "summary",
    }
    assert "<!--" not in html


def test_csv(run: Run) -> None:
    text = text_of(run, "evaluation_summary.csv")
    assert_seen(text.removeprefix("\ufeff"))
    header, *rows = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    assert len(rows) > 10
    for row in rows:
        assert len(row) == len(header)
        for cell in row:
            assert re.match(r"-?[\d.]+(e-?\d+)?$", cell) or not cell.startswith(tuple("=+-@\t\r\n"))


def test_the_results_keep_every_text_as_it_is(run: Run) -> None:
    content = json.loads(text_of(run, "evaluation_results.json"))
    assert read_run(content).diagnosis == run.diagnosis


def test_the_dashboard(run: Run) -> None:
    text = text_of(run, "dashboard.html")
    assert_seen(text)
    assert len(Page(text).all("script")) == 2  # the data and the program
    assert "<!--" not in text.partition("<body")[2]


def test_the_badge(run: Run) -> None:
    badge = json.loads(text_of(run, "badge.json"))
    assert badge["message"] == "5 passed, 8 failed"
    assert badge["label"] == "kasauti"


def test_the_quiz_report(run: Run) -> None:
    text = quiz_markdown(run) or ""
    assert text
    assert_seen(text)
    html = MarkdownIt("commonmark").enable("table").render(text)
    assert "<script" not in html
    assert "<!--" not in html
