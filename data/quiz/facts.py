"""The facts of a quiz's questions (facts.jsonl)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.rows import is_anything, jsonl_rows
from kasauti.records.persona import Fact

FACTS = "facts.jsonl"
FEWEST, MOST = 2, 4  # facts of a question

Facts = Mapping[str, tuple[Fact, ...]]  # by the text of the question


def read_facts(folder: Path, questions: Collection[str]) -> Facts:
    """The facts of the questions that have some; none where the folder has no facts.jsonl."""
    path = folder / FACTS
    if not is_anything(path):
        return {}
    found: dict[str, tuple[Fact, ...]] = {}
    for number, row in jsonl_rows(path):
        where = f"{path}, line {number}"
        question = _text(where, row, "question")
        if question not in questions:
            raise KasautiError(
                f"{where}: {question!r} is not in the quiz. Write it as it is there."
            )
        if question in found:
            raise KasautiError(f"{where} repeats {question!r}. Join the two.")
        rows = row.get("facts")
        if not isinstance(rows, list) or not FEWEST <= len(rows) <= MOST:
            raise KasautiError(f"{where} needs {FEWEST} to {MOST} facts. Give a list of them.")
        found[question] = tuple(_fact(where, each) for each in rows)
    return found


def _fact(where: str, row: object) -> Fact:
    if not isinstance(row, dict):
        raise KasautiError(f"{where} has a fact that is not a JSON object. Give says and denies.")
    says, denies = (_texts(where, row, name) for name in ("says", "denies"))
    if both := set(says) & set(denies):
        raise KasautiError(f"{where} says and denies {min(both)!r}. Keep one of the two.")
    return Fact(says, denies)


def _texts(where: str, row: Mapping[str, object], name: str) -> tuple[str, ...]:
    texts = row.get(name)
    if not isinstance(texts, list) or not texts:
        raise KasautiError(f"{where} has no statements in {name}. Give a list of them.")
    for text in texts:
        if not isinstance(text, str) or not text.strip():
            raise KasautiError(f"{where} has an empty statement in {name}. Write it, or remove it.")
    return tuple(dict.fromkeys(texts))


def _text(where: str, row: Mapping[str, object], name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str) or not value.strip():
        raise KasautiError(f"{where} has no {name}. Give its {name} as text.")
    return value.strip()
