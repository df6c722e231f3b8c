"""Numbers that a text spells out: `two hundred and fifty`, `डेढ़ सौ`, `साढ़े तीन`, `पञ्चाशत्`."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise

from kasauti.scorers.replies.clause_words import END, START
from kasauti.scorers.replies.number_words import (
    BROKEN,
    DIGITS,
    MINUS_WORDS,
    MULTIPLIERS,
    PARTS,
    QUARTERS,
    TENS,
    UNITS,
)
from kasauti.scorers.replies.written_numbers import Written

_WORDS = {*UNITS, *MULTIPLIERS, *QUARTERS, *BROKEN, *PARTS, *MINUS_WORDS}
_WORD = re.compile(
    rf"{START}(?:{'|'.join(map(re.escape, sorted(_WORDS, key=len, reverse=True)))}|\d+){END}",
    re.IGNORECASE,
)
_JOINED = re.compile(r"\s*-?\s*|\s+and\s+(?:an?\s+)?|\s+और\s+|\s+a\s+", re.IGNORECASE)
# "no one", "one of them", "यह एक कठिन प्रश्न है": here the word counts nothing.
_NOT_COUNTED = re.compile(
    r"\b(?:no|any|some|every|each|this|that|which|another|the|right|correct|either)\s$",
    re.IGNORECASE,
)
_NOT_COUNTING = re.compile(
    r"\s*(?:of|by|another|at a time|cannot|can|could|may|must|should|has to|more|who|that|which|"
    r"question|thing|way|dozen)\b|-(?:एक|दूसर)|\s(?:बात|दूसर|साथ|ही|और|बार|तरह|कठिन|सवाल|प्रश्न|अन्य|उदाहरण|दर्जन)",
    re.IGNORECASE,
)
# "half of them", "half a dozen": part of something, not a number.
_PART_OF = re.compile(r"\s+(?:an?|of|the|का|की|के)\b", re.IGNORECASE)
_ONE = ("one", "एक", "एकः", "एका", "एकम्", "एकं")


def spelled_numbers(text: str) -> list[Written]:
    """All numbers that a text spells out, and where they stand; digits only beside words."""
    found = []
    for run in _runs(text):
        value = _value([match.group().lower() for match in run])
        spelled = any(not match.group().isdecimal() for match in run)
        if value is not None and spelled and not _is_article(text, run):
            found.append(Written(value, run[0].start(), run[-1].end()))
    return found


def _runs(text: str) -> list[list[re.Match[str]]]:
    """Words for numbers that belong to one number."""
    matches = list(_WORD.finditer(text))
    runs = [[each] for each in matches[:1]]
    for first, second in pairwise(matches):
        between = text[first.end() : second.start()]
        if _JOINED.fullmatch(between) and _may_join(runs[-1], second, between):
            runs[-1].append(second)
        else:
            runs.append([second])
    return runs


def _may_join(run: list[re.Match[str]], word: re.Match[str], between: str) -> bool:
    """Whether a word goes on with a number: two hundred | fifty, but four | and three."""
    last, name = run[-1].group().lower(), word.group().lower()
    joint = between.strip(" -\t\n").lower()
    if "\n" in between:
        return False
    if joint.startswith("and") or joint == "और":
        fraction = name in BROKEN and last in UNITS
        return fraction or (joint == "and" and last in MULTIPLIERS and name in UNITS)
    if name in MINUS_WORDS:
        return False
    if last in MINUS_WORDS or last in QUARTERS or name in MULTIPLIERS or name in PARTS:
        return True
    return last in MULTIPLIERS or (last in TENS and name in DIGITS)


def _value(names: list[str]) -> Decimal | None:
    """The number that a run of words makes."""
    sign = 1
    if names and names[0] in MINUS_WORDS:
        sign, names = -1, names[1:]
    if not names or (len(names) == 1 and names[0] in PARTS and names[0] not in BROKEN):
        return None
    total = current = Decimal(0)
    for index, name in enumerate(names):
        if name in MULTIPLIERS:
            # Only a quarter before it: सवा सौ is 125, पौने सौ is 75.
            bare_quarter = index > 0 and names[index - 1] in QUARTERS
            current = (current + bare_quarter or Decimal(1)) * MULTIPLIERS[name]
            if MULTIPLIERS[name] > 100:
                total, current = total + current, Decimal(0)
        elif name in PARTS and index > 0:
            current = current / PARTS[name]
        else:
            current += _simple(name)
    if names[-1] in QUARTERS:
        current += 1  # सवा by itself is 1¼
    return sign * (total + current)


def _simple(name: str) -> Decimal:
    if name.isdecimal():
        return Decimal(name)
    return Decimal(QUARTERS.get(name) or BROKEN.get(name) or UNITS.get(name, 0))


def _is_article(text: str, run: list[re.Match[str]]) -> bool:
    """Whether a lone `one`, `एक` or `half` does not count anything."""
    name = run[0].group().lower()
    before, after = text[: run[0].start()], text[run[0].end() :]
    if len(run) == 1 and name in BROKEN and name.isascii():
        return _PART_OF.match(after) is not None
    if len(run) > 1 or name not in _ONE:
        return False
    return bool(
        _NOT_COUNTED.search(before)
        or _NOT_COUNTING.match(after)
        or re.search(rf"{START}(?:यह|एषः|इदम्)\s$", before)
    )
