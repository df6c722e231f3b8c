"""Files of questions with reference answers: JSONL, JSON and CSV."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kasauti.data.fields import text_field
from kasauti.inputs.errors import BadLines, KasautiError, did_you_mean
from kasauti.inputs.parquet import columnar_rows
from kasauti.inputs.rows import TAB, json_content, jsonl_rows, table_rows

CHECKS = ("exact", "contains", "number", "choice", "similar", "judge")
FIELDS = (
    "question",
    "reference",
    "choices",
    "tags",
    "language",
    "check",
    "id",
    "cluster",
)
# What other files call the same: our quizzes, and most published sets.
ALSO = {"reference_answer": "reference", "answer": "reference"}
BETWEEN = "|"  # the choices or references in one cell of a table

Rows = Iterable[tuple[str, Mapping[str, object]]]  # where a row stands, and its fields


@dataclass(frozen=True, slots=True)
class Question:
    """One question; any of its references is right.

    check: as the row has it; empty where the file or the command line says it.
    cluster: what it shares with others that are about the same thing.
    """

    id: str
    text: str
    references: tuple[str, ...]
    where: str
    choices: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    language: str | None = None
    check: str = ""
    cluster: str = ""


def read_questions(path: Path, *, fields: Mapping[str, str] | None = None) -> tuple[Question, ...]:
    """Read the questions of a file; `fields` are the names that the file has for ours."""
    bad = BadLines(path)
    found = questions_in(path.name, _rows(path, bad), fields=fields, refused=bad.add)
    bad.refuse()
    return found


def questions_in(
    name: str,
    rows: Rows,
    *,
    fields: Mapping[str, str] | None = None,
    refused: Callable[[KasautiError], None] | None = None,
) -> tuple[Question, ...]:
    """Return the question of each row; an id that a row lacks is its number.

    refused: takes the errors of rows, so that all of them can be told.
    """
    found: list[Question] = []
    number = 0
    for number, (where, row) in enumerate(rows, start=1):
        try:
            found.append(_question(where, str(number), _named(where, row, fields or {})))
        except KasautiError as error:
            if refused is None:
                raise
            refused(error)
    if not number:
        raise KasautiError(f"{name} has no questions. Give each a question and a reference.")
    for each, count in Counter(question.id for question in found).items():
        if count > 1:
            raise KasautiError(f"{name} has the id {each} twice. Make ids unique.")
    return tuple(found)


def _rows(path: Path, bad: BadLines) -> Rows:
    suffix = path.suffix.lower()
    if suffix in (".csv", ".tsv"):
        table = table_rows(path, delimiter=TAB if suffix == ".tsv" else ",")
        return ((f"{path}, line {line}", _split(row)) for line, row in table)
    if suffix in (".parquet", ".arrow"):
        return ((f"{path}, row {number}", row) for number, row in columnar_rows(path))
    if suffix != ".json":
        return ((f"{path}, line {line}", row) for line, row in jsonl_rows(path, bad=bad.add))
    content = json_content(path)
    if isinstance(content, dict):
        content = content.get("questions")
    if not isinstance(content, list):
        raise KasautiError(f"{path} is not a list. Write a JSON list of objects.")
    return list(_flat(f"{path}, entry", content, {}))


def _flat(where: str, rows: Sequence[object], common: Mapping[str, object]) -> Rows:
    """Yield the rows of a list; one with `questions`, as a quiz has, stands for those in it."""
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise KasautiError(f"{where} {number} is not a JSON object. Write one per question.")
        if "questions" in row and isinstance(row["questions"], list):
            tags = [str(row[key]) for key in ("topic", "chapter", "unit") if key in row][:1]
            yield from _flat(f"{where} {number}, question", row["questions"], {"tags": tags})
        else:
            yield f"{where} {number}", {**common, **row}


def _split(row: Mapping[str, object]) -> Mapping[str, object]:
    """Return the row of a table with lists where a cell has several values; without empty cells."""
    found: dict[str, object] = {}
    for name, cell in row.items():
        if isinstance(cell, str) and cell.strip():
            several = ("choices", "tags") if BETWEEN in cell or name != "tags" else ()
            found[name] = cell.split(BETWEEN) if name in several else cell
    return found


def _named(
    where: str, row: Mapping[str, object], fields: Mapping[str, str]
) -> Mapping[str, object]:
    """Return the row under our names."""
    named = {ours: row[theirs] for ours, theirs in fields.items() if theirs in row}
    for name, value in row.items():
        named.setdefault(ALSO.get(name, name), value)
    for needed in ("question", "reference"):
        if needed not in named:
            remedy = did_you_mean(needed, list(row), otherwise=f"Give it a {needed}.", most=1)
            theirs = f"It has {', '.join(map(str, row)) or 'no fields'}."
            raise KasautiError(f"{where} has no {needed}. {theirs} {remedy}")
    return named


def _question(where: str, number: str, row: Mapping[str, object]) -> Question:
    question = Question(
        id=str(row.get("id", number)),
        text=text_field(where, row, "question"),
        references=_texts(where, row, "reference"),
        where=where,
        choices=_texts(where, row, "choices") if row.get("choices") else (),
        tags=_texts(where, row, "tags") if row.get("tags") else (),
        language=text_field(where, row, "language") if row.get("language") else None,
        check=known_check(where, row),
        cluster=str(row.get("cluster") or ""),
    )
    if not question.references:
        raise KasautiError(f"{where} has no reference. Give the right answer.")
    return question


def known_check(where: str, row: Mapping[str, object]) -> str:
    """Return the check that is named; empty where none is."""
    check = str(row.get("check") or "")
    if check and check not in CHECKS:
        known = f"Use {', '.join(CHECKS)}."
        remedy = did_you_mean(check, CHECKS, otherwise=known)
        raise KasautiError(f"{where} has the check {check}. {remedy}")
    return check


def _texts(where: str, row: Mapping[str, object], name: str) -> tuple[str, ...]:
    """Return a text or a number, or a list of them."""
    value = row[name]
    found = value if isinstance(value, list) else [value]
    for each in found:
        if isinstance(each, bool) or not isinstance(each, str | int | float):
            raise KasautiError(f"{where}: {name} is not text. Write it in quotes.")
        if not str(each).strip():
            raise KasautiError(f"{where} has an empty {name}. Write it, or leave it out.")
    return tuple(dict.fromkeys(str(each).strip() for each in found))
