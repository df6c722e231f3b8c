"""Titles: a text, and four titles of which one is its own.

Our JSONL has `text`, `options` and `answer`. The published files of section titles and of
headlines have a field for each option, and name the field of the right one.
"""

from __future__ import annotations

from pathlib import Path

from kasauti.data.indicglue.choices import (
    ChoiceQuestion,
    UnusableError,
    checked_answer,
    checked_options,
    read_questions,
    text_field,
)
from kasauti.data.indicglue.rows import Row
from kasauti.data.indicglue.splits import FileContent
from kasauti.data.indicglue.zero_shot import shipped_wording

# The field of the text, of the right letter, and what stands before the letters of the options.
PUBLISHED = (("sectionText", "correctTitle", "title"), ("content", "correctOption", "option"))
LETTERS = "ABCD"


def read_titles(path: Path, task: str) -> FileContent[ChoiceQuestion]:
    """The questions of a file of the task `section_titles` or `headline_prediction`."""
    wording = shipped_wording(task)

    def question(name: str, row: Row) -> ChoiceQuestion:
        text, options, answer = _parts(row)
        before, bare = f"{wording.asked(text)} ", f"{wording.asked('')} "
        return ChoiceQuestion(name, before, "", options, answer, bare.lstrip())

    return read_questions(path, question)


def _parts(row: Row) -> tuple[str, tuple[str, ...], str]:
    for text, right, option in PUBLISHED:
        if text in row:
            titles = {f"{option}{letter}": row.get(f"{option}{letter}") for letter in LETTERS}
            options = checked_options(list(titles.values()))
            # Written as titleA, optionA or A.
            letter = str(row.get(right)).strip().removeprefix(option)
            if letter not in LETTERS or len(letter) != 1:
                raise UnusableError(f"has no {right}. Give {option}A, {option}B, …")
            return text_field(row, text), options, options[LETTERS.index(letter)]
    options = checked_options(row.get("options"))
    return text_field(row, "text"), options, checked_answer(row.get("answer"), options)
