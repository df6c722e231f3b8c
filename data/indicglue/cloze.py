"""Cloze questions: a sentence with a gap, the options for it, and the right one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kasauti.data.errors import DataError
from kasauti.data.files import json_content, jsonl_rows

GAP = "<MASK>"


@dataclass(frozen=True, slots=True)
class ClozeQuestion:
    """A text with one gap, and what may fill it."""

    id: str
    question: str
    options: tuple[str, ...]
    answer: str

    @property
    def shown(self) -> tuple[str, str]:
        """What is asked and what is right, to be read."""
        return self.question, self.answer

    def filled(self, option: str) -> str:
        return self.question.replace(GAP, option)

    def parted(self, option: str) -> tuple[str, str]:
        """The text before the gap, and the option with the text after it."""
        before, _, after = self.question.partition(GAP)
        return before, option + after


def read_cloze(path: Path) -> list[ClozeQuestion]:
    """The questions of our JSONL, or of IndicGLUE's JSON (a list under cloze_data)."""
    rows = jsonl_rows(path) if path.suffix == ".jsonl" else _json_rows(path)
    questions = [_question(path, number, row) for number, row in rows]
    if not questions:
        raise DataError(f"{path} has no questions. Give a file with at least one.")
    if len({each.id for each in questions}) != len(questions):
        raise DataError(f"{path} uses an id twice. Give each question an id of its own.")
    return questions


def _json_rows(path: Path) -> Iterable[tuple[int, Mapping[str, object]]]:
    content = json_content(path)
    rows = content.get("cloze_data") if isinstance(content, dict) else content
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise DataError(f"{path} has no list of questions. Put one under cloze_data.")
    return enumerate(rows, start=1)


def _question(path: Path, number: int, row: Mapping[str, object]) -> ClozeQuestion:
    question, options, answer = (row.get(name) for name in ("question", "options", "answer"))
    where = f"{path}, question {number}"
    if not isinstance(question, str) or question.count(GAP) != 1:
        raise DataError(f"{where} has not exactly one {GAP}. Mark the one gap with it.")
    if not isinstance(options, list) or not all(isinstance(each, str) for each in options):
        raise DataError(f"{where} has no list of options. Give at least two strings.")
    choices = tuple(each.strip() for each in options)
    if len(choices) < 2 or len(set(choices)) != len(choices) or not all(choices):
        raise DataError(f"{where} needs at least two different options. Correct them.")
    if not isinstance(answer, str) or answer.strip() not in choices:
        raise DataError(f"{where}: the answer {answer!r} is not an option. Correct one of them.")
    return ClozeQuestion(str(row.get("id", number)), question.strip(), choices, answer.strip())
