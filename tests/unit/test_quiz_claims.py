"""claims.jsonl: the shipped one is whole, and what a file gets wrong is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

from kasauti.data.errors import DataError
from kasauti.data.files import jsonl_rows
from kasauti.data.quiz_cases import SHIPPED, quiz_cases
from kasauti.data.quiz_claims import CLAIMS, check_claims, parse_claims, read_claims
from kasauti.scorers.claim_reading import read_claims as read_answer

ROW = {"question": "Why?", "facts": [["it fall"], ["{DOWN}"]], "wrong": ["it ~ {UP}"]}


def test_every_shipped_question_has_claims_that_can_be_read() -> None:
    case = quiz_cases()[0]
    assert set(case.claims) == set(case.facts)
    check_claims(SHIPPED / CLAIMS, case.claims)


def test_reference_answers_say_their_facts_and_nothing_wrong() -> None:
    cases = quiz_cases()
    references = {each.text: each.reference for case in cases for each in case.questions}
    found = {
        question: read_answer(references[question], parse_claims(texts))
        for question, texts in list(cases[0].claims.items())[::3]
    }
    assert not [question for question, each in found.items() if each.wrong or not each.said]


def test_statements_are_read_as_what_they_are() -> None:
    """Of some questions: most true statements are read, and hardly any is taken for false."""
    claims, right, wrong = quiz_cases()[0].claims, [], []
    for number, row in jsonl_rows(SHIPPED / "statements.jsonl"):
        if number % 10 == 0:
            parsed = parse_claims(claims[str(row["question"])])
            right += [read_answer(text, parsed) for text in cast(list[str], row["true"])]
            wrong += [read_answer(text, parsed) for text in cast(list[str], row["false"])]
    assert sum(each.said > each.against for each in right) >= 0.85 * len(right)
    assert sum(each.said > each.against for each in wrong) <= 0.10 * len(wrong)


def test_a_quiz_without_claims_is_read(tmp_path: Path) -> None:
    assert read_claims(tmp_path, {"Why?"}) == {}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({**ROW, "question": "How?"}, "'How?' has no facts. Write it as facts.jsonl does."),
        ({"facts": [["a"]], "wrong": ["b"]}, "None has no facts"),
        ({**ROW, "facts": []}, "needs 1 to 4 facts"),
        ({**ROW, "facts": [["a"]] * 5}, "needs 1 to 4 facts"),
        ({**ROW, "facts": [["a"], []]}, "has facts without patterns"),
        ({**ROW, "facts": ["a"]}, "has facts without patterns"),
        ({**ROW, "wrong": None}, "has wrong without patterns"),
        ({**ROW, "wrong": ["a", " "]}, "has an empty pattern in wrong"),
    ],
)
def test_what_is_wrong_with_claims_is_told(tmp_path: Path, row: Any, message: str) -> None:
    (tmp_path / CLAIMS).write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_claims(tmp_path, {"Why?"})
    assert message in str(caught.value)
    assert "claims.jsonl, line 1" in str(caught.value)


def test_a_question_may_come_once(tmp_path: Path) -> None:
    (tmp_path / CLAIMS).write_text(f"{json.dumps(ROW)}\n{json.dumps(ROW)}\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 2 repeats 'Why"):
        read_claims(tmp_path, {"Why?"})


def test_a_pattern_that_cannot_be_read_is_told_with_its_question(tmp_path: Path) -> None:
    (tmp_path / CLAIMS).write_text(json.dumps({**ROW, "wrong": ["a ("]}), encoding="utf-8")
    with pytest.raises(DataError, match=r"claims.jsonl, 'Why\?': 'a \(' has"):
        check_claims(tmp_path / CLAIMS, read_claims(tmp_path, {"Why?"}))
