"""claims.jsonl: what a file gets wrong is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kasauti.data.errors import DataError
from kasauti.data.quiz_claims import CLAIMS, check_claims, read_claims

ROW = {"question": "Why?", "facts": [["it fall"], ["{DOWN}"]], "wrong": ["it ~ {UP}"]}


def test_a_quiz_without_claims_is_read(tmp_path: Path) -> None:
    assert read_claims(tmp_path, {"Why?"}) == {}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({**ROW, "question": "How?"}, "'How?' has no facts. Write it as facts.jsonl does."),
        ({"facts": [["a"]], "wrong": ["b"]}, "None has no facts"),
        ({**ROW, "facts": []}, "has not 1 to 4 facts"),
        ({**ROW, "facts": [["a"]] * 5}, "has not 1 to 4 facts"),
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
