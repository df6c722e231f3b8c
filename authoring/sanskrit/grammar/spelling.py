"""Readings of a wrong join: other words, rightly joined, or a genitive at its beginning."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from authoring.sanskrit.grammar.categories import Case, Cell, Gender, Number
from authoring.sanskrit.grammar.lexicon import all_forms, nouns
from authoring.sanskrit.grammar.panini import to_slp1
from authoring.sanskrit.grammar.sandhi import join

_WORDS = Path(__file__).with_name("sandhi.toml")
_NASALS = {"Y": "cCjJ", "n": "tTdDn", "m": "pPbBm"}
_BEGINNING = 4
_SPACE_BEFORE_CONSONANT = re.compile(" (?![aAiIuUfFeEoO])")


def spells_other_words(text: str) -> bool:
    """Return whether a wrong join (Devanagari) is how other words rightly join, however spaced.

    The other words are a form of any noun or an indeclinable, perhaps another
    indeclinable such as न, and any second word.
    """
    written = _unspaced(to_slp1(text))
    return written in _right_joins(written[:_BEGINNING])


def begins_with_genitive(text: str) -> bool:
    """Return whether a wrong join reads at first like a genitive: बालकस्यजति has बालकस्य."""
    written = to_slp1(text)
    return any(written[:end] in _genitives() for end in range(1, len(written)))


@cache
def _genitives() -> frozenset[str]:
    return frozenset(
        to_slp1(noun.form(Cell(Case.GENITIVE, number)))
        for noun in nouns()
        for number in noun.numbers
    )


@cache
def _right_joins(beginning: str) -> frozenset[str]:
    """Every right join whose first word can begin so; its last sound may have changed."""
    return frozenset(
        _unspaced(written)
        for left, dual in _first_words()
        if beginning.startswith(left[:-1]) or left.startswith(beginning)
        for end in _ends()
        for written in _joins(left, end, dual=dual)
    )


def _joins(left: str, right: str, *, dual: bool) -> Iterator[str]:
    yield _joined(left, right, dual=dual)
    if left.endswith("m"):
        # म् may become the nasal of the next consonant (8.4.59): शिष्याम् च is शिष्याञ्च too.
        for nasal, consonants in _NASALS.items():
            if right[0] in consonants:
                yield left[:-1] + nasal + right


@cache
def _first_words() -> frozenset[tuple[str, bool]]:
    words = _words()
    # The pausal variant in द् (नगराद्) joins as the one in त् does.
    nominal = {
        (to_slp1(form), cell.number is Number.DUAL)
        for form, cell in all_forms()
        if not form.endswith("द्")
    }
    indeclinable = f"{words['initial']} {words['elsewhere']}".split()
    return frozenset(nominal | {(to_slp1(word), False) for word in indeclinable} | _feminines())


def _feminines() -> set[tuple[str, bool]]:
    """The accusatives of the women whom a man's stem with a long vowel names: शूद्राम्, कवीम्.

    Their other forms fit no place where those of the man stand.
    """
    return {
        (to_slp1(noun.stem)[:-1] + to_slp1(noun.stem)[-1].upper() + "m", False)
        for noun in nouns()
        if noun.gender is Gender.MASCULINE and to_slp1(noun.stem)[-1] in "aiu"
    }


@cache
def _ends() -> tuple[str, ...]:
    """The second words, alone and after an indeclinable."""
    words = _words()
    verbs = re.split(r"[\n|]|(?<=\S) (?=\S)", words["verbs"])
    listed = (*verbs, *words["to_many"], *words["from_place"])
    second = sorted({to_slp1(word) for word in listed if word})
    between = [to_slp1(word) for word in words["between"].split()]
    return (*second, *(_joined(middle, last) for middle in between for last in second))


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(_WORDS.read_text(encoding="utf-8"))


def _joined(left: str, right: str, *, dual: bool = False) -> str:
    joined = join(left, right, dual=dual)
    return joined.right if joined else f"{left} {right}"


def _unspaced(text: str) -> str:
    """The text without the spaces that scribes leave out, those before consonants."""
    return _SPACE_BEFORE_CONSONANT.sub("", text)
