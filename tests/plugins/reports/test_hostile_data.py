"""A file of pairs whose every text is an attack: what the run prints does nothing."""

from __future__ import annotations

import json
import re
import unicodedata
import xml.etree.ElementTree as ET

import pytest

from tests.support.runs import Evaluate, Run

ATTACK = "\x1b[31m</script>x\n::error::pwned ##[error]pwned \u202e]]>"


@pytest.fixture(scope="module")
def hostile_run(run_pytest: Evaluate, tmp_path_factory: pytest.TempPathFactory) -> Run:
    place = tmp_path_factory.mktemp("hostile")
    pairs = [
        {
            "id": f"{ATTACK}{number}",
            "phenomenon": f"{ATTACK}phenomenon",
            "good": f"{ATTACK} यह घर है {number}",
            "bad": f"{ATTACK} यह घर हैं {number}",
            "gloss": f"{ATTACK}gloss",
            "language": "hi",
        }
        for number in range(12)
    ]
    path = place / "mine.jsonl"
    path.write_text("\n".join(map(json.dumps, pairs)), encoding="utf-8")
    return run_pytest(
        *("-m", "lint_data", "-k", "mine", f"--pairs={path}", f"--junitxml={place / 'junit.xml'}"),
        results_dir=place / "results",
        variables={"GITHUB_ACTIONS": "true"},
    )


def test_nothing_of_it_acts_on_the_terminal(hostile_run: Run) -> None:
    output = hostile_run.output
    assert "pwned" in output
    found = {sign for sign in output if unicodedata.category(sign) == "Cc"} - {"\n"}
    assert not found | (set(output) & {"\u202e"})
    assert "Traceback" not in output


def test_github_sees_its_own_commands_only(hostile_run: Run) -> None:
    lines = hostile_run.output.splitlines()
    commands = [line for line in lines if line.lstrip().startswith("::")]
    assert all(re.match(r"::error title=lint_data/mine[^:]*::\w", line) for line in commands)
    assert "##[" not in hostile_run.output
    # A line end inside of a text is not one of the output.
    assert not [line for line in lines if line.startswith((": :", "error::"))]


def test_junit_and_the_results_can_be_read(hostile_run: Run) -> None:
    if hostile_run.exit_code == 4:
        return  # the reader refuses such a file altogether
    junit = ET.parse(hostile_run.results_dir.parent / "junit.xml")
    assert len(junit.findall(".//testcase")) == 2
    assert f"mine/{ATTACK}phenomenon" in [each.case.name for each in hostile_run.run.measurements]
