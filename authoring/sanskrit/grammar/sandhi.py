"""External sandhi in SLP1: how two words join."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_TABLE = Path(__file__).with_name("sandhi.toml")
_VOWELS = frozenset("aAiIuUfFeEoO")
_VOICED = frozenset("gGjJqQdDbBNYRnmyrlvh")
_LABELS = {"c": "S", "C": "S", "w": "z", "W": "z", "t": "s", "T": "s"}
_MERGED = {"a": "A", "A": "A", "i": "e", "I": "e", "u": "o", "U": "o", "f": "ar"}
_MERGED |= {"e": "E", "E": "E", "o": "O", "O": "O"}


@dataclass(frozen=True, slots=True)
class Join:
    """Two words written together, and the rule.

    `first` is what becomes of the first word, with the space after it if there is one; `rest` is
    what is left of the second, whose first vowel may have been swallowed.
    """

    rule: str
    first: str
    rest: str

    @property
    def right(self) -> str:
        return self.first + self.rest


def join(left: str, right: str, *, dual: bool = False) -> Join | None:
    """Join two words in SLP1; nothing where the rules here do not reach.

    `dual` says that `left` is a dual, whose final ई, ऊ or ए never changes (1.1.11).
    """
    if dual and left[-1] in "IUe" and right[0] in _VOWELS:
        return Join("dual vowel stays", f"{left} ", right)
    for ending, rule in _RULES:
        if left.endswith(ending):
            return rule(left, right)
    return None


def sources(written: str, following: str) -> frozenset[str]:
    """Return every word that a written one can stand for before the next, itself among them.

    Without a following word there is only the word itself.

    >>> sorted(sources("mAtula", "eva")), sorted(sources("SUdrAY", "ca"))
    (['mAtula', 'mAtulaH', 'mAtule', 'mAtulo'], ['SUdrAY', 'SUdrAm'])
    """
    found = {written}
    for pattern, ends in _written():
        if match := pattern.search(f"{written} {following}"):
            found |= {written[: match.start()] + end for end in ends}
    return frozenset(found)


@cache
def _written() -> list[tuple[re.Pattern[str], list[str]]]:
    rows = tomllib.loads(_TABLE.read_text(encoding="utf-8"))["written"].strip().splitlines()
    classes: dict[str, str | int | None] = {
        "V": f"[{''.join(sorted(_VOWELS))}]",
        "G": f"[{''.join(sorted(_VOICED))}]",
    }
    return [
        (re.compile(f"{end} (?={following.translate(str.maketrans(classes))})"), before)
        for end, following, *before in map(str.split, rows)
    ]


def _visarga(left: str, right: str) -> Join | None:
    stem, vowel, first = left[:-1], left[-2], right[0]
    if first in _LABELS:
        return Join("visarga becomes a sibilant", stem + _LABELS[first], right)
    if first not in _VOWELS | _VOICED:
        return Join("visarga stays", f"{left} ", right)
    if vowel == "a":
        return _visarga_after_a(stem, right)
    if vowel == "A":
        return Join("āḥ loses visarga", f"{stem} ", right)
    if first == "r":
        return None  # The vowel would also be lengthened.
    return Join("visarga becomes r", stem + "r", right)


def _visarga_after_a(stem: str, right: str) -> Join:
    if right[0] == "a":
        return Join("aḥ becomes o before a", stem[:-1] + "o'", right[1:])
    if right[0] in _VOWELS:
        return Join("aḥ loses visarga before a vowel", f"{stem} ", right)
    return Join("aḥ becomes o before a voiced consonant", stem[:-1] + "o ", right)


def _final_m(left: str, right: str) -> Join:
    if right[0] in _VOWELS:
        return Join("m stays before a vowel", left, right)
    return Join("m becomes anusvāra", f"{left[:-1]}M ", right)


def _final_t(left: str, right: str) -> Join | None:
    stem, first = left[:-1], right[0]
    if first in _VOWELS or first in "gGdDbByrv":
        return Join("t becomes d", stem + "d", right)
    if first in "cjl":
        return Join("t becomes like c, j, l", stem + first, right)
    if first in "nm":
        return Join("t becomes n", stem + "n", right)
    if first == "h":
        return Join("t and h become ddh", stem + "d", "D" + right[1:])
    return Join("t stays", left, right) if first in "kKpPtTs" else None


def _final_n(left: str, right: str) -> Join | None:
    stem, first = left[:-1], right[0]
    if first in "ct":
        return Join("n gains a sibilant", stem + "M" + _LABELS[first], right)
    if first == "j":
        return Join("n becomes ñ", stem + "Y", right)
    return Join("n stays", left, right) if first in "kKpPgGdDbBmyrv" else None


def _final_vowel(left: str, right: str) -> Join | None:
    if right[0] not in _VOWELS:
        return None
    body, last, first, rest = left[:-1], left[-1], right[0], right[1:]
    if last in "aA":
        return Join("a merges", body + _MERGED[first], rest)
    long, glide = ("I", "y") if last in "iI" else ("U", "v")
    if first in (long, long.lower()):
        return Join("equal vowels merge", body + long, rest)
    return Join("i, u become y, v", body + glide, right)


def _final_au(left: str, right: str) -> Join | None:
    return Join("au becomes āv", left[:-1] + "Av", right) if right[0] in _VOWELS else None


def _final_e(left: str, right: str) -> Join | None:
    if right[0] not in _VOWELS:
        return None
    if right[0] == "a":
        return Join("e before a", f"{left}'", right[1:])
    return Join("e before a vowel", f"{left[:-1]}a ", right)


_RULES: tuple[tuple[tuple[str, ...], Callable[[str, str], Join | None]], ...] = (
    (("aH", "AH", "iH", "IH", "uH", "UH", "eH", "EH", "oH", "OH"), _visarga),
    (("O",), _final_au),
    (("e",), _final_e),
    (("m",), _final_m),
    (("t",), _final_t),
    (("n",), _final_n),
    (("a", "A", "i", "I", "u", "U"), _final_vowel),
)
