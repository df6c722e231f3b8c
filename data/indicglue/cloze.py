"""Cloze questions: a sentence with a gap, the options for it, and the right one."""

from __future__ import annotations

from pathlib import Path

from kasauti.data.indicglue.choices import (
    GAP,
    ChoiceQuestion,
    UnusableError,
    checked_answer,
    checked_options,
    read_questions,
)
from kasauti.data.indicglue.rows import Row
from kasauti.data.indicglue.splits import FileContent


def read_cloze(path: Path) -> FileContent[ChoiceQuestion]:
    """The questions of our JSONL, of IndicGLUE's JSON, or of the hub's Parquet files."""
    return read_questions(path, _question)


def _question(name: str, row: Row) -> ChoiceQuestion:
    question = row.get("question")
    if not isinstance(question, str) or GAP not in question:
        raise UnusableError(f"has no {GAP}. Mark the gap with it.")
    options = checked_options(row.get("options"))
    answer = checked_answer(row.get("answer"), options)
    before, _, after = question.strip().partition(GAP)
    return ChoiceQuestion(name, before, after, options, answer)
