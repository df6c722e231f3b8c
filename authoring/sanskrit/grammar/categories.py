"""The categories of Sanskrit grammar, and how a sentence is written down."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple


class Case(StrEnum):
    """The eight cases, in the order of the grammarians."""

    NOMINATIVE = "nominative"
    ACCUSATIVE = "accusative"
    INSTRUMENTAL = "instrumental"
    DATIVE = "dative"
    ABLATIVE = "ablative"
    GENITIVE = "genitive"
    LOCATIVE = "locative"
    VOCATIVE = "vocative"


class Number(StrEnum):
    """The three numbers."""

    SINGULAR = "singular"
    DUAL = "dual"
    PLURAL = "plural"


class Gender(StrEnum):
    """The three genders."""

    MASCULINE = "masculine"
    FEMININE = "feminine"
    NEUTER = "neuter"


class Cell(NamedTuple):
    """One cell of a paradigm."""

    case: Case
    number: Number


CELLS = tuple(Cell(case, number) for case in Case for number in Number)

VOWEL_LETTERS = frozenset("अआइईउऊऋॠऌएऐओऔ")
VIRAMA = "\N{DEVANAGARI SIGN VIRAMA}"
_FINAL_M = "म" + VIRAMA
_ANUSVARA = "\N{DEVANAGARI SIGN ANUSVARA}"
_DANDA = "\N{DEVANAGARI DANDA}"


def prose(words: Iterable[str]) -> str:
    """A sentence as modern prose prints it, made of words in their pausal forms.

    Words stand apart and keep their final visarga; a final म् is written as
    anusvāra before a consonant and stays म् before a vowel and at the end.
    No other sandhi is applied, so two sentences differ only where their words do.
    """
    listed = list(words)
    written = [
        word[: -len(_FINAL_M)] + _ANUSVARA
        if word.endswith(_FINAL_M) and following[0] not in VOWEL_LETTERS
        else word
        for word, following in pairwise(listed)
    ]
    return unicodedata.normalize("NFC", " ".join([*written, listed[-1]]) + _DANDA)
