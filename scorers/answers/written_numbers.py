"""Numbers as people and models write them: in any script's digits, or in words.

What is ambiguous is read as follows: a comma before exactly three digits groups them (1,000 is
a thousand), any other single comma is decimal (12,5); a single point is decimal (1.000 is one),
several points group (1.000.000).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from kasauti.scorers.answers.negation_words import END, START
from kasauti.scorers.answers.number_words import (
    BROKEN,
    DIGITS,
    MINUS_WORDS,
    MULTIPLIERS,
    PARTS,
    QUARTERS,
    TENS,
    UNITS,
)

# Spaces and marks that group digits: 1 000 000 with a no-break or thin space, 1'000.
GROUPERS = "\u00a0\u2009\u202f'’"
MINUSES = "-\u2212"

_MINUS = re.escape(MINUSES)
_WHOLE = re.compile(r"\d+")
_WESTERN = re.compile(r"[1-9]\d{0,2}(,\d{3})+")
_INDIAN = re.compile(r"[1-9]\d?(,\d{2})*,\d{3}")  # lakhs and crores: 1,00,000
# A sign belongs to a number unless it follows something that it could subtract from.
_NUMBER = re.compile(rf"(?<![\w.,{_MINUS}])[{_MINUS}]?\d(?:[\d.,{GROUPERS}]*\d)?")
# 13 860: a space groups as a comma does where exactly three digits follow it.
_SPACED_GROUPS = re.compile(r"[1-9]\d{0,2}(?: \d{3})+(?![\d.,])")
_DENOMINATOR = re.compile(r"/(\d{1,9})(?![\d/.,]*\d)")
_MULTIPLIER = re.compile(rf"\s?({'|'.join(MULTIPLIERS)})(?![\w\u0900-\u097f])", re.IGNORECASE)
_AND_A_HALF = re.compile(r"\s+and\s+a\s+half\b", re.IGNORECASE)
_FURTHER = re.compile(r"\s(\d{1,3})" + _MULTIPLIER.pattern, re.IGNORECASE)
_AFTER_WORD = re.compile(rf"\d(?:[\d.,{GROUPERS}]*\d)?")
# 3 1/4: a whole number and a proper fraction.
_MIXED = re.compile(r" (\d{1,2})/(\d{1,3})(?![\d/.,]*\d)")
_POWER = re.compile(r"\s?[×x*]\s?10(?:\^\{?([-−]?\d{1,2})\}?|([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))")
_RAISED = re.compile(r"\^\{?(\d{1,2})\}?|e\+?(\d{1,2})(?![\w])")
_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")
# "minus 5", but not what "15 minus 5" subtracts.
_MINUS_WORD = re.compile(
    rf"(?<![\w\u0900-\u0963])(?<!\d )(?:{'|'.join(MINUS_WORDS)}) $", re.IGNORECASE
)
_QUARTER = re.compile(rf"(?<![\w\u0900-\u0963])({'|'.join(QUARTERS)}) $")
_WORDS = {*UNITS, *MULTIPLIERS, *QUARTERS, *BROKEN, *PARTS, *MINUS_WORDS}
_WORD = re.compile(
    rf"{START}(?:{'|'.join(map(re.escape, sorted(_WORDS, key=len, reverse=True)))}){END}",
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


def convert_digits(text: str) -> str:
    """The text with the decimal digits of every script as 0 to 9."""
    return "".join(
        str(unicodedata.decimal(character)) if character.isdecimal() else character
        for character in text
    )


def read_number(text: str) -> Decimal | None:
    """The value of a text that is a number and nothing else."""
    number = convert_digits(text.strip())
    sign = -1 if number[:1] and number[0] in MINUSES else 1
    digits = number[1:] if sign < 0 else number
    for mark in GROUPERS:
        digits = _join_groups(digits, mark)
    value = _read_unsigned(digits)
    return None if value is None else sign * value


@dataclass(frozen=True, slots=True)
class Written:
    """A number, and where it stands in a text."""

    value: Decimal
    start: int
    end: int


def find_numbers(text: str) -> list[Decimal]:
    """All numbers of a text, in their order; `1, 2, 3` and `1,2,3` are three."""
    return [each.value for each in find_written(text)]


def find_written(text: str) -> list[Written]:
    """All numbers of a text, and where they stand; `2 lakh` and `3/4` are one number each."""
    found: list[Written] = []
    plain = convert_digits(text)
    start = 0
    while match := _find_next(plain, start):
        start, stop = match.span()
        value = read_number(match.group())
        if value is None:  # a list without spaces, a date, a version: its parts are numbers
            parts = _WHOLE.finditer(plain, start, stop)
            found += [Written(Decimal(part.group()), *part.span()) for part in parts]
        else:
            value, stop = _continue_number(plain, value, start, stop)
            found.append(Written(_apply_words(plain[:start], value), start, stop))
        start = stop
    return found


def _continue_number(text: str, value: Decimal, start: int, stop: int) -> tuple[Decimal, int]:
    """The number with what belongs to it behind its digits: groups, a fraction, lakhs."""
    if groups := _SPACED_GROUPS.match(text, start):
        value, stop = Decimal(groups.group().replace(" ", "")), groups.end()
    elif (below := _DENOMINATOR.match(text, stop)) and int(below.group(1)):
        value, stop = value / Decimal(below.group(1)), below.end()
    elif (mixed := _MIXED.match(text, stop)) and int(mixed.group(1)) < int(mixed.group(2)):
        value, stop = value + Decimal(mixed.group(1)) / Decimal(mixed.group(2)), mixed.end()
    elif half := _AND_A_HALF.match(text, stop):
        value, stop = value + Decimal("0.5"), half.end()
    elif raised := _RAISED.match(text, stop):
        value, stop = _raise_number(value, raised), raised.end()
    if power := _POWER.match(text, stop):
        exponent = (power.group(1) or power.group(2)).translate(_SUPERSCRIPTS)
        if re.fullmatch(r"-?\d+", exponent):
            value, stop = value.scaleb(int(exponent)), power.end()
    if times := _MULTIPLIER.match(text, stop):
        value, stop = value * MULTIPLIERS[times.group(1).lower()], times.end()
        if further := _FURTHER.match(text, stop):  # 1 lakh 20 thousand
            smaller = Decimal(further.group(1)) * MULTIPLIERS[further.group(2).lower()]
            value, stop = (value + smaller, further.end()) if smaller < value else (value, stop)
    return value, stop


def _raise_number(value: Decimal, match: re.Match[str]) -> Decimal:
    """10^6 and 1e6; what would be too large to be meant stays as it is."""
    exponent = int(match.group(1) or match.group(2))
    if match.group(2):
        return value.scaleb(exponent)
    return value**exponent if abs(value) <= 100 else value


def _apply_words(before: str, value: Decimal) -> Decimal:
    """The number with the words before its digits: minus 5, साढ़े 3."""
    if quarter := _QUARTER.search(before[-20:]):
        value += Decimal(QUARTERS[quarter.group(1)])
    return -value if _MINUS_WORD.search(before[-20:]) else value


def _find_next(text: str, start: int) -> re.Match[str] | None:
    """The next number; digits that follow a letter or a mark (₹18, x3, 10-5) have no sign."""
    signed, bare = _NUMBER.search(text, start), _AFTER_WORD.search(text, start)
    if signed and bare and signed.start() <= bare.start():
        return signed
    return bare


def _join_groups(digits: str, mark: str) -> str:
    if mark in digits and re.fullmatch(rf"\d{{1,3}}({mark}\d{{3}})+([.,]\d+)?", digits):
        return digits.replace(mark, "")
    return digits


def _read_unsigned(digits: str) -> Decimal | None:
    """The value of digits, points and commas."""
    commas, points = digits.count(","), digits.count(".")
    if commas and points:
        # The last mark is the decimal one; the digits before it may be grouped.
        decimal, group = (",", ".") if digits.rfind(",") > digits.rfind(".") else (".", ",")
        whole, _, rest = digits.rpartition(decimal)
        grouped = whole.replace(group, ",")
        return _join_decimal(grouped.replace(",", ""), rest) if _is_grouped(grouped) else None
    if commas:
        if _is_grouped(digits):
            return Decimal(digits.replace(",", ""))
        return _join_decimal(*digits.split(",")) if commas == 1 else None
    if points > 1:
        grouped = digits.replace(".", ",")
        return Decimal(grouped.replace(",", "")) if _WESTERN.fullmatch(grouped) else None
    if points:
        return _join_decimal(*digits.split("."))
    return Decimal(digits) if _WHOLE.fullmatch(digits) else None


def _is_grouped(digits: str) -> bool:
    return bool(_WESTERN.fullmatch(digits) or _INDIAN.fullmatch(digits))


def _join_decimal(whole: str, rest: str) -> Decimal | None:
    if not _WHOLE.fullmatch(whole) or not _WHOLE.fullmatch(rest):
        return None
    return Decimal(f"{whole}.{rest}")


def format_number(number: Decimal | None) -> str | None:
    """The number as text, without an exponent or trailing zeros."""
    if number is None:
        return None
    text = format(number, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def find_spelled(text: str) -> list[Written]:
    """All numbers that a text spells out, and where they stand; digits only beside words."""
    found = []
    for run in _find_runs(text):
        value = _compute_value([match.group().lower() for match in run])
        if value is not None and not _is_article(text, run):
            found.append(Written(value, run[0].start(), run[-1].end()))
    return found


def _find_runs(text: str) -> list[list[re.Match[str]]]:
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
    """Return True if a word goes on with a number: two hundred | fifty, but four | and three."""
    last, name = run[-1].group().lower(), word.group().lower()
    joint = between.strip(" -\t\n").lower()
    if joint.startswith("and") or joint == "और":
        fraction = name in BROKEN and last in UNITS
        return fraction or (joint == "and" and last in MULTIPLIERS and name in UNITS)
    if last in MINUS_WORDS or last in QUARTERS or name in MULTIPLIERS or name in PARTS:
        return True
    return last in MULTIPLIERS or (last in TENS and name in DIGITS)


def _compute_value(names: list[str]) -> Decimal | None:
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
            current += _read_word(name)
    if names[-1] in QUARTERS:
        current += 1  # सवा by itself is 1¼
    return sign * (total + current)


def _read_word(name: str) -> Decimal:
    return Decimal(QUARTERS.get(name) or BROKEN.get(name) or UNITS.get(name, 0))


def _is_article(text: str, run: list[re.Match[str]]) -> bool:
    """Return True if a lone `one`, `एक` or `half` does not count anything."""
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
