"""Files of answers: what is read, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kasauti.data.quiz.files import Question
from kasauti.fixtures.suites.metrics.cases import answers_in, metric_cases, questions_of
from kasauti.fixtures.suites.metrics.predictions import read_predictions
from kasauti.inputs.errors import KasautiError

ROWS = [
    {"id": "a", "prediction": "one", "reference": "two"},
    {"prediction": "", "reference": "tree"},
]


def write(path: Path, *rows: object) -> Path:
    text = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text(text + "\n", encoding="utf-8")
    return path


def test_answers_are_read_with_their_ids(tmp_path: Path) -> None:
    first, second = read_predictions(write(tmp_path / "p.jsonl", *ROWS))

    assert (first.id, first.text, first.reference) == ("a", "one", "two")
    assert (second.id, second.text) == ("2", "")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "has no predictions"),
        ([{"prediction": "x"}], "line 1 has no reference"),
        ([{"prediction": 3, "reference": "x"}], "line 1 has no prediction"),
        ([{"prediction": "x", "reference": " "}], "empty reference"),
        ([ROWS[0], ROWS[0]], "the id a occurs twice"),
    ],
)
def test_bad_answers_are_refused(tmp_path: Path, rows: list[object], message: str) -> None:
    with pytest.raises(KasautiError, match=message):
        read_predictions(write(tmp_path / "p.jsonl", *rows))


def test_the_data_are_the_references_and_not_the_answers(tmp_path: Path) -> None:
    one = answers_in(write(tmp_path / "p.jsonl", *ROWS))
    (tmp_path / "other").mkdir()
    other = answers_in(
        write(tmp_path / "other" / "p.jsonl", {**ROWS[0], "prediction": "x"}, ROWS[1])
    )

    assert one.data == other.data
    assert one.source != other.source


def test_another_file_is_brought_into_the_same_order(tmp_path: Path) -> None:
    path = write(tmp_path / "p.jsonl", {**ROWS[0]}, {**ROWS[1], "id": "b"})
    against = write(tmp_path / "q.jsonl", {**ROWS[1], "id": "b", "prediction": "B"}, ROWS[0])

    assert answers_in(path, against=against).others == ("one", "B")


@pytest.mark.parametrize(
    "others",
    [
        [ROWS[0]],
        [ROWS[0], {"id": "2", "prediction": "", "reference": "bush"}],
        [*ROWS, {"id": "c", "prediction": "", "reference": "x"}],
    ],
)
def test_answers_to_other_questions_are_not_compared(tmp_path: Path, others: list[object]) -> None:
    path = write(tmp_path / "p.jsonl", *ROWS)

    with pytest.raises(KasautiError, match="the same questions"):
        answers_in(path, against=write(tmp_path / "q.jsonl", *others))


def test_each_metric_is_a_case_and_asks_the_questions() -> None:
    asked = questions_of([Question("q1", "Why?", "Because.")], name="pack", language="en")
    cases = metric_cases(asked, ["BLEU", "Perplexity"], max_new_tokens=7)

    assert [str(case.id) for case in cases] == ["metrics/BLEU", "metrics/Perplexity"]
    assert {case.language for case in cases} == {"en"}
    assert all(case.prompts == ("Why?",) for case in cases)
