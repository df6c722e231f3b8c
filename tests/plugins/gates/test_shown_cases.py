"""A case that no threshold applies to is shown: neither passed nor failed, and never green."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.support.runs import Evaluate, Run

FEW = "The threshold needs at least 100 items."


def write_thresholds(folder: Path, *shown: str) -> Path:
    """Thresholds that everything meets; they do not apply to the cases in `shown`."""
    common = 'direction = "at least"\nvalue = 0.0\nsource = "a trial"\nreason = "a test"\n'
    tables = [f"[default.fair]\n{common}"]
    tables += [f"[{name}.fair]\n{common}minimum_n = 100\n" for name in shown]
    (folder / "multiblimp.toml").write_text("".join(tables), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def junit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("junit") / "junit.xml"


@pytest.fixture(scope="module")
def some_shown(
    run_pytest: Evaluate,
    plain_run: Run,
    tiny_llama: Path,
    warm_store: Path,
    junit: Path,
) -> Run:
    thresholds = write_thresholds(junit.parent, "binding")
    return run_pytest(
        *("-m", "multiblimp", f"--model={tiny_llama}", "-k", "binding or word_order", "-v"),
        f"--thresholds={thresholds}",
        f"--junitxml={junit}",
        store=warm_store,
        variables={"GITHUB_ACTIONS": "true"},
    )


def test_a_shown_case_has_an_outcome_of_its_own(some_shown: Run) -> None:
    assert some_shown.outcomes() == {"passed": 1, "shown": 1}
    assert some_shown.exit_code == 0
    assert "[binding] SHOWN" in some_shown.output
    assert f"multiblimp/binding: shown, not judged. {FEW}" in some_shown.output


def test_the_results_say_why(some_shown: Run) -> None:
    case = some_shown.cases["binding"]
    assert (case["verdict"], case["headline_verdict"], case["band"]) == ("shown", "shown", None)
    assert (case["why_shown"], case["threshold"]["value"]) == (FEW, None)
    measurement = some_shown.run["multiblimp/binding"]
    assert (measurement.verdict, measurement.why_shown) == ("shown", FEW)


def test_no_report_counts_it_as_passed(some_shown: Run, junit: Path) -> None:
    badge = json.loads((some_shown.folder / "badge.json").read_text(encoding="utf-8"))
    assert badge["message"].startswith("1 passed, 1 shown, own thresholds (")
    markdown = (some_shown.folder / "report.md").read_text(encoding="utf-8")
    assert "○ shown" in markdown
    assert "## Measured, not judged" in markdown
    assert f"::notice title=multiblimp/binding::shown, not judged: {FEW}" in some_shown.output
    (suite,) = ET.parse(junit).getroot().iter("testsuite")
    assert (suite.get("tests"), suite.get("skipped"), suite.get("failures")) == ("2", "1", "0")
    (skipped,) = suite.iter("skipped")
    assert skipped.get("message") == f"shown, not judged: {FEW}"
    page = (some_shown.folder / "report.html").read_text(encoding="utf-8")
    assert "1 Passed," in page
    assert "1 Skipped," in page


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "two workers"])
def test_a_run_of_nothing_but_shown_cases_is_not_green(
    evaluate: Evaluate, plain_run: Run, warm_store: Path, tmp_path: Path, workers: tuple[str, ...]
) -> None:
    thresholds = write_thresholds(tmp_path, "binding", "word_order")
    selected = ("-k", "binding or word_order", f"--thresholds={thresholds}", *workers)
    run = evaluate(*selected, store=warm_store)
    assert run.outcomes() == {"shown": 2}
    assert run.exit_code == pytest.ExitCode.NO_TESTS_COLLECTED
    assert "Nothing was judged: no threshold applies to what was measured." in run.output
    assert run.results["summary"]["complete"]
    badge = json.loads((run.folder / "badge.json").read_text(encoding="utf-8"))
    told = f"2 shown, own thresholds ({thresholds})"
    assert (badge["message"], badge["color"]) == (told, "lightgrey")
