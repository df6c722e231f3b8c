"""Values that are valid in their format and hostile to what reads them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from kasauti.data.probes.treebank import read_treebank
from kasauti.data.quiz.files import read_quiz_files
from kasauti.data.quiz.persona import check_phrases, read_persona
from kasauti.data.zeroshot.pack import read_pack
from kasauti.data.zeroshot.published import read_mlmm_choices, read_mlmm_truthfulqa
from kasauti.inputs.errors import KasautiError, RecordError
from kasauti.records.persona import Phrase
from kasauti.records.serialization.files import read_run
from kasauti.thresholds import load_thresholds
from tests.faults.files.readers import THRESHOLDS, jsonl, readers
from tests.support.hangs import limited

SLOW = ["(a|a)+b", "(a|aa)+$"]
FAST = ["odds|likely", "a.*b", "(?:very )+good", r"(?:\S+ ){0,6}caus\w+", r"(?:\w+ )?cycles?"]
# Python's own re takes hours for these; the package regex gives most of them up early.
NESTED = ["(a+)+$", r"(?:\w+\s*)+x", ".*a.*b", "(a?){30}a{30}", "(?=(a+)+$)b", "(?=(a|a)+$)b"]
LONG = ("a" * 5000, "very " * 1000, "not it was a cause " * 250)


@pytest.mark.parametrize("pattern", SLOW)
def test_an_expression_that_could_hang_is_refused_in_time(pattern: str, tmp_path: Path) -> None:
    path = tmp_path / "persona.toml"
    path.write_text(
        'name = "n"\ndescription = "d"\n[[markers]]\nname = "m"\nweight = 1\nexpected = 1\n'
        f"patterns = ['{pattern}']\n",
        encoding="utf-8",
    )
    with limited(), pytest.raises(KasautiError, match="can take very long to match"):
        check_phrases(path, read_persona(path))


@pytest.mark.parametrize("pattern", FAST)
def test_an_ordinary_expression_matches_a_long_answer(pattern: str) -> None:
    with limited():
        for text in LONG:
            Phrase(pattern).find(text)


@pytest.mark.parametrize("pattern", [*SLOW, *NESTED, "(?:very |v.ry )+!"])
def test_no_expression_hangs_on_a_long_answer(pattern: str) -> None:
    with limited():
        for text in LONG:
            with suppress(KasautiError):
                Phrase(pattern).find(f"{text}\x01")


def test_regex_slow_on_some_answers_is_stopped() -> None:
    with limited(), pytest.raises(KasautiError, match="can take very long to match"):
        Phrase("(x|x)+y").find("x" * 2000)


@pytest.mark.parametrize(
    "pattern", ["(", "a{99999999999}", "(" * 3000, "[[a]", "(?i)a", "x" * 10001]
)
def test_invalid_regex_is_refused(pattern: str, tmp_path: Path) -> None:
    reader = readers()["persona"]
    path = reader.write(tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace("guaranteed", pattern), "utf-8")
    with pytest.raises(KasautiError, match=r"regular expression|characters"):
        reader.read(tmp_path, path)


@pytest.mark.parametrize("index", ["x", "", "1-", "1-x", "-1", "²", "9" * 5000, "1.x", "1-2-3"])
def test_non_numeric_treebank_index_is_refused(index: str, tmp_path: Path) -> None:
    path = tmp_path / "t.conllu"
    path.write_text(f"{index}\tw\tl" + "\t_" * 7 + "\n", encoding="utf-8")
    with pytest.raises(KasautiError, match="line 1: .* is not the index of a word"):
        read_treebank(path, "Number")


def test_more_choices_than_letters_are_refused(tmp_path: Path) -> None:
    choices = [str(number) for number in range(27)]
    row = {"id": "1", "answer": 0, "hi": {"question": "?", "choices": choices}}
    (tmp_path / "mmlu.jsonl").write_text(jsonl(row), encoding="utf-8")
    with pytest.raises(KasautiError, match="27 choices in hi. Give at most 26"):
        read_pack(tmp_path / "mmlu.jsonl", "hi")
    path = tmp_path / "published.json"
    options = {f"option_{number:02}": "x" for number in range(27)}
    path.write_text(json.dumps([{"instruction": "?", "answer": "00", **options}]), "utf-8")
    with pytest.raises(KasautiError, match="27 choices"):
        read_mlmm_choices(path)
    labels = [1, *([0] * 26)]
    truth = {"question": "?", "mc1_targets_choices": choices, "mc1_targets_labels": labels}
    path.write_text(json.dumps([truth]), "utf-8")
    with pytest.raises(KasautiError, match="27 choices"):
        read_mlmm_truthfulqa(path)


class CountedText(str):
    """Text that counts how often one is compared with another."""

    comparisons = 0

    def __eq__(self, other: object) -> bool:
        CountedText.comparisons += 1
        return super().__eq__(other)

    __hash__ = str.__hash__

    def strip(self, _: str | None = None) -> CountedText:
        return self


def test_reading_questions_is_not_quadratic(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 500
    questions = [{"question": CountedText(f"q{n}"), "reference_answer": "a"} for n in range(count)]
    place = {"unit": "u", "chapter": "c", "topic": "t", "questions": questions}
    (tmp_path / "quiz_data.json").write_text("[]", encoding="utf-8")
    monkeypatch.setattr("kasauti.data.quiz.files.json_content", lambda _: [place])
    monkeypatch.setattr(CountedText, "comparisons", 0)
    (quiz,) = read_quiz_files(tmp_path).topics
    assert len(quiz.questions) == count
    assert CountedText.comparisons < 10 * count


def test_quiz_file_that_is_a_folder_is_refused(tmp_path: Path) -> None:
    reader = readers()["quiz topics"]
    path = reader.write(tmp_path)
    path.unlink()
    path.mkdir()
    with pytest.raises(KasautiError, match="quiz_data.json is a folder"):
        reader.read(tmp_path, path)


@pytest.mark.parametrize(
    ("content", "fact"),
    [
        (THRESHOLDS.replace("0.6", "nan"), "has the value nan. Give a finite number"),
        (THRESHOLDS.replace("0.6", "-inf"), "has the value -inf. Give a finite number"),
        (THRESHOLDS.replace("0.6", "1e999"), "has the value inf. Give a finite number"),
        (THRESHOLDS.replace("0.6", "9" * 400), "an integer of more than 300 digits"),
        (THRESHOLDS.replace("0.6", "9" * 5000), "has a number or a date that cannot be read"),
        (THRESHOLDS.replace("0.6", "[" * 3000), "is nested deeper than 100 levels"),
        (f"{'a.' * 60_000}b = 1", "has a key of more than 100 parts (line 1)"),
        (THRESHOLDS.replace("0.6", "true"), "has no value"),
        (THRESHOLDS.replace("0.6", "[0.6]"), "has no value"),
        ("default = 1", "has the unknown field default"),
        ("", "has no direction"),
    ],
    ids=range(11),
)
def test_thresholds_that_cannot_be_used(content: str, fact: str, tmp_path: Path) -> None:
    path = tmp_path / "multiblimp.toml"
    path.write_text(content, encoding="utf-8")
    with limited(), pytest.raises(KasautiError) as error:
        load_thresholds(tmp_path)
    assert str(path) in str(error.value)
    assert fact in str(error.value)


VALUES: list[Any] = [
    None,
    True,
    -1,
    10**400,
    1e308 * 10,
    "",
    "x",
    [],
    [1],
    [[]],
    {},
    {"a": 1},
    {"a": {}},
]


@pytest.mark.parametrize("name", ["baseline", "results"])
def test_a_finished_run_is_read_or_refused_as_a_record(name: str, tmp_path: Path) -> None:
    """Each value of the file in turn becomes something else."""
    path = readers()[name].write(tmp_path)
    content = json.loads(path.read_text(encoding="utf-8"))
    tried = 0
    for holder, key in list(_places(content)):
        kept = holder[key]
        for value in VALUES:
            holder[key] = value
            tried += 1
            with suppress(RecordError):
                read_run(content)
        holder[key] = kept
    assert tried > 200


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])
