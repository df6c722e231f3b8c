"""SyntaxGym's test suites: items in regions, and predictions such as (3;%a%) > (3;%b%).

A prediction compares sums of the surprisals of regions:

    formula    = conjunction ("|" conjunction)*
    conjunction = comparison ("&" comparison)*
    comparison = sum ("<" | ">" | "=") sum | "(" formula ")" | "[" formula "]"
    sum        = term (("+" | "-") term)*
    term       = "(" region ";%" condition "%)" | number | "(" sum ")" | "[" sum "]"

A region is a number, or * for the whole sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

WHOLE = "*"
# Sums that differ by less are equal, as in SyntaxGym's own reading of "=".
TOLERANCE = 1e-3
DEEPEST = 50
_TOKEN = re.compile(
    r"\s*(?:\(\s*(?P<region>\d{1,6}|\*)\s*;\s*%(?P<condition>[\w.-]+)%\s*\)"
    r"|(?P<number>\d{1,9}(?:\.\d{1,9})?)|(?P<sign>[-+<>=&|()\[\]]))"
)
CLOSING = {"(": ")", "[": "]"}

Surprisals = Mapping[tuple[str, str], float]  # by condition and region


class FormulaError(ValueError):
    """A formula that cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class Region:
    """The surprisal of one region of one condition."""

    region: str
    condition: str

    def value(self, surprisals: Surprisals) -> float:
        return surprisals[self.condition, self.region]


@dataclass(frozen=True, slots=True)
class Sum:
    """Regions and numbers, added and subtracted."""

    terms: tuple[tuple[int, Region | float | Sum], ...]  # 1 or -1, and what it is of

    def value(self, surprisals: Surprisals) -> float:
        return sum(
            sign * (term if isinstance(term, float) else term.value(surprisals))
            for sign, term in self.terms
        )


@dataclass(frozen=True, slots=True)
class Comparison:
    """One sum below, above or equal to another."""

    left: Sum
    sign: str
    right: Sum

    def margin(self, surprisals: Surprisals) -> float:
        difference = self.left.value(surprisals) - self.right.value(surprisals)
        if self.sign == "=":
            return TOLERANCE - abs(difference)
        return difference if self.sign == ">" else -difference


@dataclass(frozen=True, slots=True)
class Joined:
    """Comparisons of which all must hold (&), or one (|)."""

    sign: str
    parts: tuple[Formula, ...]

    def margin(self, surprisals: Surprisals) -> float:
        choose = min if self.sign == "&" else max
        return choose(part.margin(surprisals) for part in self.parts)


Formula = Comparison | Joined


@dataclass(frozen=True, slots=True)
class RegionItem:
    """One item: of each condition, the numbers and the contents of its regions, in order."""

    id: str
    conditions: Mapping[str, tuple[tuple[str, str], ...]]

    def sentence(self, condition: str) -> str:
        return " ".join(text for _, text in self.conditions[condition] if text)

    def parts(self, condition: str) -> Iterator[tuple[str, str, str]]:
        """The number of each region that is not empty, what stands before it, and its text."""
        before = ""
        for number, text in self.conditions[condition]:
            if text:
                yield number, before, f" {text}" if before else text
                before = f"{before} {text}" if before else text


@dataclass(frozen=True, slots=True)
class Prediction:
    """A formula that should hold for every item, as written and as parsed."""

    text: str
    formula: Formula

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions in its formula."""
        return tuple(dict.fromkeys(region.condition for region in regions_in(self.formula)))


@dataclass(frozen=True, slots=True)
class RegionSuite:
    """A test suite of SyntaxGym."""

    name: str
    predictions: tuple[Prediction, ...]
    items: tuple[RegionItem, ...]


def parse_formula(text: str) -> Formula:
    """The formula that is written so; it holds where its margin is above 0."""
    reader = _Reader(list(_tokens(text)))
    found = reader.formula(0)
    if reader.next() is not None or not isinstance(found, Comparison | Joined):
        raise FormulaError(f"{text.strip()!r} is not a comparison of regions")
    return found


def regions_in(formula: Formula) -> Iterator[Region]:
    """The regions that a formula speaks of."""
    if isinstance(formula, Joined):
        for part in formula.parts:
            yield from regions_in(part)
    else:
        yield from _regions(formula.left)
        yield from _regions(formula.right)


def _regions(found: Sum | Region | float) -> Iterator[Region]:
    if isinstance(found, Region):
        yield found
    elif isinstance(found, Sum):
        for _, term in found.terms:
            yield from _regions(term)


def _tokens(text: str) -> Iterator[str | Region | float]:
    place = 0
    text = text.rstrip()
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise FormulaError(f"{text[place : place + 30].strip()!r} is not part of a formula")
        place = match.end()
        if match["region"]:
            yield Region(match["region"], match["condition"])
        elif match["number"]:
            yield float(match["number"])
        else:
            yield match["sign"]


class _Reader:
    """Reads tokens from left to right, one function per line of the grammar."""

    def __init__(self, tokens: list[str | Region | float]) -> None:
        self._tokens = tokens
        self._place = 0

    def next(self) -> str | Region | float | None:
        return self._tokens[self._place] if self._place < len(self._tokens) else None

    def _take(self) -> str | Region | float | None:
        token = self.next()
        self._place += 1
        return token

    def formula(self, depth: int) -> Formula | Sum:
        return self._joined("|", lambda: self._joined("&", lambda: self._comparison(depth)))

    def _joined(self, sign: str, read: Callable[[], Formula | Sum]) -> Formula | Sum:
        parts = [read()]
        while self.next() == sign:
            self._take()
            parts.append(read())
        if len(parts) == 1:
            return parts[0]
        formulas = tuple(part for part in parts if isinstance(part, Comparison | Joined))
        if len(formulas) < len(parts):
            raise FormulaError(f"{sign} joins something that is not a comparison")
        return Joined(sign, formulas)

    def _comparison(self, depth: int) -> Formula | Sum:
        left = self._sum(depth)
        if self.next() not in ("<", ">", "="):
            return left
        sign = str(self._take())
        right = self._sum(depth)
        if not isinstance(left, Sum) or not isinstance(right, Sum):
            raise FormulaError(f"{sign} compares something that is not a sum of regions")
        return Comparison(left, sign, right)

    def _sum(self, depth: int) -> Formula | Sum:
        first = self._term(depth)
        if self.next() not in ("+", "-"):
            return first if not isinstance(first, Region | float) else Sum(((1, first),))
        terms = [(1, first)]
        while self.next() in ("+", "-"):
            sign = 1 if self._take() == "+" else -1
            terms.append((sign, self._term(depth)))
        numbers = [
            (sign, term) for sign, term in terms if not isinstance(term, Comparison | Joined)
        ]
        if len(numbers) < len(terms):
            raise FormulaError("a sum contains a comparison")
        return Sum(tuple(numbers))

    def _term(self, depth: int) -> Formula | Sum | Region | float:
        token = self._take()
        if isinstance(token, Region | float):
            return token
        if token not in CLOSING or depth > DEEPEST:
            raise FormulaError(f"{token or 'the end'} is where a region is expected")
        found = self.formula(depth + 1)
        if self._take() != CLOSING[token]:
            raise FormulaError(f"{token} is not closed")
        return found
