"""Files of questions: the three formats, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kasauti.data.qa.questions import read_questions
from kasauti.inputs.errors import KasautiError

ROW = {"question": "Which?", "reference": "Mars", "choices": ["Sun", "Mars"], "tags": ["sky"]}


def write(path: Path, content: object) -> Path:
    text = content if isinstance(content, str) else json.dumps(content)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("q.jsonl", json.dumps(ROW)),
        ("q.json", [ROW]),
        ("q.json", {"questions": [ROW]}),
        ("q.json", [{"unit": "u", "topic": "sky", "questions": [{**ROW, "tags": "sky"}]}]),
        ("q.csv", "question,reference,choices,tags,check\nWhich?,Mars,Sun|Mars,sky,\n"),
        ("q.tsv", "question\tanswer\tchoices\ttags\nWhich?\tMars\tSun|Mars\tsky\n"),
    ],
)
def test_the_formats_give_the_same_question(tmp_path: Path, name: str, content: object) -> None:
    (found,) = read_questions(write(tmp_path / name, content))
    assert (found.id, found.text, found.references) == ("1", "Which?", ("Mars",))
    assert (found.choices, found.tags, found.check) == (("Sun", "Mars"), ("sky",), "")


def test_references_may_be_numbers_and_several(tmp_path: Path) -> None:
    rows = {"question": "How many?", "reference": [4, "four"]}
    (found,) = read_questions(write(tmp_path / "q.jsonl", rows))
    assert found.references == ("4", "four")


def test_topics_of_a_quiz_are_tags(tmp_path: Path) -> None:
    question = {"question": "Why?", "reference_answer": "So."}
    topics = [{"unit": "u", "chapter": "c", "topic": "t", "questions": [question]}]
    (found,) = read_questions(write(tmp_path / "quiz_data.json", topics))
    assert (found.references, found.tags) == (("So.",), ("t",))


def test_fields_of_other_files_are_renamed(tmp_path: Path) -> None:
    path = write(tmp_path / "q.jsonl", {"prompt": "Why?", "gold": "So."})
    (found,) = read_questions(path, fields={"question": "prompt", "reference": "gold"})
    assert (found.text, found.references) == ("Why?", ("So.",))


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"quesion": "a", "reference": "b"}, "line 1 has no question. .* Did you mean quesion"),
        ({"question": "a"}, "line 1 has no reference"),
        ({"question": "a", "reference": True}, "reference is not text"),
        ({"question": "a", "reference": []}, "no reference. Give the right answer"),
        ({"question": "a", "reference": " "}, "empty reference"),
        ({"question": "a", "reference": "b", "check": "contain"}, "Did you mean contains"),
        ({"question": 3, "reference": "b"}, "no question"),
    ],
)
def test_bad_row_is_refused(tmp_path: Path, row: object, message: str) -> None:
    with pytest.raises(KasautiError, match=message):
        read_questions(write(tmp_path / "q.jsonl", row))


def test_ids_are_unique(tmp_path: Path) -> None:
    rows = "\n".join([json.dumps({**ROW, "id": "a"})] * 2)
    with pytest.raises(KasautiError, match="the id a twice"):
        read_questions(write(tmp_path / "q.jsonl", rows))


def test_all_bad_lines_are_told_at_once(tmp_path: Path) -> None:
    rows = [json.dumps(ROW), "[1]", '{"question": "Why?"}', '{"question": "How?"}']
    with pytest.raises(KasautiError) as refused:
        read_questions(write(tmp_path / "q.jsonl", "\n".join(rows)))
    assert "has 3 bad lines. line 2: is not a JSON object; line 3, 4: has no reference." in str(
        refused.value
    )
