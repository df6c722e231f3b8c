"""A suite without code: a TOML file that names data, a check and a threshold, or several."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kasauti.data.qa.questions import FIELDS, Question, known_check, questions_in, read_questions
from kasauti.inputs.errors import KasautiError, did_you_mean
from kasauti.inputs.files import is_folder
from kasauti.inputs.rows import digest, toml_tables

TESTS = "tests"
KEYS = (
    "name",
    "data",
    "questions",
    "check",
    "threshold",
    "prompt",
    "fields",
    "language",
    "max_tokens",
    "similarity",
)
PLACES = ("question", "choices")  # in a prompt, in braces; other braces are text
PLACE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class QaTest:
    """The questions of one file, or of one [[tests]], and how they are asked and judged."""

    name: str
    pack: str  # the file of the questions and a digest of it
    questions: tuple[Question, ...]
    check: str = ""
    threshold: float | None = None
    prompt: str = ""
    max_tokens: int | None = None
    similarity: float | None = None
    origin: str = ""  # the TOML file; empty where the questions were given themselves


def read_tests(path: Path) -> list[QaTest]:
    """Read a file of questions, or the tests of a TOML file."""
    if is_folder(path):
        raise KasautiError(
            f"--questions={path} is a folder. Give a file; a quiz in a folder is asked with "
            "kasauti -m quiz --quiz-data=DIR."
        )
    if path.suffix.lower() == ".toml":
        return _suite(path)
    return [QaTest(name=path.stem, pack=_label(path), questions=read_questions(path))]


def _suite(path: Path) -> list[QaTest]:
    table = toml_tables(path)
    tests = table.pop(TESTS, None)
    _refuse_unknown(f"{path}", table, (*KEYS, TESTS))
    if tests is None:
        return [_test(path, f"{path}", {"name": path.stem, **table})]
    if not isinstance(tests, list) or not all(isinstance(each, dict) for each in tests):
        raise KasautiError(f"{path}: {TESTS} is not a list of tables. Write [[{TESTS}]].")
    found = []
    for number, own in enumerate(tests, start=1):
        where = f"{path}: {TESTS} {number}"
        _refuse_unknown(where, own, KEYS)
        # Above the list stands what all tests share.
        found.append(_test(path, where, {"name": f"{path.stem}-{number}", **table, **own}))
    return found


def _test(path: Path, where: str, table: Mapping[str, object]) -> QaTest:
    fields = _fields(where, table.get("fields", {}))
    inline, data = table.get("questions"), table.get("data")
    if (inline is None) == (data is None):
        raise KasautiError(f"{where} needs data or questions, one of them. Write data = 'FILE'.")
    if inline is None:
        file = path.parent / _text(where, table, "data")
        questions, pack = read_questions(file, fields=fields), _label(file)
    else:
        questions, pack = _inline(where, inline, fields), _label(path)
    return QaTest(
        name=_text(where, table, "name"),
        pack=pack,
        questions=tuple(_in_language(each, table.get("language")) for each in questions),
        check=known_check(where, table),
        threshold=_share(where, table, "threshold"),
        prompt=_prompt(where, table),
        max_tokens=_count(where, table, "max_tokens"),
        similarity=_share(where, table, "similarity"),
        origin=path.name,
    )


def _inline(where: str, rows: object, fields: Mapping[str, str]) -> tuple[Question, ...]:
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise KasautiError(f"{where}: questions is not a list of tables. Write [[questions]].")
    numbered = ((f"{where}, question {number}", row) for number, row in enumerate(rows, start=1))
    return questions_in(where, numbered, fields=fields)


def _in_language(question: Question, language: object) -> Question:
    if question.language or not isinstance(language, str):
        return question
    return replace(question, language=language)


def _refuse_unknown(where: str, table: Mapping[str, object], known: Sequence[str]) -> None:
    for name in table:
        if name not in known:
            remedy = did_you_mean(name, known, otherwise=f"Use {', '.join(known)}.")
            raise KasautiError(f"{where} has the unknown key {name}. {remedy}")


def _fields(where: str, table: object) -> Mapping[str, str]:
    if not isinstance(table, dict) or not all(isinstance(each, str) for each in table.values()):
        raise KasautiError(
            f"{where}: fields is not a table of names. Write fields = {{ question = 'prompt' }}."
        )
    _refuse_unknown(f"{where}: fields", table, FIELDS)
    return table


def _prompt(where: str, table: Mapping[str, object]) -> str:
    if "prompt" not in table:
        return ""
    prompt = _text(where, table, "prompt")
    named = PLACE.findall(prompt)
    for name in named:
        if name not in PLACES:
            remedy = did_you_mean(name, PLACES, otherwise="Use {question} and {choices}.")
            raise KasautiError(f"{where}: the prompt has the unknown place {{{name}}}. {remedy}")
    if "question" not in named:
        raise KasautiError(f"{where}: the prompt has no {{question}}. Write where it stands.")
    return prompt


def _text(where: str, table: Mapping[str, object], name: str) -> str:
    value = table.get(name)
    if not isinstance(value, str) or not value.strip():
        raise KasautiError(f"{where}: {name} is not text. Write it in quotes.")
    return value


def _share(where: str, table: Mapping[str, object], name: str) -> float | None:
    value = table.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise KasautiError(f"{where} has {name} = {value}. Give a number from 0 to 1.")
    return float(value)


def _count(where: str, table: Mapping[str, object], name: str) -> int | None:
    value = table.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise KasautiError(f"{where} has {name} = {value}. Give a whole number of at least 1.")
    return value


def _label(path: Path) -> str:
    return f"{path.name}@{digest(path)}"
