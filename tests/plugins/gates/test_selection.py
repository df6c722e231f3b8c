"""Selection of tests by the command line."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.support import ROOT
from tests.support.runs import Evaluate, start


@pytest.mark.parametrize(
    ("arguments", "count", "suite"),
    [
        (["-k", "case_marking"], 3, "test_multiblimp.py"),
        (["-k", "final_assessment"], 1, "test_quiz.py"),
        (["-m", "lint_data", "-k", "case_marking"], 3, "test_lint_data.py"),
        (["tests/evaluation/test_lint_data.py", "-k", "case_marking"], 3, "test_lint_data.py"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_data_checks_run_only_on_request(
    run_pytest: Evaluate, arguments: list[str], count: int, suite: str
) -> None:
    run = run_pytest(*arguments, "--collect-only", "-q")
    selected = [line for line in run.output.splitlines() if "::" in line]

    assert len(selected) == count
    assert all(suite in line for line in selected)


@pytest.mark.parametrize("printed", ["from the root", "from here"])
@pytest.mark.parametrize("case", ["", "::test_data_is_sound[binding]"], ids=["file", "case"])
def test_a_file_or_an_id_narrows_the_command(case: str, printed: str, tmp_path: Path) -> None:
    node = f"tests/evaluation/test_lint_data.py{case}"
    given = os.path.relpath(ROOT / node, tmp_path) if printed == "from here" else node
    command = [sys.executable, "-m", "kasauti", given, "--collect-only", "-q"]
    output = start(command, tmp_path, cwd=tmp_path).stdout
    assert all(line.startswith(node) for line in output.splitlines() if "::" in line)
    found = selected(output)
    assert "binding" in found
    assert (len(found) == 1) is bool(case)


def test_a_suite_without_cases_has_no_test(run_pytest: Evaluate) -> None:
    words = "fresh or final_asessment or final_assessment"
    run = run_pytest("-m", "not multiblimp", "-k", words, "--collect-only", "-q")
    assert [line for line in run.output.splitlines() if "::" in line] == [
        "tests/evaluation/test_quiz.py::test_answers_are_right_and_in_the_voice[final_assessment]"
    ]
    told = [line for line in run.output.splitlines() if line.startswith("Nothing is called")]
    (message,) = told  # and none of `fresh`, which is nearly no name
    assert message == "Nothing is called final_asessment (-k). Did you mean final_assessment?"


@pytest.fixture
def urdu(tmp_path: Path) -> str:
    row = {"id": "1", "phenomenon": "p", "good": "a", "bad": "b", "language": "ur"}
    path = tmp_path / "own.jsonl"
    path.write_text(json.dumps(row), encoding="utf-8")
    return f"--pairs={path}"


def selected(output: str) -> list[str]:
    return [line.partition("[")[2].rstrip("]") for line in output.splitlines() if "::" in line]


@pytest.mark.parametrize("option", [["--language=urd"], ["--language=ur"], ["-k", "urd"]])
def test_cases_are_selected_by_their_language(
    run_pytest: Evaluate, urdu: str, option: list[str]
) -> None:
    run = run_pytest(urdu, *option, "--collect-only", "-q")
    assert selected(run.output) == ["own/p"]


def test_language_filters_every_suite_and_lists_left_out_cases(
    run_pytest: Evaluate, urdu: str
) -> None:
    run = run_pytest(urdu, "-m", "multiblimp or sanskrit", "--language=san,ur", "--collect-only")
    assert "--language=san,ur leaves out 14 cases: 14 in hin (Hindi)." in run.output
    assert "own/p" in run.output
    assert "case:dative" in run.output
    assert "[binding]" not in run.output


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["--language=tur"],
            "no case is in Turkish (tur). There are cases in: eng (English), hin (Hindi), "
            "san (Sanskrit).",
        ),
        (["--language=hin,hindi"], "no case is in hindi. There are cases in: eng"),
        (
            ["-m", "multiblimp", "--language=sa"],
            "nothing that -m and -k select is in san (Sanskrit). Selected cases are in: hin",
        ),
    ],
)
def test_unknown_language_error_lists_available_languages(
    run_pytest: Evaluate, options: list[str], message: str
) -> None:
    run = run_pytest(*options, "--collect-only", "-q")
    assert run.exit_code == 4
    assert message in run.output
