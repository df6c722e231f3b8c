"""CLAMS: lines of `True`, a tab and a right sentence, each followed by `False` and wrong ones."""

from __future__ import annotations

from pathlib import Path, PurePath, PurePosixPath

from kasauti.data.pairs.formats.format import LineFormat, Part
from kasauti.data.pairs.formats.pair import Pair
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.rows import numbered_lines
from kasauti.text.languages import bcp47, iso639_3, languages

MARKS = ("True\t", "False\t")
FOLDER = "_evalset"  # the set has one folder per language: fr_evalset


def _read(path: Path) -> list[Pair]:
    """The pairs of a file; its name is the phenomenon, that of its folder tells the language."""
    found: list[Pair] = []
    good = ""
    waits = 0  # the line of a right sentence that no wrong one has followed yet
    for line, text in numbered_lines(path):
        mark, _, sentence = text.partition("\t")
        if not text.startswith(MARKS) or not sentence.strip():
            raise KasautiError(
                f"{path}, line {line} is not True or False, a tab and a sentence. Correct it."
            )
        if mark == "True":
            _refuse_waiting(path, waits)
            good, waits = sentence.strip(), line
            continue
        if not good:
            raise KasautiError(
                f"{path}, line {line} is wrong before any right sentence. Correct it."
            )
        waits = 0
        found.append(_pair(path, line, good, sentence.strip()))
    _refuse_waiting(path, waits)
    return found


def _refuse_waiting(path: Path, line: int) -> None:
    if line:
        raise KasautiError(f"{path}, line {line} has no wrong sentence after it. Add a False line.")


def _pair(path: Path, line: int, good: str, bad: str) -> Pair:
    return Pair(
        id=f"{path.stem}-{line}",
        phenomenon=path.stem,
        good=good,
        clusters={"sentence": good},  # several wrong sentences may follow a right one
        bad=bad,
        source=path.name,
        language=_language(path.resolve()),
    )


def _language(path: PurePath) -> str | None:
    code, mark, _ = path.parent.name.partition(FOLDER)
    return bcp47(code) if mark and bcp47(code) in languages() else None


def _part(path: PurePosixPath) -> Part | None:
    language = _language(path)
    return Part(iso639_3(language), path.stem) if language else None


FORMAT = LineFormat(
    name="CLAMS",
    cases="file",
    described="lines of True or False, a tab and a sentence",
    marks=MARKS,
    read=_read,
    part=_part,
)
