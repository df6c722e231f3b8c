"""A test that CI skips without a known reason makes the run red."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.unexpected_skips import UnexpectedSkips


def skipped(reason: str, *, test: str) -> Any:
    return SimpleNamespace(skipped=True, nodeid=test, longrepr=("path", 1, reason))


def status_after(
    reason: str, *, test: str = "tests/unit/test_a.py::test_b", before: int = pytest.ExitCode.OK
) -> int:
    plugin, session = UnexpectedSkips(), SimpleNamespace(exitstatus=before)
    plugin.pytest_runtest_logreport(skipped(f"Skipped: {reason}", test=test))
    plugin.pytest_sessionfinish(session)  # type: ignore[arg-type]
    return int(session.exitstatus)


@pytest.mark.parametrize("reason", ["no chromedriver", "no reason", ""])
def test_an_unknown_reason_fails(reason: str) -> None:
    assert status_after(reason) == pytest.ExitCode.TESTS_FAILED


@pytest.mark.parametrize(
    "reason",
    [
        "the public data is not at /x",
        "UniMorph is not beside the repository",
        "could not import 'lm_eval.models.huggingface': No module named 'lm_eval'",
    ],
)
def test_a_known_reason_does_not(reason: str) -> None:
    assert status_after(reason) == pytest.ExitCode.OK


def test_another_failure_keeps_its_exit_code() -> None:
    assert status_after("x", before=pytest.ExitCode.INTERRUPTED) == pytest.ExitCode.INTERRUPTED


def test_an_evaluation_may_skip() -> None:
    early_end = "Early termination: only 0 of 24 topics passed."
    assert status_after(early_end, test="tests/evaluation/test_quiz.py::test_a") == 0
