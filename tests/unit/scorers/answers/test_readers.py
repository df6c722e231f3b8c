"""Each row of replies.jsonl is read as a person reads it.

A row has the reader, the reply, the expected answer (None where the reply gives none) and, where
they matter, the choices, the sentence with its types, the strict answer and the number of names
that were placed. `"names": false` reads topics by their own names only.
"""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from kasauti.data.indicglue.named_sentences import type_names
from kasauti.data.zeroshot.items import topic_names
from kasauti.scorers.answers.cleaning import FinalAnswer
from kasauti.scorers.answers.final_numbers import read_final_number
from kasauti.scorers.answers.letters import read_letter
from kasauti.scorers.answers.names import read_names
from kasauti.scorers.answers.topics import read_topic
from kasauti.scorers.answers.written_numbers import find_numbers, read_number

TOPICS = ("science/technology", "travel", "politics", "sports", "health")
LINES = Path(__file__).with_name("replies.jsonl").read_text(encoding="utf-8").splitlines()
ROWS: list[dict[str, Any]] = [json.loads(line) for line in LINES]


@pytest.mark.parametrize(
    "row", ROWS, ids=[f"line {line}, {row['reader']}" for line, row in enumerate(ROWS, start=1)]
)
def test_reply_is_read_as_a_person_reads_it(row: dict[str, Any]) -> None:
    reply, expected = row["reply"], row["expected"]
    match row["reader"]:
        case "digits":
            assert read_number(reply) == as_number(expected)
        case "all numbers":
            assert find_numbers(reply) == [as_number(each) for each in expected]
        case "number":
            check(read_final_number(reply), row, as_number)
        case "letter":
            choices = row["choices"]
            check(read_letter(reply, "ABCDE"[: len(choices)], choices=choices), row, str)
        case "topic":
            names = topic_names() if row.get("names", True) else None
            check(read_topic(reply, TOPICS, names=names), row, str)
        case "names":
            types = row.get("types") or type_names()
            tags, placed = read_names(reply, row["sentence"].split(), types)
            assert (" ".join(tags), row.get("placed", placed)) == (expected, placed)
        case reader:
            pytest.fail(f"{reader!r} is not a reader")


def as_number(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


def check(answer: FinalAnswer[Any], row: dict[str, Any], parse: Any) -> None:
    """Compare the lenient answer, and the strict one where the row has it."""
    assert answer.lenient == (None if row["expected"] is None else parse(row["expected"]))
    if "strict" in row:
        assert answer.strict == (None if row["strict"] is None else parse(row["strict"]))
