"""Suites without code: a TOML file with data, check and threshold."""

from __future__ import annotations

from pathlib import Path

import pytest

from kasauti.data.qa.suite_file import read_tests
from kasauti.inputs.errors import KasautiError

QUESTION = '{"question": "Capital of France?", "reference": "Paris"}\n'


def suite(folder: Path, text: str) -> Path:
    (folder / "data").mkdir(exist_ok=True)
    (folder / "data" / "capitals.jsonl").write_text(QUESTION, encoding="utf-8")
    path = folder / "suite.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_data_stand_relative_to_the_toml_file(tmp_path: Path) -> None:
    path = suite(tmp_path, 'data = "data/capitals.jsonl"\ncheck = "contains"\nthreshold = 0.8\n')
    (found,) = read_tests(path)
    assert (found.name, found.check, found.threshold) == ("suite", "contains", 0.8)
    assert found.questions[0].text == "Capital of France?"
    assert found.pack.startswith("capitals.jsonl@")
    assert found.origin == "suite.toml"


def test_tests_share_what_stands_above_them(tmp_path: Path) -> None:
    text = """
    threshold = 0.5
    data = "data/capitals.jsonl"
    language = "en"
    [[tests]]
    name = "short"
    prompt = "In one word: {question}"
    [[tests]]
    check = "similar"
    similarity = 0.6
    threshold = 1
    """
    first, second = read_tests(suite(tmp_path, text))
    assert (first.name, first.threshold, first.prompt) == (
        "short",
        0.5,
        "In one word: {question}",
    )
    assert (second.name, second.threshold, second.similarity) == ("suite-2", 1.0, 0.6)
    assert second.questions[0].language == "en"


def test_questions_may_stand_in_the_file_itself(tmp_path: Path) -> None:
    text = '[[questions]]\nquestion = "2 + 2?"\nreference = 4\n'
    (found,) = read_tests(suite(tmp_path, text))
    assert found.questions[0].references == ("4",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("threshhold = 0.8\n", "unknown key threshhold. Did you mean threshold"),
        ('[[tests]]\ndtaa = "x"\n', "tests 1 has the unknown key dtaa. Did you mean data"),
        ('data = "x.jsonl"\ncheck = "exakt"\n', "exist"),
        ('data = "data/capitals.jsonl"\ncheck = "exakt"\n', "Did you mean exact"),
        ('data = "data/capitals.jsonl"\nthreshold = 80\n', "Give a number from 0 to 1"),
        ('data = "data/capitals.jsonl"\nmax_tokens = 0\n', "at least 1"),
        ('data = "data/capitals.jsonl"\nprompt = "{qestion}"\n', "Did you mean question"),
        ('data = "data/capitals.jsonl"\nprompt = "Answer."\n', "no {question}"),
        ('data = "data/capitals.jsonl"\n[fields]\nquestio = "q"\n', "Did you mean question"),
        ("", "needs data or questions"),
        ("tests = 3\n", "Write \\[\\[tests\\]\\]"),
    ],
)
def test_bad_suite_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(KasautiError, match=message):
        read_tests(suite(tmp_path, text))


def test_folder_is_told_the_quiz(tmp_path: Path) -> None:
    with pytest.raises(KasautiError, match="kasauti -m quiz --quiz-data=DIR"):
        read_tests(tmp_path)
