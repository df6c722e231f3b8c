"""The declension tables of endings.toml, and how an ending joins its stem in writing."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from authoring.sanskrit.grammar.categories import VIRAMA, VOWEL_LETTERS, Case, Cell, Gender, Number
from authoring.sanskrit.grammar.panini import to_devanagari, to_slp1

_TABLES = Path(__file__).with_name("endings.toml")

# The sounds that do not stop र्, ष् and ऋ from making a later न् retroflex (8.4.1-2).
_TRANSPARENT = frozenset("aAiIuUfFeEoOkKgGNpPbBmyvhM")
_RETROFLEXING = frozenset("rzfF")


@dataclass(frozen=True, slots=True)
class Declension:
    """One table: which sound of the stem the endings displace, and the 24 endings."""

    name: str
    gender: Gender
    example: str
    removes: str
    endings: Mapping[Cell, str]
    only: frozenset[str]

    def admits(self, stem: str) -> bool:
        """Return whether a stem may belong to this class at all."""
        return stem in self.only if self.only else True


@cache
def declensions() -> tuple[Declension, ...]:
    """Every table, in the order of the file."""
    tables = tomllib.loads(_TABLES.read_text(encoding="utf-8"))["class"]
    return tuple(
        Declension(
            name=table["name"],
            gender=Gender(table["gender"]),
            example=table["example"],
            removes=table["removes"],
            endings={
                Cell(case, number): ending
                for case, row in zip(Case, table["endings"], strict=True)
                for number, ending in zip(Number, row, strict=True)
            },
            only=frozenset(table.get("only", ())),
        )
        for table in tables
    )


def displaces(ending: str) -> bool:
    """True if an ending takes the place of the stem's final sound instead of following it."""
    return bool(ending) and (ending[0] in VOWEL_LETTERS or ending[0] == VIRAMA)


@cache
def sounds(ending: str) -> str:
    """The sounds of an ending in SLP1."""
    return to_slp1(ending.removeprefix(VIRAMA))


def attach(stem: str, declension: Declension, cell: Cell) -> str:
    """The written form of a stem with its ending: the table plus the rules of orthography.

    Two rules change what the table says: न् becomes ण् after र्, ष् or ऋ
    (रामेण), and ञ् after a palatal (राज्ञः).
    """
    ending = declension.endings[cell]
    base = to_slp1(stem)
    if displaces(ending):
        base = base.removesuffix(to_slp1(declension.removes))
    return to_devanagari(retroflex(base + sounds(ending)).replace("jn", "jY"))


def retroflex(word: str) -> str:
    """Make every न् of a word (SLP1) retroflex that र्, ष् or ऋ before it reaches."""
    letters = list(word)
    reached = False
    for position, letter in enumerate(letters):
        following = word[position + 1 : position + 2]
        if letter == "n" and reached and following and following in "aAiIuUfFeEoOnmyv":
            letters[position] = "R"
            reached = False
        elif letter in _RETROFLEXING:
            reached = True
        elif letter not in _TRANSPARENT:
            reached = False
    return "".join(letters)
