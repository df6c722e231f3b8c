"""Numbers as people and models write them: in the digits of any script.

What is ambiguous is read as follows: a comma before exactly three digits groups them (1,000 is
a thousand), any other single comma is decimal (12,5); a single point is decimal (1.000 is one),
several points group (1.000.000).
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

from kasauti.scorers.answers.spelled_numbers import MINUS_WORDS, MULTIPLIERS, QUARTERS, Written

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
_AND_A_HALF = re.compile(r"\s+and\s+a\s+half\b", re.IGNORECASE)
_FURTHER = re.compile(r"\s(\d{1,3})" + _MULTIPLIER.pattern, re.IGNORECASE)
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
        value += QUARTERS[quarter.group(1)]
    return -value if _MINUS_WORD.search(before[-20:]) else value


def format_number(number: Decimal | None) -> str | None:
    """The number as text, without an exponent or trailing zeros."""
    if number is None:
        return None
    text = format(number, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text
