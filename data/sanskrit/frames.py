"""The frames of frames.toml: which cells a frame licenses, and which it excludes."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kasauti.data.sanskrit.grammar import Case, Cell, Gender, Number
from kasauti.data.sanskrit.lexicon import Noun, agreeing, verbs

_FRAMES = Path(__file__).with_name("frames.toml")
_NOUN = "{noun}"
_ADDRESSED = {"present": 3, "imperative": 2}


@dataclass(frozen=True, slots=True)
class Frame:
    """A kind of sentence in which only some cells of a noun are right.

    `swaps` are the pairs (right cell, wrong cell) to contrast; `impossible` are
    readings that are no better than the wrong cell.
    """

    name: str
    kinds: frozenset[str]
    genders: frozenset[Gender]
    swaps: tuple[tuple[Cell, Cell], ...]
    impossible: frozenset[Cell]
    templates: tuple[str, ...]
    gloss: str

    @property
    def contrasts_number(self) -> bool:
        """Whether the frame contrasts numbers; other frames contrast cases."""
        return all(right.case is wrong.case for right, wrong in self.swaps)

    def admits(self, noun: Noun) -> bool:
        """Whether the noun makes sense in the frame."""
        return bool(noun.kinds & self.kinds) and noun.gender in self.genders

    def excluded(self, right: Cell) -> frozenset[Cell]:
        """Every cell in which a noun is wrong where `right` is right."""
        if self.contrasts_number:
            return self.impossible | {wrong for cell, wrong in self.swaps if cell == right}
        # A case that is not governed is wrong in whatever number.
        return self.impossible | {wrong for _, wrong in self.swaps}


def frames() -> tuple[Frame, ...]:
    """Every frame, in the order of the file."""
    return _frames()


def sentence_words(template: str, noun: Noun, form: str, right: Cell) -> list[str]:
    """The words of a template in pausa: the noun in `form`, all else as `right` demands."""
    return [_word(token, noun, form, right) for token in template.split()]


def _word(token: str, noun: Noun, form: str, right: Cell) -> str:
    if token == _NOUN:
        return form
    if not token.startswith("{"):
        return token
    tense, _, verb = token.strip("{}").rpartition(":")
    if tense:
        return verbs()[verb].form(tense, _ADDRESSED[tense], right.number)
    return agreeing(verb, noun, right)


@cache
def _frames() -> tuple[Frame, ...]:
    tables = tomllib.loads(_FRAMES.read_text(encoding="utf-8"))["frame"]
    return tuple(
        Frame(
            name=table["name"],
            kinds=frozenset(table["kinds"]),
            genders=frozenset(map(Gender, table.get("genders", Gender))),
            swaps=tuple(_swaps(table["right"], table["wrong"], table.get("numbers", list(Number)))),
            impossible=frozenset(
                cell for text in table.get("impossible", ()) for cell in _cells(text)
            ),
            templates=tuple(table["templates"]),
            gloss=table["gloss"],
        )
        for table in tables
    )


def _swaps(rights: list[str], wrongs: list[str], numbers: list[str]) -> Iterator[tuple[Cell, Cell]]:
    for right in map(Case, rights):
        for wrong in wrongs:
            if ">" in wrong:
                one, other = wrong.split(">")
                yield Cell(right, Number(one)), Cell(right, Number(other))
            else:
                for cell in _cells(wrong):
                    if cell.number in numbers:
                        yield Cell(right, cell.number), cell


def _cells(text: str) -> Iterator[Cell]:
    case, _, number = text.partition(".")
    for each in [Number(number)] if number else Number:
        yield Cell(Case(case), each)
