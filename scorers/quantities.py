"""Numbers in English text, with their units: what can be compared as such."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Unit = Literal["per cent", "years", "date", "number"]

_COUNTED = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen"""
_ROUND = "twenty thirty forty fifty sixty seventy eighty ninety"
_ONES = {word: value for value, word in enumerate(_COUNTED.split())}
_TENS = {word: 10 * value for value, word in enumerate(_ROUND.split(" "), start=2)}
_LARGE = {"dozen": 12, "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9}
_LARGE |= {"trillion": 1e12}
_SHARES = {"half": 0.5, "third": 1 / 3, "quarter": 0.25, "fifth": 0.2, "tenth": 0.1}
_SHARES |= {"thirds": 1 / 3, "quarters": 0.25, "fifths": 0.2, "tenths": 0.1}
_YEARS = {"year": 1.0, "decade": 10.0, "century": 100.0, "month": 1 / 12, "week": 1 / 52}
_YEARS |= {"fortnight": 2 / 52, "day": 1 / 365, "session": 1 / 365, "generation": 28.0}
_YEARS |= {f"{name}s": value for name, value in _YEARS.items()} | {"centuries": 100.0}
_TOKEN = re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|%|[a-z]+", re.I)
_RANGE = ("to", "and", "or")
EARLIEST, LATEST = 1000, 2200  # a whole number between them, alone, is a year
CLOSE = 0.12  # two quantities agree that differ by at most this share of the larger


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number and what it counts; spans of time are in years."""

    value: float
    unit: Unit

    def agrees(self, other: Quantity) -> bool:
        """Whether both say about the same; dates must be the same."""
        if self.unit != other.unit:
            return False
        if self.unit == "date":
            return self.value == other.value
        gap = abs(self.value - other.value)
        return gap <= CLOSE * max(abs(self.value), abs(other.value))


def quantities(text: str) -> list[Quantity]:
    """All quantities of a text, in digits or in words; both ends of a range have its unit.

    >>> quantities("about seven to eleven years")
    [Quantity(value=7.0, unit='years'), Quantity(value=11.0, unit='years')]
    >>> quantities("In 1929 it lost four fifths.")
    [Quantity(value=1929.0, unit='date'), Quantity(value=80.0, unit='per cent')]
    """
    plain = text.replace("per cent", "percent").replace("-", " ").replace("–", " ")
    tokens = [token.lower() for token in _TOKEN.findall(plain)]
    found: list[Quantity] = []
    waiting: list[float] = []  # the first end of a range
    index = 0
    while index < len(tokens):
        quantity, value, after = _read(tokens, index)
        if quantity is not None:
            found.append(quantity)
        elif value is not None:
            ends_range = tokens[after : after + 1] and tokens[after] in _RANGE
            unit, factor = _unit(tokens, after, value, digits=tokens[index][0].isdigit())
            if unit == "number" and ends_range:
                waiting.append(value)
            else:
                shared = waiting if unit in ("per cent", "years") else []
                found += [Quantity(each * factor, unit) for each in (*shared, value)]
                waiting = []
        index = max(after, index + 1)
    return found


def _read(tokens: list[str], index: int) -> tuple[Quantity | None, float | None, int]:
    """A quantity that is whole, or a number whose unit may follow; and where it ends."""
    token, following = tokens[index], tokens[index + 1 : index + 3]
    if token == "half" and following[:1] == ["a"] and following[1:] and following[1] in _YEARS:
        return Quantity(_YEARS[following[1]] / 2, "years"), None, index + 3
    if token in ("a", "an", "one") and following:
        if following[0] in _SHARES and following[0] != "quarter":
            return Quantity(100 * _SHARES[following[0]], "per cent"), None, index + 2
        if following[0] in _YEARS:
            return Quantity(_YEARS[following[0]], "years"), None, index + 2
    if token[0].isdigit():
        value, after = float(token.replace(",", "")), index + 1
    elif token in _TENS:
        value, after = float(_TENS[token]), index + 1
        if following and 0 < _ONES.get(following[0], 0) < 10:
            value, after = value + _ONES[following[0]], after + 1
    elif token in _ONES and token not in ("zero", "one"):
        value, after = float(_ONES[token]), index + 1
        if following and following[0].endswith("s") and following[0] in _SHARES:
            return Quantity(100 * value * _SHARES[following[0]], "per cent"), None, after + 1
    else:
        return None, None, index + 1
    while after < len(tokens) and tokens[after] in _LARGE:
        value, after = value * _LARGE[tokens[after]], after + 1
    return None, value, after


def _unit(tokens: list[str], after: int, value: float, *, digits: bool) -> tuple[Unit, float]:
    """The unit that follows a number, and what its value is multiplied by."""
    for token in tokens[after : after + 2]:
        if token in ("percent", "%", "percentage"):
            return "per cent", 1.0
        if token in _YEARS:
            return "years", _YEARS[token]
    if digits and value.is_integer() and EARLIEST <= value <= LATEST:
        return "date", 1.0
    return "number", 1.0
