"""Numbers as people and models write them: any script's digits, groups, decimal commas.

What is ambiguous is read as follows: a comma before exactly three digits groups them (1,000 is
a thousand), any other single comma is decimal (12,5); a single point is decimal (1.000 is one),
several points group (1.000.000).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

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
_TIMES = {
    **dict.fromkeys(["hundred", "सौ"], 100),
    **dict.fromkeys(["thousand", "हज़ार", "हजार", "सहस्र"], 1000),
    **dict.fromkeys(["lakh", "lakhs", "lac", "लाख"], 100_000),
    **dict.fromkeys(["million"], 1_000_000),
    **dict.fromkeys(["crore", "crores", "करोड़"], 10_000_000),
    **dict.fromkeys(["billion"], 1_000_000_000),
}
_MULTIPLIER = re.compile(rf"\s?({'|'.join(_TIMES)})(?![\w\u0900-\u097f])", re.IGNORECASE)
_AFTER_WORD = re.compile(rf"\d(?:[\d.,{GROUPERS}]*\d)?")


def plain_digits(text: str) -> str:
    """The text with the decimal digits of every script as 0 to 9."""
    return "".join(
        str(unicodedata.decimal(character)) if character.isdecimal() else character
        for character in text
    )


def read_number(text: str) -> Decimal | None:
    """The value of a text that is a number and nothing else."""
    number = plain_digits(text.strip())
    sign = -1 if number[:1] and number[0] in MINUSES else 1
    digits = number[1:] if sign < 0 else number
    for mark in GROUPERS:
        digits = _without_groups(digits, mark)
    value = _unsigned(digits)
    return None if value is None else sign * value


@dataclass(frozen=True, slots=True)
class Written:
    """A number, and where it stands in a text."""

    value: Decimal
    start: int
    end: int


def numbers_in(text: str) -> list[Decimal]:
    """All numbers of a text, in their order; `1, 2, 3` and `1,2,3` are three."""
    return [each.value for each in written_numbers(text)]


def written_numbers(text: str) -> list[Written]:
    """All numbers of a text, and where they stand; `2 lakh` and `3/4` are one number each."""
    found: list[Written] = []
    plain = plain_digits(text)
    start = 0
    while match := _next(plain, start):
        start, stop = match.span()
        value = read_number(match.group())
        if value is None:  # a list without spaces, a date, a version: its parts are numbers
            parts = _WHOLE.finditer(plain, start, stop)
            found += [Written(Decimal(part.group()), *part.span()) for part in parts]
        else:
            value, stop = _continued(plain, value, start, stop)
            found.append(Written(value, start, stop))
        start = stop
    return found


def _continued(text: str, value: Decimal, start: int, stop: int) -> tuple[Decimal, int]:
    """The number with what belongs to it behind its digits: groups, a denominator, lakhs."""
    if groups := _SPACED_GROUPS.match(text, start):
        value, stop = Decimal(groups.group().replace(" ", "")), groups.end()
    elif (below := _DENOMINATOR.match(text, stop)) and int(below.group(1)):
        value, stop = value / Decimal(below.group(1)), below.end()
    if times := _MULTIPLIER.match(text, stop):
        value, stop = value * _TIMES[times.group(1).lower()], times.end()
    return value, stop


_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_HINDI = (
    *("शून्य", "एक", "दो", "तीन", "चार", "पाँच", "छह", "सात", "आठ", "नौ", "दस"),
    *("ग्यारह", "बारह", "तेरह", "चौदह", "पंद्रह", "सोलह", "सत्रह", "अठारह", "उन्नीस", "बीस"),
)
_SANSKRIT = (
    *("शून्यम्", "एकम्", "द्वे", "त्रीणि", "चत्वारि", "पञ्च", "षट्", "सप्त", "अष्ट", "नव", "दश"),
    *("एकादश", "द्वादश", "त्रयोदश", "चतुर्दश", "पञ्चदश", "षोडश", "सप्तदश", "अष्टादश"),
    *("एकोनविंशतिः", "विंशतिः"),
)
_SPELLED = {
    **{word: value for words in (_ONES, _HINDI, _SANSKRIT) for value, word in enumerate(words)},
    **{word: 10 * value for value, word in enumerate(_TENS, start=2)},
    **{
        f"{ten}{mark}{one}": 10 * value + digit
        for value, ten in enumerate(_TENS, start=2)
        for digit, one in enumerate(_ONES[1:10], start=1)
        for mark in ("-", " ")
    },
}
_SPELLED_OUT = re.compile(
    rf"(?<![\w\u0900-\u0963])({'|'.join(sorted(_SPELLED, key=len, reverse=True))})"
    r"(?![\w\u0900-\u0963-])",
    re.IGNORECASE,
)


def spelled_number(text: str) -> Decimal | None:
    """The only number that a text spells out, up to 99 in English and 20 in Hindi and Sanskrit."""
    found = {_SPELLED[word.lower()] for word in _SPELLED_OUT.findall(text)}
    return Decimal(found.pop()) if len(found) == 1 else None


def _next(text: str, start: int) -> re.Match[str] | None:
    """The next number; digits that follow a letter or a mark (₹18, x3, 10-5) have no sign."""
    signed, bare = _NUMBER.search(text, start), _AFTER_WORD.search(text, start)
    if signed and bare and signed.start() <= bare.start():
        return signed
    return bare


def _without_groups(digits: str, mark: str) -> str:
    if mark in digits and re.fullmatch(rf"\d{{1,3}}({mark}\d{{3}})+([.,]\d+)?", digits):
        return digits.replace(mark, "")
    return digits


def _unsigned(digits: str) -> Decimal | None:
    """The value of digits, points and commas."""
    commas, points = digits.count(","), digits.count(".")
    if commas and points:
        # The last mark is the decimal one; the digits before it may be grouped.
        decimal, group = (",", ".") if digits.rfind(",") > digits.rfind(".") else (".", ",")
        whole, _, rest = digits.rpartition(decimal)
        grouped = whole.replace(group, ",")
        return _decimal(grouped.replace(",", ""), rest) if _is_grouped(grouped) else None
    if commas:
        if _is_grouped(digits):
            return Decimal(digits.replace(",", ""))
        return _decimal(*digits.split(",")) if commas == 1 else None
    if points > 1:
        grouped = digits.replace(".", ",")
        return Decimal(grouped.replace(",", "")) if _WESTERN.fullmatch(grouped) else None
    if points:
        return _decimal(*digits.split("."))
    return Decimal(digits) if _WHOLE.fullmatch(digits) else None


def _is_grouped(digits: str) -> bool:
    return bool(_WESTERN.fullmatch(digits) or _INDIAN.fullmatch(digits))


def _decimal(whole: str, rest: str) -> Decimal | None:
    if not _WHOLE.fullmatch(whole) or not _WHOLE.fullmatch(rest):
        return None
    return Decimal(f"{whole}.{rest}")


def canonical(number: Decimal | None) -> str | None:
    """The number as text, without an exponent or trailing zeros."""
    if number is None:
        return None
    text = format(number, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text
