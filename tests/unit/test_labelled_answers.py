"""The labelled answers of the shipped quiz, and the negative patterns that are found in them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kasauti.data.quiz.pack import SHIPPED
from kasauti.fixtures.suites.quiz.cases import quiz_cases
from kasauti.scorers.voice.voice import find_voice

CASES = quiz_cases()
ANSWERS = {"heldout": 375, "fresh": 320}


def rows(name: str) -> list[dict[str, Any]]:
    text = (SHIPPED / "labelled" / f"{name}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_is_labelled_and_to_a_question_with_facts(name: str) -> None:
    found = rows(name)
    assert len(found) == ANSWERS[name]
    flags = {negative.name for negative in CASES[0].persona.negatives}
    for row in found:
        assert list(row) == ["question", "kind", "answer", "right", "flag"]
        assert row["question"] in CASES[0].facts
        assert isinstance(row["right"], bool)
        assert row["flag"] is None or row["flag"] in flags


@pytest.mark.parametrize(
    ("name", "innocent", "flagged", "guilty", "found"),
    [("heldout", 345, 7, 30, 27), ("fresh", 305, 4, 15, 5)],
)
def test_negative_patterns_are_found_as_documented(
    name: str, innocent: int, flagged: int, guilty: int, found: int
) -> None:
    persona = CASES[0].persona
    said = [
        (
            row["flag"],
            {each.name for each in find_voice(row["question"], row["answer"], persona).negatives},
        )
        for row in rows(name)
    ]
    free = [names for flag, names in said if flag is None]
    hits = [flag in names for flag, names in said if flag is not None]
    assert (len(free), sum(map(bool, free)), len(hits), sum(hits)) == (
        innocent,
        flagged,
        guilty,
        found,
    )
