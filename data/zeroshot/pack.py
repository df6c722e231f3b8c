"""The suite's own form of zero-shot data: one JSONL file per task, each line in all languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path

from kasauti.data.fields import text_field
from kasauti.data.zeroshot.items import ChoiceItem, Item, NumberItem, Sentences, TextItem
from kasauti.data.zeroshot.languages import known_language
from kasauti.data.zeroshot.prompts import LETTERS
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.rows import digest, jsonl_rows

CHOICE_TASKS = ("mmlu", "arc", "truthfulqa", "belebele")

# Indonesian is `ind` here: `id` is taken by what every line has.
FIELDS = {"id"}

Row = Mapping[str, object]


def rows_of(path: Path) -> tuple[tuple[str, Row], ...]:
    """The lines of a file, each with its location for messages."""
    return _parse(path, digest(path))


@cache
def _parse(path: Path, _digest: str) -> tuple[tuple[str, Row], ...]:
    """Parsed once for all languages, and again only where the content has changed."""
    return tuple((f"{path}, line {number}", row) for number, row in jsonl_rows(path))


def languages_of(path: Path) -> list[str]:
    """The languages that the lines of a file are in."""
    names = {name for _, row in rows_of(path) for name in row}
    return sorted({code for name in names if (code := _code(name))})


def read_pack(path: Path, language: str) -> list[Item]:
    """The items of a task in one language; the file is named after the task."""
    if path.stem == "classification":
        return [
            TextItem(
                text_field(where, row, "id"),
                text_field(where, row, field),
                text_field(where, row, "topic"),
            )
            for where, row, field in _lines(path, language)
        ]
    if path.stem in CHOICE_TASKS:
        return [_choice(row, field, where) for where, row, field in _lines(path, language)]
    return [_problem(row, field, where) for where, row, field in _lines(path, language)]


def read_pack_sentences(path: Path, language: str) -> Sentences:
    """The sentences of the translation pack in one language."""
    lines = _lines(path, language)
    return {
        text_field(where, row, "id"): text_field(where, row, field) for where, row, field in lines
    }


def _code(field: str) -> str | None:
    """The language that a field is in; None where it is something else."""
    found = None if field in FIELDS else known_language(field)
    return found.code if found else None


def _lines(path: Path, language: str) -> Iterator[tuple[str, Row, str]]:
    """The lines that are in a language, each with the field that has it."""
    for where, row in rows_of(path):
        for field in row:
            if _code(field) == language:
                yield where, row, field


def _choice(row: Row, language: str, where: str) -> ChoiceItem:
    asked = _asked(row, language, where)
    choices, answer = asked.get("choices"), row.get("answer")
    if not isinstance(choices, list) or not all(isinstance(each, str) for each in choices):
        raise KasautiError(f"{where} has no choices in {language}. Give a list of texts.")
    if len(choices) > len(LETTERS):
        raise KasautiError(
            f"{where} has {len(choices)} choices in {language}. Give at most {len(LETTERS)}, one "
            "for each letter."
        )
    if type(answer) is not int or not 0 <= answer < len(choices):
        raise KasautiError(f"{where} has the answer {answer!r}. Give 0 to {len(choices) - 1}.")
    passage = text_field(where, asked, "passage") if "passage" in asked else ""
    question = text_field(where, asked, "question")
    return ChoiceItem(text_field(where, row, "id"), question, tuple(choices), answer, passage)


def _problem(row: Row, language: str, where: str) -> NumberItem:
    answer = row.get("answer")
    if isinstance(answer, bool) or not isinstance(answer, int | float):
        raise KasautiError(f"{where} has the answer {answer!r}. Give a number.")
    question = text_field(where, _asked(row, language, where), "question")
    return NumberItem(text_field(where, row, "id"), question, Decimal(str(answer)))


def _asked(row: Row, language: str, where: str) -> Row:
    asked = row[language]
    if not isinstance(asked, dict):
        raise KasautiError(f"{where} has no object under {language}. Give question and the like.")
    return asked
