"""An error of the suite is not the model's failure, and no switch makes a red measurement green."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.runs import Evaluate, Run

INTRUDERS = "tests.plugins.intruders.outcomes"


@pytest.fixture(scope="module", params=[(), ("-n", "2")], ids=["alone", "two workers"])
def broken_run(
    request: pytest.FixtureRequest,
    evaluate: Evaluate,
    green_run: Run,
    warm_store: Path,
    easy_thresholds: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Run, ElementTree.Element]:
    """A model that passes everything, while the test of one case raises an IndexError."""
    assert green_run.exit_code == 0
    junit = tmp_path_factory.mktemp("junit") / "junit.xml"
    run = evaluate(
        *("-p", f"{INTRUDERS}.fails_one_case", f"--junitxml={junit}"),
        *(f"--thresholds={easy_thresholds}", "--exit-zero", *request.param),
        store=warm_store,
    )
    return run, ElementTree.parse(junit).getroot()


def test_error_is_reported_as_error_not_failure(
    broken_run: tuple[Run, ElementTree.Element],
) -> None:
    run, junit = broken_run
    told = "multiblimp/word_order (IndexError: amax(): Expected reduction dim)."
    assert run.exit_code == 1
    assert run.outcomes() == {"passed": 13, "error": 1}
    assert f"All 13 checks passed. 1 case could not be measured: {told}" in run.output
    summary = run.results["summary"]
    assert summary["unmeasured"] == []
    (error,) = summary["errors"]
    assert (error["case"], error["error"]) == ("multiblimp/word_order", "IndexError")
    assert run.run.errors[0].case == "multiblimp/word_order"
    suite = junit.find("testsuite")
    assert suite is not None
    assert {name: suite.get(name) for name in ("tests", "failures", "errors")} == {
        "tests": "14",
        "failures": "0",
        "errors": "1",
    }
    assert not list(junit.iter("failure"))
    assert "## Could not be measured" in (run.folder / "report.md").read_text(encoding="utf-8")
    for page in ("report.md", "dashboard.html"):
        assert "could not be measured" in (run.folder / page).read_text(encoding="utf-8")
    badge = json.loads((run.folder / "badge.json").read_text(encoding="utf-8"))
    assert badge["message"].startswith("13 passed, 1 error, own thresholds (")
    assert badge["color"] == "yellow"


@pytest.mark.parametrize("marker", ["multiblimp", "probes", "sanskrit", "indicglue", "lint_data"])
def test_few_items_raise_no_errors(run_pytest: Evaluate, tiny_llama: Path, marker: str) -> None:
    run = run_pytest("-m", marker, "--limit=4", f"--model={tiny_llama}")
    assert "errors" not in run.results["summary"], run.output
    assert run.run.complete
    assert run.exit_code in (0, 1, 5)


def same_verdict(run: Run, plain: Run) -> None:
    assert run.exit_code == plain.exit_code
    # All are red; beside them are warnings of pytest.
    reds = [
        [each.outcomes()[word] for word in ("failed", "too close to call")] for each in (run, plain)
    ]
    assert reds[0] == reds[1]
    assert sum(reds[0]) == 14


def test_run_without_asserts_is_as_red(
    evaluate: Evaluate, plain_run: Run, warm_store: Path
) -> None:
    run = evaluate(
        *("--assert=plain", "-Wignore::pytest.PytestConfigWarning"),
        store=warm_store,
        variables={"PYTHONOPTIMIZE": "1"},
        fresh=True,
    )
    assert plain_run.exit_code == 1
    same_verdict(run, plain_run)


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "two workers"])
def test_swallowed_failures_are_as_red(
    evaluate: Evaluate, plain_run: Run, warm_store: Path, workers: tuple[str, ...]
) -> None:
    run = evaluate("-p", f"{INTRUDERS}.swallows_failures", *workers, store=warm_store)
    same_verdict(run, plain_run)


def test_measurements_make_run_red_despite_passing_tests(
    evaluate: Evaluate, warm_store: Path
) -> None:
    run = evaluate("-p", f"{INTRUDERS}.reports_passed", store=warm_store)
    assert run.exit_code == 1
    assert "did not fail, but what it measured did. The run is red." in run.output
