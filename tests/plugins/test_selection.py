"""Which tests a command line selects."""

from __future__ import annotations

import pytest

from tests.plugins.conftest import Evaluate


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
def test_checks_of_the_data_run_only_where_they_are_asked_for(
    run_pytest: Evaluate, arguments: list[str], count: int, suite: str
) -> None:
    run = run_pytest(*arguments, "--collect-only", "-q")
    selected = [line for line in run.output.splitlines() if "::" in line]

    assert len(selected) == count
    assert all(suite in line for line in selected)
