"""Answers that were made elsewhere: a JSONL file with one answer per line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.rows import digest, files_read, jsonl_rows
from kasauti.records.figures import NESTING


@dataclass(frozen=True, slots=True)
class Prediction:
    """A model's answer; empty where the file does not tell what was asked or expected."""

    id: str
    text: str
    reference: str
    question: str
    clusters: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Predictions:
    """The answers of one file; `source` is its name with a digest."""

    source: str
    answers: tuple[Prediction, ...]
    by_id: Mapping[str, str]
    by_question: Mapping[str, str]

    @classmethod
    def read(cls, path: Path) -> Predictions:
        """Read the answers of a file, by which questions are answered without a model."""
        with files_read():
            answers = read_predictions(path)
            source = f"{path.name}@{digest(path)}"
        by_question: dict[str, str] = {}
        for each in answers:
            if each.question and by_question.setdefault(each.question, each.text) != each.text:
                raise KasautiError(f"{path} has two answers to {each.question[:60]!r}. Give one.")
        return cls(source, answers, {each.id: each.text for each in answers}, by_question)

    def answers_to(self, asked: Sequence[tuple[str, str]]) -> list[str | None]:
        """Return the answer to each (id, question); None where the file has none.

        A file that names neither ids nor questions has one answer per question, in their order.
        """
        unnamed = not self.by_question and all(
            each.id == str(line) for line, each in enumerate(self.answers, start=1)
        )
        if unnamed and len(self.answers) == len(asked):
            return [each.text for each in self.answers]
        return [self.answer_to(name, text) for name, text in asked]

    def answer_to(self, name: str, question: str) -> str | None:
        """Return the answer to a question by its text or its id; None where there is none."""
        return self.by_question.get(question, self.by_id.get(name))


def read_predictions(path: Path, *, references: bool = False) -> tuple[Prediction, ...]:
    """One JSON object per line: `prediction`, and what it answers.

    It has an `id` (else its line's number) or the `question`, and a `reference` where these are
    needed. A field named like a kind of clusters (topic, passage) says which items are not
    independent.
    """
    found: dict[str, Prediction] = {}
    for number, row in jsonl_rows(path):
        name = str(row.get("id", number))
        if name in found:
            raise KasautiError(
                f"{path}, line {number}: the id {name} occurs twice. Make ids unique."
            )
        text = _text(path, number, row, "prediction")
        reference = _text(path, number, row, "reference") if references else ""
        if references and not reference.strip():
            raise KasautiError(
                f"{path}, line {number} has an empty reference. Give what was expected."
            )
        question = _text(path, number, row, "question").strip() if "question" in row else ""
        shared = {kind: str(row[kind]) for kind in NESTING if kind in row}
        found[name] = Prediction(name, text, reference, question, shared)
    if not found:
        raise KasautiError(f"{path} has no predictions. Give one JSON object per line.")
    return tuple(found.values())


def _text(path: Path, number: int, row: Mapping[str, object], field: str) -> str:
    text = row.get(field)
    if not isinstance(text, str):
        raise KasautiError(f"{path}, line {number} has no {field}. Give it as text.")
    return text
