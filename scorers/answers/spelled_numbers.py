"""Numbers in words: English, Hindi and Sanskrit, with the spellings that replies use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from kasauti.scorers.answers.cleaning import START, match_words, read_list, read_tables


@dataclass(frozen=True, slots=True)
class Written:
    """A number, and where it stands in a text."""

    value: Decimal
    start: int
    end: int


def _count(name: str, *, first: int = 0, step: int = 1) -> dict[str, Decimal]:
    """The words of a list that counts; several for one number are divided by commas."""
    groups = enumerate(read_list(f"counting.{name}").split())
    return {
        word: Decimal(first + step * index) for index, group in groups for word in group.split(",")
    }


def _read_values(name: str) -> dict[str, Decimal]:
    """The words of a table by their value."""
    return {
        word: Decimal(value)
        for value, words in read_tables()[name].items()
        for word in words.split()
    }


_ENGLISH = _count("english")
_TENS = _count("english_tens", first=20, step=10)
_DIGITS = [name for name, value in _ENGLISH.items() if 0 < value < 10]
_UNITS = {
    **_ENGLISH,
    **_TENS,
    **_count("hindi"),
    **_count("sanskrit"),
    **{
        stem + ending: value * size
        for stem, value in _count("sanskrit_stems", first=1).items()
        for ending, size in _read_values("sanskrit_endings").items()
    },
}
MULTIPLIERS = _read_values("multipliers")
QUARTERS = _read_values("quarters")
_BROKEN = _read_values("broken")
_PARTS = _read_values("parts")
MINUS_WORDS = read_list("counting.minus").split()
_VALUES = {**_UNITS, **_BROKEN, **QUARTERS}
_WORDS = {*_VALUES, *MULTIPLIERS, *_PARTS, *MINUS_WORDS}
_WORD = re.compile(
    match_words(*map(re.escape, sorted(_WORDS, key=len, reverse=True))), re.IGNORECASE
)
_JOINED = re.compile(r"\s*-?\s*|\s+and\s+(?:an?\s+)?|\s+और\s+|\s+a\s+", re.IGNORECASE)
# "no one", "one of them", "यह एक कठिन प्रश्न है": here the word counts nothing.
_ONE = ("one", "एक", "एकः", "एका", "एकम्", "एकं")
_NOT_COUNTED = re.compile(
    r"\b(?:no|any|some|every|each|this|that|which|another|the|right|correct|either)\s$"
    rf"|{START}(?:यह|एषः|इदम्)\s$",
    re.IGNORECASE,
)
_NOT_COUNTING = re.compile(
    r"\s*(?:of|by|another|at a time|cannot|can|could|may|must|should|has to|more|who|that|which|"
    r"question|thing|way)\b|-(?:एक|दूसर)|\s(?:बात|दूसर|साथ|ही|और|बार|तरह|कठिन|सवाल|प्रश्न|अन्य|उदाहरण)",
    re.IGNORECASE,
)
# "half of them": part of something, not a number.
_PART_OF = re.compile(r"\s+(?:an?|of|the|का|की|के)\b", re.IGNORECASE)


def find_spelled(text: str) -> list[Written]:
    """All numbers that a text spells out, and where they stand."""
    found = []
    for run in _find_runs(text):
        value = _compute_value([match.group().lower() for match in run])
        if value is not None and not (len(run) == 1 and _counts_nothing(text, run[0])):
            found.append(Written(value, run[0].start(), run[-1].end()))
    return found


def _find_runs(text: str) -> list[list[re.Match[str]]]:
    """Words for numbers that belong to one number."""
    matches = list(_WORD.finditer(text))
    runs = [[each] for each in matches[:1]]
    for first, second in pairwise(matches):
        between = text[first.end() : second.start()]
        if _JOINED.fullmatch(between) and _may_join(first, second, between):
            runs[-1].append(second)
        else:
            runs.append([second])
    return runs


def _may_join(first: re.Match[str], second: re.Match[str], between: str) -> bool:
    """Return True if a word goes on with a number: two hundred | fifty, but four | and three."""
    last, name = first.group().lower(), second.group().lower()
    joint = between.strip(" -\t\n").lower()
    if joint.startswith("and") or joint == "और":
        fraction = name in _BROKEN and last in _UNITS
        return fraction or (joint == "and" and last in MULTIPLIERS and name in _UNITS)
    if last in MINUS_WORDS or last in QUARTERS or name in MULTIPLIERS or name in _PARTS:
        return True
    return last in MULTIPLIERS or (last in _TENS and name in _DIGITS)


def _compute_value(names: Sequence[str]) -> Decimal | None:
    """The number that a run of words makes."""
    sign = -1 if names[0] in MINUS_WORDS else 1
    names = names[1:] if sign < 0 else names
    if not names or (len(names) == 1 and names[0] in _PARTS and names[0] not in _BROKEN):
        return None
    total = current = Decimal(0)
    for index, name in enumerate(names):
        if name in MULTIPLIERS:
            # Only a quarter before it: सवा सौ is 125, पौने सौ is 75.
            bare_quarter = index > 0 and names[index - 1] in QUARTERS
            current = (current + bare_quarter or Decimal(1)) * MULTIPLIERS[name]
            if MULTIPLIERS[name] > 100:
                total, current = total + current, Decimal(0)
        elif name in _PARTS and index > 0:
            current = current / _PARTS[name]
        else:
            current += _VALUES.get(name, 0)
    if names[-1] in QUARTERS:
        current += 1  # सवा by itself is 1¼
    return sign * (total + current)


def _counts_nothing(text: str, word: re.Match[str]) -> bool:
    """Return True if a lone `one`, `एक` or `half` does not count anything."""
    name = word.group().lower()
    before, after = text[max(0, word.start() - 20) : word.start()], text[word.end() :][:40]
    if name == "dozens":  # of something
        return True
    if name in _BROKEN and name.isascii():
        return _PART_OF.match(after) is not None
    return name in _ONE and bool(_NOT_COUNTED.search(before) or _NOT_COUNTING.match(after))
