"""Files that a run leaves for GitHub, for JUnit's readers, for a badge, and as Markdown."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from kasauti.reports.wording.verdict import COUNTED
from tests.support.runs import Evaluate, Run


@dataclass(frozen=True, slots=True)
class CiRun:
    """A run as GitHub Actions starts it, in two workers."""

    run: Run
    summary: Path
    junit: Path


@pytest.fixture(scope="module")
def ci_run(
    run_pytest: Evaluate,
    plain_run: Run,
    warm_store: Path,
    tiny_llama: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> CiRun:
    place = tmp_path_factory.mktemp("ci")
    summary, junit = place / "summary.md", place / "junit.xml"
    summary.write_text("# An earlier command\n", encoding="utf-8")
    run = run_pytest(
        *("-m", "multiblimp", f"--model={tiny_llama}", "-n2", f"--junitxml={junit}"),
        store=warm_store,
        variables={"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)},
    )
    return CiRun(run, summary, junit)


def test_every_failed_gate_is_annotated_once(ci_run: CiRun) -> None:
    failed = [
        f"::error title=multiblimp/{name}::accuracy {case['accuracy']:.3f} "
        for name, case in ci_run.run.cases.items()
        if case["red"]
    ]
    lines = [line for line in ci_run.run.output.splitlines() if line.startswith("::error ")]
    assert len(lines) == len(failed) > 0
    assert all(line.startswith(start) for line, start in zip(lines, failed, strict=True))
    assert all("95 %25 interval" in line for line in lines)


def test_the_step_summary_is_the_report_appended(ci_run: CiRun) -> None:
    report = (ci_run.run.folder / "report.md").read_text(encoding="utf-8")
    assert ci_run.summary.read_text(encoding="utf-8") == f"# An earlier command\n{report}"
    assert report.startswith("# Kasauti: ")
    assert all(f"| {name} |" in report for name in ci_run.run.cases)


def test_no_workflow_commands_outside_github(plain_run: Run) -> None:
    assert "::error" not in plain_run.output
    assert (plain_run.folder / "report.md").is_file()


def test_junit_holds_the_measurements_of_all_workers(ci_run: CiRun) -> None:
    told = {}
    for test in ElementTree.parse(ci_run.junit).iter("testcase"):
        properties = {each.get("name"): each.get("value") for each in test.iter("property")}
        told[properties["case"]] = properties
    assert set(told) == {f"multiblimp/{name}" for name in ci_run.run.cases}
    for name, case in ci_run.run.cases.items():
        properties = told[f"multiblimp/{name}"]
        assert float(properties["value"] or "") == case["accuracy"]
        assert float(properties["low"] or "") == case["interval"]["low"]
        assert (properties["direction"], properties["required"]) == ("at least", "fair")
        assert properties["signature"] == case["signature"]


def test_the_badge_counts_what_passed(ci_run: CiRun) -> None:
    badge = json.loads((ci_run.run.folder / "badge.json").read_text(encoding="utf-8"))
    counts = Counter(case["verdict"] for case in ci_run.run.cases.values())
    told = ", ".join(f"{counts[each]} {each}" for each in COUNTED if counts[each])
    assert badge["schemaVersion"] == 1
    assert (badge["message"], badge["color"]) == (told, "red")


def test_green_run_has_green_badge_and_own_bands(green_run: Run, easy_thresholds: Path) -> None:
    badge = json.loads((green_run.folder / "badge.json").read_text(encoding="utf-8"))
    told = f"14 passed, own thresholds ({easy_thresholds})"
    assert (badge["message"], badge["color"]) == (told, "brightgreen")
    summary = green_run.results["summary"]
    # The threshold for fair was lowered to nothing; a random model stays below the one for good.
    assert summary["bands"] == {"multiblimp_accuracy": "fair"}


def test_overall_band_is_reported(plain_run: Run) -> None:
    summary = plain_run.results["summary"]
    score = summary["overall_scores"]["multiblimp_accuracy"]
    assert score < 0.70
    assert summary["bands"] == {"multiblimp_accuracy": "poor"}
    assert f"Overall: multiblimp_accuracy {score:.3f} (poor)." in plain_run.output
    assert summary["diagnosis"] == []  # a low score says nothing alone


def test_a_test_that_fails_unmeasured_is_annotated(run_pytest: Evaluate, tiny_llama: Path) -> None:
    run = run_pytest(
        *("-m", "multiblimp", "-k", "word_order", f"--model={tiny_llama}"),
        *("-p", "tests.plugins.intruders.fails_unmeasured"),
        variables={"GITHUB_ACTIONS": "true"},
    )
    lines = [line for line in run.output.splitlines() if line.startswith("::error ")]
    assert run.exit_code == 1
    assert len(lines) == 1
    assert "word_order" in lines[0]
