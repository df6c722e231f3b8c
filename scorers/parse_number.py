"""Numbers as people and models write them: any script's digits, groups, decimal commas.

What is ambiguous is read as follows: a comma before exactly three digits groups them (1,000 is
a thousand), any other single comma is decimal (12,5); a single point is decimal (1.000 is one),
several points group (1.000.000).
"""

from __future__ import annotations

import re
import unicodedata
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


def numbers_in(text: str) -> list[Decimal]:
    """All numbers of a text, in their order; `1, 2, 3` and `1,2,3` are three."""
    found: list[Decimal] = []
    plain = plain_digits(text)
    start = 0
    while match := _next(plain, start):
        value = read_number(match.group())
        if value is None:  # a list without spaces, a date, a version: its parts are numbers
            found += [Decimal(part) for part in _WHOLE.findall(match.group())]
        else:
            found.append(value)
        start = match.end()
    return found


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
