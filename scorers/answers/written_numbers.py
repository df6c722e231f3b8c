"""Numbers as people and models write them: in the digits of any script.

What is ambiguous is read as follows: a comma before exactly three digits groups them (1,000 is
a thousand), any other single comma is decimal (12,5); a single point is decimal (1.000 is one),
several points group (1.000.000).
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from itertools import pairwise

from kasauti.scorers.answers.cleaning import compile_words
from kasauti.scorers.answers.spelled_numbers import (
    MINUS_WORDS,
    MULTIPLIERS,
    QUARTERS,
    Written,
    find_spelled,
)

# Spaces and marks that group digits: 1 000 000 with a no-break or thin space, 1'000.
GROUPERS = "\u00a0\u2009\u202f'’"
MINUSES = "-\u2212"

_GROUPED = r"[1-9]\d{0,2}(?:MARK\d{3})+|[1-9]\d?(?:MARK\d{2})*MARK\d{3}"  # 100,000 and 1,00,000
# A number by itself; where several forms match, the first one counts.
_FORMS = [
    re.compile(form)
    for form in (
        rf"(?P<whole>{_GROUPED.replace('MARK', ',')})(?:\.(?P<rest>\d+))?",
        rf"(?P<whole>{_GROUPED.replace('MARK', '[.]')}),(?P<rest>\d+)",
        r"(?P<whole>[1-9]\d{0,2}(?:\.\d{3}){2,})(?P<rest>)",
        rf"(?P<whole>\d{{1,3}}([{GROUPERS}])\d{{3}}(?:\2\d{{3}})*)(?:[.,](?P<rest>\d+))?",
        r"(?P<whole>\d+)(?:[.,](?P<rest>\d+))?",
    )
]
_WHOLE = re.compile(r"\d+")
# A sign belongs to a number unless it follows something that it could subtract from: 10-5.
_NUMBER = re.compile(
    rf"(?:(?<![\w.,{re.escape(MINUSES)}])[{re.escape(MINUSES)}])?\d(?:[\d.,{GROUPERS}]*\d)?"
)
# 13 860: a space groups as a comma does where exactly three digits follow it.
_SPACED_GROUPS = re.compile(r"[1-9]\d{0,2}(?: \d{3})+(?![\d.,])")
_DENOMINATOR = re.compile(r"/(\d{1,9})(?![\d/.,]*\d)")
_MULTIPLIER = re.compile(rf"\s?({'|'.join(MULTIPLIERS)})(?![\w\u0900-\u097f])", re.IGNORECASE)
# 45k, $1.2M: right behind the digits, and a capital M, since m is a metre.
_SHORT = re.compile(r"(k|K|M|mn|bn)(?![\w\u0900-\u097f])")
_SHORT_SIZES = {"k": 1000, "K": 1000, "M": 10**6, "mn": 10**6, "bn": 10**9}
_AND_A_HALF = re.compile(r"\s+and\s+a\s+half\b", re.IGNORECASE)
_FURTHER = re.compile(r"\s(\d{1,3})" + _MULTIPLIER.pattern, re.IGNORECASE)
# $12 and fifty cents, 2 hours and 30 minutes, 1 in 4.
_AND = r"\s*(?:,|and|और|&)?\s*"
_MONEY = compile_words("amounts.money").pattern
_OF_MONEY = re.compile(rf"\s*(?P<unit>{_MONEY}|[$€£₹])?[.]?{_AND}", re.IGNORECASE)
_BEFORE_MONEY = re.compile(rf"(?:[$€£₹]|{_MONEY}[.]?)\s*\Z", re.IGNORECASE)
_CENTS = re.compile(rf"\s*(?:¢|(?:{compile_words('amounts.cents').pattern}))", re.IGNORECASE)
_UNIT = compile_words("amounts.units")
_OF_UNITS = re.compile(rf"\s*{_UNIT.pattern}{_AND}", re.IGNORECASE)
_OUT_OF = re.compile(r"\s(?:in|out of)\s(?:every\s)?", re.IGNORECASE)
_FROM_AMONG = re.compile(r"\s(?:में से|मे से)\s(?:केवल\s)?")
_CHANCE = compile_words("amounts.chance")
_NO_MORE = re.compile(r"\W*(?:$|\n|है|hain?)|\s*[.,;।!)]")
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


def convert_digits(text: str) -> str:
    """The text with the decimal digits of every script as 0 to 9."""
    return "".join(
        str(unicodedata.decimal(character)) if character.isdecimal() else character
        for character in text
    )


def read_number(text: str) -> Decimal | None:
    """The value of a text that is a number and nothing else."""
    number = convert_digits(text.strip())
    digits = number[1:] if number.startswith(tuple(MINUSES)) else number
    for match in (form.fullmatch(digits) for form in _FORMS):
        if match:
            whole = re.sub(r"\D", "", match["whole"])
            value = Decimal(f"{whole}.{match['rest']}" if match["rest"] else whole)
            return value if digits == number else -1 * value
    return None


def find_numbers(text: str) -> list[Decimal]:
    """All numbers of a text, in their order; `1, 2, 3` and `1,2,3` are three."""
    return [each.value for each in find_written(text)]


def find_written(text: str) -> list[Written]:
    """All numbers of a text, and where they stand; `2 lakh` and `3/4` are one number each."""
    found: list[Written] = []
    plain = convert_digits(text)
    start = 0
    while match := _NUMBER.search(plain, start):
        start, stop = match.span()
        value = read_number(match.group())
        if value is None:  # a list without spaces, a date, a version: its parts are numbers
            parts = _WHOLE.finditer(plain, start, stop)
            found += [Written(Decimal(part.group()), *part.span()) for part in parts]
        else:
            value, stop = _continue_number(plain, value, start, stop)
            found.append(
                Written(_apply_words(plain[max(0, start - 20) : start], value), start, stop)
            )
        start = stop
    return found


def join_amounts(text: str) -> str:
    """The text with one number where several make one amount.

    >>> join_amounts("It costs $12 and fifty cents, a chance of 1 in 4.")
    'It costs $12.5, a chance of 0.25.'
    """
    digits = find_written(text)
    taken = {place for each in digits for place in range(each.start, each.end)}
    in_words = [each for each in find_spelled(text) if each.start not in taken]
    every = sorted([*digits, *in_words], key=lambda each: each.start)
    parts, end = [], 0
    for first, second in pairwise(every):
        if first.start >= end and (joined := _join(text, first, second)):
            parts += [text[end : first.start], joined[0]]
            end = joined[1]
    return "".join([*parts, text[end:]])


def _join(text: str, first: Written, second: Written) -> tuple[str, int] | None:
    """The text for two numbers that make one amount, and where the amount ends."""
    between, after = text[first.end : second.start], text[second.end : second.end + 20]
    money, cents = _OF_MONEY.fullmatch(between), _CENTS.match(after)
    before = text[max(0, first.start - 10) : first.start]
    if cents and money and (money.group("unit") or _BEFORE_MONEY.search(before)):
        value = first.value + second.value / 100
        return format_number(value) or "", second.end + cents.end()
    unit = _UNIT.match(after.lstrip())
    if unit and _OF_UNITS.fullmatch(between):
        return "…", second.end + len(after) - len(after.lstrip()) + unit.end()
    if among := _FROM_AMONG.fullmatch(between):
        first, second = second, first
    if (among or _OUT_OF.fullmatch(between)) and 0 < first.value < second.value:
        start = text.rfind("\n", 0, first.start) + 1
        alone = first.value == 1 and _NO_MORE.match(after)
        if alone or _CHANCE.search(text, max(start, first.start - 200), second.end + 40):
            return format_number(first.value / second.value) or "", max(first.end, second.end)
    return None


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
    if short := _SHORT.match(text, stop):
        return value * _SHORT_SIZES[short.group(1)], short.end()
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
    if quarter := _QUARTER.search(before):
        value += QUARTERS[quarter.group(1)]
    return -value if _MINUS_WORD.search(before) else value


def format_number(number: Decimal | None) -> str | None:
    """The number as text, without an exponent or trailing zeros."""
    if number is None:
        return None
    text = format(number, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text
