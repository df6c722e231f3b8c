"""SyntaxGym's test suites: items in regions, and predictions such as (3;%a%) > (3;%b%).

A prediction compares sums of the surprisals of regions by <, > or =; comparisons are joined by &
and |, and grouped by round or square brackets. A region is a number, or * for the whole sentence.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

WHOLE = "*"
# Sums that differ by less are equal, as in SyntaxGym's own reading of "=".
TOLERANCE = 1e-3
DEEPEST = 50  # brackets within each other
LONGEST = 500  # regions, numbers and signs; the parsed tree is walked recursively
_TOKEN = re.compile(
    r"\(\s*(?P<region>\d{1,6}|\*)\s*;\s*%(?P<condition>[\w.-]+)%\s*\)"
    r"|(?P<number>\d{1,9}(?:\.\d{1,9})?)|(?P<sign>[-+<>=&|()\[\]])|\s+"
)
CLOSING = {"(": ")", "[": "]"}
_SIGNS = {"=": "==", "&": " and ", "|": " or ", "[": "(", "]": ")"}

Surprisals = Mapping[tuple[str, str], float]  # by condition and region


class FormulaError(ValueError):
    """A formula that cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class Region:
    """One region of one condition."""

    region: str
    condition: str


@dataclass(frozen=True, slots=True)
class Formula:
    """Comparisons of sums of regions; in `tree` the name r0 stands for the first region."""

    tree: ast.expr
    regions: tuple[Region, ...]

    def margin(self, surprisals: Surprisals) -> float:
        """Return by how much the formula holds; it does not where this is not above 0."""
        return self._margin(self.tree, surprisals)

    def _margin(self, node: ast.expr, surprisals: Surprisals) -> float:
        if isinstance(node, ast.BoolOp):
            choose = min if isinstance(node.op, ast.And) else max
            return choose(self._margin(each, surprisals) for each in node.values)
        assert isinstance(node, ast.Compare)
        difference = self._sum(node.left, surprisals) - self._sum(node.comparators[0], surprisals)
        if isinstance(node.ops[0], ast.Eq):
            return TOLERANCE - abs(difference)
        return difference if isinstance(node.ops[0], ast.Gt) else -difference

    def _sum(self, node: ast.expr, surprisals: Surprisals) -> float:
        if isinstance(node, ast.BinOp):
            left, right = self._sum(node.left, surprisals), self._sum(node.right, surprisals)
            return left + right if isinstance(node.op, ast.Add) else left - right
        if isinstance(node, ast.Name):
            region = self.regions[int(node.id[1:])]
            return surprisals[region.condition, region.region]
        assert isinstance(node, ast.Constant)
        return float(str(node.value))


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
        return tuple(dict.fromkeys(region.condition for region in self.formula.regions))


@dataclass(frozen=True, slots=True)
class RegionSuite:
    """A test suite of SyntaxGym."""

    name: str
    predictions: tuple[Prediction, ...]
    items: tuple[RegionItem, ...]


def parse_formula(text: str) -> Formula:
    """Return the formula that is written so; it is rewritten as Python and parsed as such."""
    regions: list[Region] = []
    parts = list(_rewrite(text, regions))
    if len(parts) > LONGEST:
        raise FormulaError(f"it has more than {LONGEST} regions, numbers and signs")
    try:
        tree = ast.parse("".join(parts).strip(), mode="eval").body
    except SyntaxError:
        tree = ast.Constant(None)
    if not _is_formula(tree):
        raise FormulaError(f"{text.strip()!r} is not a comparison of regions")
    return Formula(tree, tuple(regions))


def _rewrite(text: str, regions: list[Region]) -> Iterator[str]:
    """Yield the parts of a formula as Python has them, and add its regions to the list."""
    place, brackets = 0, []
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise FormulaError(f"{text[place : place + 30].strip()!r} is not part of a formula")
        place, sign = match.end(), match["sign"]
        if match["region"]:
            regions.append(Region(match["region"], match["condition"]))
            yield f" r{len(regions) - 1} "
        elif match["number"]:
            yield f" {float(match['number'])} "
        elif sign:
            if sign in CLOSING:
                brackets.append(CLOSING[sign])
            elif sign in CLOSING.values() and (not brackets or brackets.pop() != sign):
                raise FormulaError(f"{sign} closes no bracket")
            if len(brackets) > DEEPEST:
                raise FormulaError(f"it has more than {DEEPEST} brackets within each other")
            yield _SIGNS.get(sign, sign)


def _is_formula(node: ast.expr) -> bool:
    if isinstance(node, ast.BoolOp):
        return all(map(_is_formula, node.values))
    return (
        isinstance(node, ast.Compare)
        and len(node.ops) == 1
        and isinstance(node.ops[0], ast.Lt | ast.Gt | ast.Eq)
        and _is_sum(node.left)
        and _is_sum(node.comparators[0])
    )


def _is_sum(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Add | ast.Sub) and _is_sum(node.left) and _is_sum(node.right)
    return isinstance(node, ast.Name | ast.Constant)
