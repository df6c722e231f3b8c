"""Answers made elsewhere find their questions by id, by question, or by their order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kasauti.data.predictions import Predictions

ASKED = [("a", "Why?"), ("b", "How?")]


@pytest.mark.parametrize(
    ("rows", "answers"),
    [
        ([{"id": "b", "prediction": "2"}, {"id": "a", "prediction": "1"}], ["1", "2"]),
        ([{"question": "How?", "prediction": "2"}], [None, "2"]),
        ([{"prediction": "1"}, {"prediction": "2"}], ["1", "2"]),
        ([{"prediction": "1"}], [None, None]),
    ],
)
def test_answers_find_their_questions(
    tmp_path: Path, rows: list[object], answers: list[str | None]
) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert Predictions.read(path).answers_to(ASKED) == answers
