"""A report that cannot be written is one sentence and exit code 1; the others are there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kasauti.reports.files.registry import REPORTS
from tests.support import ROOT
from tests.support.runs import Evaluate, Run, environment

FILES = {each.file for each in REPORTS}
# Tests of the data need no model and are quick; these cases are few and green.
SELECTED = ("-m", "lint_data", "-k", "ergative")


def broken(run_pytest: Evaluate, how: str) -> Run:
    intruder = "tests.plugins.intruders.breaks_reports"
    run = run_pytest(*SELECTED, "-p", intruder, variables={"BREAK": how})
    for sign in ("Traceback", "INTERNALERROR", "\x1b", "\n::error"):
        assert sign not in run.output
    assert " evaluation =" in run.output
    assert "lint_data, threshold" in run.output
    assert run.outcomes()["passed"]
    return run


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_selected_cases_pass_when_nothing_is_broken(run_pytest: Evaluate) -> None:
    run = broken(run_pytest, "nothing")
    assert run.exit_code == 0
    assert files(run.folder) == FILES | {"report.html"}
    assert run.results["summary"]["complete"] is True


def test_files_that_may_not_grow_so_large(run_pytest: Evaluate) -> None:
    run = broken(run_pytest, "file too large")
    assert run.exit_code == 1
    assert f"{run.folder / 'dashboard.html'} was not written (File too large)." in run.output
    assert "dashboard.html" not in files(run.folder)
    assert files(run.folder) >= {"report.md", "evaluation_summary.csv", "badge.json"}
    assert not [name for name in files(run.folder) if name.startswith(".")]
    for path in run.folder.glob("*.json"):
        json.loads(path.read_text(encoding="utf-8"))


def test_a_folder_that_went_away(run_pytest: Evaluate) -> None:
    run = broken(run_pytest, "no folder")
    assert run.exit_code == 1
    for file in FILES:
        assert run.output.count(f"{file} was not written (Not a directory).") == 1


def test_a_report_that_cannot_be_rendered(run_pytest: Evaluate) -> None:
    run = broken(run_pytest, "render")
    assert run.exit_code == 1
    told = "report.md was not written: ZeroDivisionError: no␛[31m⏎::error::pwned."
    assert run.output.count(told) == 1
    assert files(run.folder) == FILES - {"report.md"} | {"report.html"}


def test_a_report_of_another_plugin(run_pytest: Evaluate) -> None:
    run = broken(run_pytest, "another plugin")
    assert run.exit_code == 1
    assert "report.html was not written (No space left on device)." in run.output
    assert files(run.folder) >= FILES


def test_a_hook_that_raises(run_pytest: Evaluate) -> None:
    run = broken(run_pytest, "hook")
    assert run.exit_code == 1
    assert "pytest_kasauti_finished failed (KeyError: 'mine'.)" in run.output
    assert files(run.folder) >= FILES


@pytest.mark.parametrize(("module", "lines"), [("pytest", 1), ("kasauti", 1), ("kasauti", 12)])
def test_a_reader_that_leaves_does_not_end_the_run(tmp_path: Path, module: str, lines: int) -> None:
    results = tmp_path / "results"
    command = [sys.executable, "-m", module, *SELECTED, f"--results-dir={results}"]
    with subprocess.Popen(
        command,
        cwd=ROOT if module == "pytest" else tmp_path,
        env=environment(tmp_path),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        for _ in range(lines):
            process.stdout.readline()
        process.stdout.close()  # as `head` does
        errors = process.stderr.read().decode("utf-8")
        # The exit code is the verdict, as usual.
        assert process.wait(timeout=60) == 0
    assert errors == ""
    (folder,) = results.glob("evaluation_*")
    assert files(folder) == FILES | {"report.html"}
