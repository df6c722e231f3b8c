"""The top of the dashboard: when it is green, what it says, and what it says was missed."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from kasauti.reports.completeness import TALLY, Tally
from kasauti.reports.dashboard import dashboard
from kasauti.reports.dashboard.verdict import diagnosis_section, headline, run_verdict, sentence
from kasauti.reports.run import RunReport
from kasauti.reports.unmeasured import Unmeasured, unmeasured
from tests.dashboard_runs import measured, metric_case, summary
from tests.parsed_page import Page

# The verdict


@pytest.mark.parametrize(
    ("verdicts", "outcomes", "expected"),
    [
        (["passed"], [], "passed"),
        (["passed", "failed"], [], "failed"),
        (["passed", "inconclusive"], [], "inconclusive"),
        (["inconclusive", "failed"], [], "failed"),
        (["passed"], ["failed"], "failed"),
        (["passed"], ["skipped"], "passed"),
    ],
)
def test_run_is_green_only_where_nothing_is_red(
    verdicts: list[str], outcomes: list[Any], expected: str
) -> None:
    counts = {verdict: verdicts.count(verdict) for verdict in verdicts}
    missed = [Unmeasured("test", outcome, "because") for outcome in outcomes]
    assert run_verdict(counts, missed) == expected


def test_headline_tells_tests_without_a_measurement() -> None:
    missed = [Unmeasured("a", "failed", "x"), Unmeasured("b", "skipped", "y")]
    told = headline([measured("multiblimp/a", 0.9, 10)], missed)
    assert told == (
        "All 1 measurements meet their bars. 1 test failed without a measurement. 1 test skipped."
    )
    shown = Page(dashboard([measured("multiblimp/a", 0.9, 10)], summary(), missed=missed))
    (section,) = shown.all("section", id="verdict")
    assert "b skipped: y" in section["text"]
    assert shown.all("h1", **{"class": "failed"})


def test_tests_that_ended_alike_are_told_together() -> None:
    missed = [Unmeasured(f"t{number}", "skipped", "too early") for number in range(13)]
    shown = Page(dashboard([measured("multiblimp/a", 0.9, 10)], summary(), missed=missed))
    (told,) = shown.all("ul", **{"aria-label": "Without a measurement"})
    assert told["text"].startswith("13 tests skipped: too early")
    assert told["text"].endswith("t12")


@pytest.mark.parametrize(
    ("cases", "expected"),
    [
        ({"a/near": 0.71, "a/far": 0.9}, "a/near is closest to its bar"),
        ({"a/low": 0.6, "a/lower": 0.3}, "a/lower is furthest from meeting its bar"),
    ],
)
def test_sentence_names_the_case_that_matters(cases: dict[str, float], expected: str) -> None:
    assert expected in sentence([measured(name, value, 10) for name, value in cases.items()])


def test_sentence_knows_bars_that_are_at_most() -> None:
    good = metric_case("perplexity", 200.0, bar=500.0, direction="at most")
    bad = measured("a/b", 0.6, 10)
    assert "a/b is furthest" in sentence([good, bad])


def test_overall_scores_stand_with_their_bands() -> None:
    shown = Page(dashboard([], summary(bands={"multiblimp_accuracy": "fair"})))
    (scores,) = shown.all("dl", **{"aria-label": "Overall scores"})
    assert scores["text"] == "multiblimp accuracy0.750 fair"


def test_diagnosis_is_shown_where_there_is_one() -> None:
    assert diagnosis_section(summary()) is None
    assert "low and high" in str(diagnosis_section(summary(diagnosis=["low and high"])))


# Tests without a measurement


def report_of(outcome: str, longrepr: Any, **more: Any) -> pytest.TestReport:
    place = ("test_x.py", 1, "test_x")
    return pytest.TestReport("test_x.py::t", place, {}, outcome, longrepr, "call", **more)  # type: ignore[arg-type]


def test_what_was_measured_or_passed_is_not_missed() -> None:
    assert unmeasured(report_of("passed", None)) is None
    assert unmeasured(report_of("failed", "assert", measurement={"value": 1})) is None


def test_reason_of_a_skip_and_of_a_failure() -> None:
    skipped = report_of("skipped", ("test_x.py", 1, "Skipped: under half of the topics passed"))
    assert unmeasured(skipped) == Unmeasured(
        "test_x.py::t", "skipped", "under half of the topics passed"
    )
    failed = report_of(
        "failed", "def t():\n>   run()\nE   EngineError: no weights\n\nx.py:1: Error"
    )
    assert unmeasured(failed) == Unmeasured("test_x.py::t", "failed", "EngineError: no weights")


def test_run_writes_the_dashboard_with_what_it_missed(tmp_path: Path) -> None:
    run = RunReport(tmp_path)
    measurement = measured("custom/a", 0.9, 10) | {"order": 0}
    run.pytest_runtest_logreport(report_of("passed", None, measurement=measurement))
    run.pytest_runtest_logreport(report_of("failed", "E   EngineError: no weights"))
    tally = Tally(selected={"tests/evaluation/a", "tests/evaluation/lost"}, measured=True)
    tally.reported.add("tests/evaluation/a")
    session = SimpleNamespace(config=SimpleNamespace(stash={TALLY: tally}))
    run.pytest_sessionfinish(cast(pytest.Session, session))
    page = Page((tmp_path / "dashboard.html").read_text(encoding="utf-8"))
    (told,) = page.all("ul", **{"aria-label": "Without a measurement"})
    assert "EngineError: no weights" in told["text"]
    assert "1 selected tests reported no outcome" in told["text"]
    assert page.all("h1", **{"class": "failed"})
