"""docs/qa.md: its files are read as it says, and its tables name what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kasauti.data.qa.questions import CHECKS, FIELDS
from kasauti.data.qa.suite_file import KEYS
from kasauti.fixtures.suites.qa.cases import MAX_NEW_TOKENS, SHORT, QaCase
from kasauti.fixtures.suites.qa.suite import Qa
from kasauti.thresholds import load_thresholds
from tests.support import ROOT
from tests.support.fake_backend import default_options

TEXT = (ROOT / "docs" / "qa.md").read_text(encoding="utf-8")
(QUESTIONS,) = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
SHORT_SUITE, LONG_SUITE = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)


def first_cells(title: str) -> set[str]:
    """Names in the first column of the table under a heading."""
    part = TEXT.partition(f"## {title}\n")[2].partition("\n## ")[0]
    rows = [line for line in part.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])}


def cases_of(folder: Path, name: str, text: str = "") -> list[QaCase]:
    (folder / "capitals.jsonl").write_text(QUESTIONS, encoding="utf-8")
    if text:
        (folder / name).write_text(text, encoding="utf-8")
    options = default_options(questions=[str(folder / name)])
    return list(Qa().cases(options, load_thresholds(suites=["qa"])))


def test_questions_of_the_page_are_tests_by_tag(tmp_path: Path) -> None:
    cases = cases_of(tmp_path, "capitals.jsonl")
    for case in cases:
        assert f"`{case.id}`" in TEXT
    checks = {each.check for case in cases for each in case.asked}
    assert checks == {"contains", "number", "choice"}


def test_short_suite_of_the_page(tmp_path: Path) -> None:
    cases = cases_of(tmp_path, "suite.toml", SHORT_SUITE)
    assert {each.check for case in cases for each in case.asked} == {"contains"}
    assert {case.threshold.value for case in cases if case.threshold} == {0.8}
    assert cases[0].prompts[0].startswith("Answer in one word.\n\nWhat is the capital")


def test_suite_of_several_tests_of_the_page(tmp_path: Path) -> None:
    cases = {case.name: case for case in cases_of(tmp_path, "suite.toml", LONG_SUITE)}
    assert "capitals/europe" in cases
    assert cases["sums"].max_new_tokens == 32
    assert {case.language for case in cases.values()} == {"en"}
    assert {case.threshold.value for case in cases.values() if case.threshold} == {0.7}


@pytest.mark.parametrize(
    ("title", "names"), [("Fields", FIELDS), ("Checks", CHECKS), ("A suite without code", KEYS)]
)
def test_tables_name_what_there_is(title: str, names: tuple[str, ...]) -> None:
    assert first_cells(title) == set(names)


def test_numbers_of_the_page() -> None:
    assert f"default {MAX_NEW_TOKENS}" in TEXT
    assert SHORT == 6
    assert "references of up to six words" in TEXT
    values = load_thresholds().entries
    assert values["quiz.question.semantic"].value == 0.70
    assert values["quiz.question.letters"].value == 0.35
