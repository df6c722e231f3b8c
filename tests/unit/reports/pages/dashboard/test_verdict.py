"""The top of the dashboard: when it is green, what it says, and what it says was missed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from kasauti.analysis.totals import Totals
from kasauti.fixtures.recording.completeness import TALLY, Tally
from kasauti.fixtures.recording.outcomes import why_unmeasured
from kasauti.fixtures.recording.run_report import RunReport
from kasauti.fixtures.session.settings import SETTINGS, SUITES
from kasauti.records import Measurement, Run, Unmeasured, Verdict
from kasauti.reports.pages.dashboard.page import dashboard
from kasauti.reports.wording.verdict import headline, run_verdict, sentence
from kasauti.thresholds import load_thresholds
from tests.support.built_measurements import (
    answered,
    figure,
    judged,
    measured,
    metric_case,
    threshold,
)
from tests.support.dashboard_runs import run_of
from tests.support.pages.parsed_page import Page

# The verdict


@pytest.mark.parametrize(
    ("verdicts", "outcomes", "expected"),
    [
        (["passed"], [], "passed"),
        (["passed", "failed"], [], "failed"),
        (["passed", "undecided"], [], "undecided"),
        (["passed", "too close to call"], [], "too close to call"),
        (["too close to call", "undecided"], [], "undecided"),
        (["undecided", "failed"], [], "failed"),
        (["passed"], ["failed"], "failed"),
        (["passed"], ["skipped"], "passed"),
        (["passed", "shown"], [], "passed"),
        (["shown", "shown"], [], "shown"),
        (["shown", "failed"], [], "failed"),
        (["shown", "undecided"], [], "undecided"),
        (["shown"], ["failed"], "failed"),
    ],
)
def test_run_is_green_only_if_nothing_is_red(
    verdicts: list[Verdict], outcomes: list[Any], expected: str
) -> None:
    cases = [judged(f"a/{number}", verdict) for number, verdict in enumerate(verdicts)]
    missed = [Unmeasured("test", outcome, "because") for outcome in outcomes]
    assert run_verdict(run_of(*cases, unmeasured=missed)) == expected


@pytest.mark.parametrize(
    ("verdicts", "told"),
    [
        ([], "Nothing was measured."),
        (["passed"], "1 check: passed."),
        (["failed"], "1 check: failed."),
        (["passed", "passed"], "All 2 checks passed."),
        (["passed", "undecided"], "1 passed, 1 undecided."),
        (["too close to call"], "1 check: too close to call."),
        (
            ["too close to call", *["passed"] * 2, "failed", "undecided", "too close to call"],
            "2 passed, 1 failed, 2 too close to call, 1 undecided.",
        ),
        (["passed", "shown", "shown"], "1 check: passed. 2 cases measured, not judged."),
        (["shown"], "1 case measured, not judged."),
    ],
)
def test_headline_counts_the_checks(verdicts: list[Verdict], told: str) -> None:
    cases = [judged(f"a/{number}", verdict, n=100) for number, verdict in enumerate(verdicts)]
    assert headline(run_of(*cases)) == told


def test_headline_mentions_unmeasured_tests() -> None:
    missed = [Unmeasured(name, "failed", "x") for name in "ac"] + [Unmeasured("b", "skipped", "y")]
    run = run_of(measured("custom/a", 0.9), unmeasured=missed)
    assert headline(run).endswith("2 tests failed without a measurement. 1 test skipped.")
    shown = Page(dashboard(run))
    (section,) = shown.all("section", id="verdict")
    assert "b skipped: y" in section["text"]
    assert shown.all("h1", **{"class": "failed"})


def test_tests_with_same_outcome_are_grouped() -> None:
    missed = [Unmeasured(f"t{number}", "skipped", "too early") for number in range(13)]
    shown = Page(dashboard(run_of(measured("custom/a", 0.9), unmeasured=missed)))
    (told,) = shown.all("ul", **{"aria-label": "Without a measurement"})
    assert told["text"].startswith("13 tests skipped: too early")
    assert told["text"].endswith("t12")


@pytest.mark.parametrize(
    ("cases", "expected"),
    [
        (
            {"a/near": 0.71, "a/far": 0.9},
            "Smallest margin: a/near, accuracy 0.710 (threshold: at least 0.70).",
        ),
        (
            {"a/low": 0.6, "a/lower": 0.3},
            "Largest shortfall: a/lower, accuracy 0.300 (threshold: at least 0.70).",
        ),
    ],
)
def test_sentence_names_the_case_that_matters(cases: dict[str, float], expected: str) -> None:
    run = run_of(*(measured(name, value) for name, value in cases.items()))
    assert sentence(run) == expected


def test_sentence_handles_upper_thresholds_and_extra_figures() -> None:
    good = metric_case("perplexity", 200.0, threshold=threshold(500.0, direction="at most"))
    voice = figure("voice_score", 0.5, threshold=threshold(0.75))
    bad = measured("a/b", 0.9, figures=(voice,))
    assert sentence(run_of(good, bad)).startswith("Largest shortfall: a/b, voice score 0.500")
    ungated = measured("a/b", 0.9, headline={"threshold": None})
    assert sentence(run_of(ungated)) == "No figure here is judged by a threshold."
    # With --require=none the threshold stands beside the figure and judges nothing.
    shown = measured("a/d", 0.5, headline={"verdict": "shown", "why_shown": "None is asked for."})
    assert sentence(run_of(shown)) == "No figure here is judged by a threshold."


def test_overall_scores_are_shown_with_bands() -> None:
    shown = Page(dashboard(run_of(answered("multiblimp/a", "+++-"), band="fair")))
    (scores,) = shown.all("dl", **{"aria-label": "Overall scores"})
    assert scores["text"] == "multiblimp accuracy0.750 fair"


def test_diagnosis_is_shown_if_present() -> None:
    assert not Page(dashboard(run_of())).all("section", id="diagnosis")
    (section,) = Page(dashboard(run_of(diagnosis=["low and high"]))).all("section", id="diagnosis")
    assert "low and high" in section["text"]


# Tests without a measurement


def report_of(outcome: str, longrepr: Any, **more: Any) -> pytest.TestReport:
    place = ("test_x.py", 1, "test_x")
    return pytest.TestReport("test_x.py::t", place, {}, outcome, longrepr, "call", **more)  # type: ignore[arg-type]


def test_measured_or_passed_test_is_not_unmeasured() -> None:
    assert why_unmeasured(report_of("passed", None)) is None
    assert why_unmeasured(report_of("failed", "assert", measurement=object())) is None


def test_reason_of_a_skip_and_of_a_failure() -> None:
    skipped = report_of("skipped", ("test_x.py", 1, "Skipped: under half of the topics passed"))
    assert why_unmeasured(skipped) == Unmeasured(
        "test_x.py::t", "skipped", "under half of the topics passed"
    )
    failed = report_of(
        "failed", "def t():\n>   run()\nE   EngineError: no weights\n\nx.py:1: Error"
    )
    assert why_unmeasured(failed) == Unmeasured("test_x.py::t", "failed", "EngineError: no weights")


def gathered(folder: Path, *, measured_by: Sequence[Measurement], tally: Tally) -> list[Run]:
    """The runs that a report hands over at the end of a session with these outcomes."""
    finished: list[Run] = []
    report = RunReport(folder)
    for order, measurement in reversed(list(enumerate(measured_by))):
        content = measurement
        report.pytest_runtest_logreport(
            report_of("passed", None, measurement=content, measurement_order=order)
        )
    report.pytest_runtest_logreport(report_of("failed", "E   EngineError: no weights"))
    hook = SimpleNamespace(pytest_kasauti_finished=lambda run: finished.append(run))
    plugins = SimpleNamespace(getplugin=lambda _: None)
    names = {"name": "custom", "title": "Custom", "section": "custom", "overall_score": ""}
    stash: dict[object, object] = {
        TALLY: tally,
        SUITES: [
            SimpleNamespace(**names, totals=lambda _: Totals(), reports=tuple, lines=lambda _: ())
        ],
        SETTINGS: SimpleNamespace(thresholds=load_thresholds()),
    }
    config = SimpleNamespace(stash=stash, hook=hook, pluginmanager=plugins)
    session = cast(pytest.Session, SimpleNamespace(config=config, exitstatus=0))
    report.pytest_sessionstart(session)
    report.pytest_sessionfinish(session)
    return finished


def test_dashboard_lists_unmeasured_tests(tmp_path: Path) -> None:
    tally = Tally({"tests/a", "tests/lost"}, {"tests/a"}, measured=True)
    gathered(tmp_path, measured_by=[measured("custom/a", 0.9)], tally=tally)
    page = Page((tmp_path / "dashboard.html").read_text(encoding="utf-8"))
    (told,) = page.all("ul", **{"aria-label": "Without a measurement"})
    assert "EngineError: no weights" in told["text"]
    assert "1 selected test reported no outcome: tests/lost." in told["text"]
    assert page.all("h1", **{"class": "failed"})


def test_each_model_has_run_and_folder_in_test_order(tmp_path: Path) -> None:
    cases = [
        answered(f"custom/{name}", "+-", model=model) for model in ("one", "two") for name in "ab"
    ]
    runs = gathered(tmp_path, measured_by=cases, tally=Tally(measured=True))
    assert [[str(case) for case in run.measurements] for run in runs] == [
        [str(case) for case in cases[:2]],
        [str(case) for case in cases[2:]],
    ]
    assert (tmp_path / "one" / "dashboard.html").exists()
    assert (tmp_path / "two" / "evaluation_results.json").exists()
    assert (tmp_path / "comparison.md").exists()


def test_a_session_that_measured_nothing_writes_nothing(tmp_path: Path) -> None:
    assert gathered(tmp_path, measured_by=[], tally=Tally()) == []
    assert list(tmp_path.iterdir()) == []
