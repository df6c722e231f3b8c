"""facts.jsonl: the shipped one is whole, and what a file gets wrong is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kasauti.data.quiz.files import read_facts
from kasauti.fixtures.suites.quiz.cases import quiz_cases
from kasauti.inputs.errors import KasautiError

FACT = {"says": ["it falls"], "denies": ["it rises"]}
ROW = {"question": "Why?", "facts": [FACT, FACT]}


def test_every_shipped_question_has_facts() -> None:
    cases = quiz_cases()
    asked = {question.text for case in cases for question in case.questions}
    facts = cases[0].facts
    assert set(facts) == asked
    assert len(asked) == 300
    statements = [text for each in facts.values() for fact in each for text in fact.says]
    assert min(len(text.split()) for text in statements) >= 1
    assert max(len(text.split()) for text in statements) <= 40


def test_a_quiz_without_facts_is_read(tmp_path: Path) -> None:
    assert read_facts(tmp_path, {"Why?"}) == {}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({**ROW, "question": "How?"}, "'How?' is not in the quiz. Write it as it is there."),
        ({**ROW, "facts": [FACT]}, "needs 2 to 4 facts"),
        ({**ROW, "facts": [FACT] * 5}, "needs 2 to 4 facts"),
        ({**ROW, "facts": "none"}, "needs 2 to 4 facts"),
        ({**ROW, "facts": [FACT, 1]}, "has a fact that is not a JSON object"),
        ({**ROW, "facts": [FACT, {"says": ["x"]}]}, "has no statements in denies"),
        ({**ROW, "facts": [FACT, {**FACT, "says": [" "]}]}, "has an empty statement in says"),
        ({**ROW, "facts": [FACT, {"says": ["x"], "denies": ["x"]}]}, "says and denies 'x'"),
        ({"facts": [FACT, FACT]}, "has no question"),
    ],
)
def test_invalid_facts_give_error(tmp_path: Path, row: Any, message: str) -> None:
    (tmp_path / "facts.jsonl").write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(KasautiError) as caught:
        read_facts(tmp_path, {"Why?"})
    assert message in str(caught.value)
    assert "facts.jsonl, line 1" in str(caught.value)
