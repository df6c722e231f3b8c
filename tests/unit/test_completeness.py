"""A run that lost tests, or that evaluated nothing, is red."""

from __future__ import annotations

import pytest

from kasauti.fixtures.recording.completeness import Tally

pytest_plugins = ["pytester"]

TEST = "tests/evaluation/test_multiblimp.py::test[word_order]"


def test_a_complete_run_gives_no_complaint() -> None:
    assert Tally({TEST}, {TEST}, evaluates=True, measured=True).complaint() == ""
    assert Tally().complaint() == ""


@pytest.mark.parametrize(
    ("lost", "told"),
    [
        (["b"], "1 selected test reported no outcome: b."),
        (["b", "c"], "2 selected tests reported no outcome, among them b."),
    ],
)
def test_lost_outcomes_are_told(lost: list[str], told: str) -> None:
    assert Tally({"a", *lost}, {"a"}, measured=True).complaint() == told


def test_a_run_without_a_measurement_is_told() -> None:
    assert Tally({TEST}, {TEST}, evaluates=True).complaint().startswith("Nothing was evaluated")


def test_a_run_that_judged_nothing_is_told() -> None:
    shown = Tally({TEST}, {TEST}, evaluates=True, measured=True)
    assert shown.complaint() == ""
    assert shown.nothing_judged().startswith("Nothing was judged: no threshold applies")
    assert Tally({TEST}, {TEST}, measured=True, judged=True).nothing_judged() == ""
    assert Tally({TEST}, set(), measured=True).nothing_judged() == ""  # a test is missing


def test_other_tests_need_no_measurement() -> None:
    unit = "tests/unit/test_reports.py::test_x"
    assert Tally({unit}, {unit}).complaint() == ""
    assert Tally({unit}, set()).complaint() != ""


COMPLETENESS = """
pytest_plugins = "kasauti.fixtures.recording.completeness"
import pytest
@pytest.fixture
def record():
    return None
"""


@pytest.mark.parametrize("workers", [[], ["-n2"]])
@pytest.mark.parametrize(
    ("test", "code"),
    [("def test_any_name(record): pass", 1), ("def test_of_its_own(): pass", 0)],
)
def test_an_evaluation_test_is_one_that_records(
    pytester: pytest.Pytester, workers: list[str], test: str, code: int
) -> None:
    pytester.makeconftest(COMPLETENESS)
    pytester.makepyfile(test)
    result = pytester.runpytest_subprocess(*workers)
    assert result.ret == code
    assert ("Nothing was evaluated" in result.stdout.str()) == bool(code)
