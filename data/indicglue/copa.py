"""COPA: which of two events is the likelier cause or effect of another."""

from __future__ import annotations

from pathlib import Path

from kasauti.data.errors import DataError
from kasauti.data.indicglue.choices import (
    ChoiceQuestion,
    UnusableError,
    checked_options,
    read_questions,
    text_field,
)
from kasauti.data.indicglue.placeholders import same_everywhere
from kasauti.data.indicglue.rows import Row
from kasauti.data.indicglue.splits import FileContent
from kasauti.data.indicglue.zero_shot import connectives, shipped_wording

TASK = "copa"
CHOICES = ("choice1", "choice2")
SENTENCE_END = " ।.?!|"
LABELS = ("0", "1")
UNANSWERED = "-1"


def read_copa(path: Path) -> FileContent[ChoiceQuestion]:
    """The questions of a file; none where it has no answers, as in the published test files."""
    content = read_questions(path, _question)
    places = [
        str(each.options.index(each.answer)) if each.answer else UNANSWERED
        for each in content.items
    ]
    if why := same_everywhere(places, none=UNANSWERED):
        return FileContent((), f"{path.name} has no answers ({why}).")
    if UNANSWERED in places:
        without = content.items[places.index(UNANSWERED)].id
        raise DataError(f"{path}, question {without} has no label. Write 0 or 1.")
    return content


def _question(name: str, row: Row) -> ChoiceQuestion:
    premise = text_field(row, "premise").rstrip(SENTENCE_END)
    options = checked_options([text_field(row, choice) for choice in CHOICES])
    words = connectives()
    word = words.get(text_field(row, "question"))
    if word is None:
        raise UnusableError(f"asks for {row['question']!r}. Write {' or '.join(words)}.")
    label = row.get("label")
    if label is not None and str(label) not in (*LABELS, UNANSWERED):
        raise UnusableError(f"has the label {label!r}. Write 0 or 1.")
    answer = options[LABELS.index(str(label))] if str(label) in LABELS else ""
    before = shipped_wording(TASK).asked(premise, connective=word)
    return ChoiceQuestion(name, f"{before} ", "", options, answer, f"{word} ")
