"""CLAMS: lines of `True`, a tab and a right sentence, each followed by `False` and wrong ones."""

from __future__ import annotations

from pathlib import Path

from kasauti.data.errors import DataError
from kasauti.data.files import numbered_lines
from kasauti.data.pair_record import Pair
from kasauti.records.languages import bcp47, languages

MARKS = ("True\t", "False\t")
FOLDER = "_evalset"  # the set has one folder per language: fr_evalset


def read_clams(path: Path) -> list[Pair]:
    """The pairs of a file; its name is the phenomenon, that of its folder tells the language."""
    found: list[Pair] = []
    good = ""
    waits = 0  # the line of a right sentence that no wrong one has followed yet
    for line, text in numbered_lines(path):
        mark, _, sentence = text.partition("\t")
        if not text.startswith(MARKS) or not sentence.strip():
            raise DataError(
                f"{path}, line {line} is not True or False, a tab and a sentence. Correct it."
            )
        if mark == "True":
            _refuse_waiting(path, waits)
            good, waits = sentence.strip(), line
            continue
        if not good:
            raise DataError(f"{path}, line {line} is wrong before any right sentence. Correct it.")
        waits = 0
        found.append(_pair(path, line, good, sentence.strip()))
    _refuse_waiting(path, waits)
    return found


def _refuse_waiting(path: Path, line: int) -> None:
    if line:
        raise DataError(f"{path}, line {line} has no wrong sentence after it. Add a False line.")


def _pair(path: Path, line: int, good: str, bad: str) -> Pair:
    return Pair(
        id=f"{path.stem}-{line}",
        phenomenon=path.stem,
        good=good,
        bad=bad,
        source=path.name,
        language=_language(path),
    )


def _language(path: Path) -> str | None:
    code, mark, _ = path.resolve().parent.name.partition(FOLDER)
    return bcp47(code) if mark and bcp47(code) in languages() else None
