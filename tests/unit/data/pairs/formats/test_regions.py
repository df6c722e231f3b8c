"""SyntaxGym's formulas: what holds, by how much, and what cannot be read."""

from __future__ import annotations

import pytest

from kasauti.data.pairs.formats.regions import FormulaError, Region, parse_formula

VALUES = {("a", "1"): 3.0, ("a", "2"): 1.0, ("b", "1"): 2.0, ("b", "2"): 5.0, ("a", "*"): 4.0}


@pytest.mark.parametrize(
    ("formula", "margin"),
    [
        ("(1;%a%) > (1;%b%)", 1.0),
        ("(1;%a%) < (1;%b%)", -1.0),
        ("( 1 ; %a% )>(2;%a%)", 2.0),
        ("(1;%a%) = (1;%a%)", 0.001),
        ("(1;%a%) = (1;%b%)", -0.999),
        ("(*;%a%) < 4.5", 0.5),
        ("(1;%a%) - (2;%a%) > (2;%b%) - (1;%b%)", -1.0),
        ("(1;%a%) - (2;%a%) - 1 + 2 > 0", 3.0),
        ("(1;%a%) - ((2;%a%) + 1) > 0", 1.0),
        ("((2;%b%) - (1;%b%)) > ((1;%a%) - (2;%a%))", 1.0),
        ("[(1;%a%) > (1;%b%)] & [(2;%a%) < (2;%b%)]", 1.0),
        ("[(1;%a%) < (1;%b%)] & [(2;%a%) < (2;%b%)]", -1.0),
        ("((1;%a%) < (1;%b%)) | ((2;%a%) < (2;%b%))", 4.0),
        # & binds more tightly than |.
        ("(1;%a%) > 0 | (1;%a%) < 0 & (1;%a%) < 0", 3.0),
        ("(1;%a%) > 0 & (1;%a%) < 5 & (2;%b%) > 4", 1.0),
    ],
)
def test_a_formula_holds_by_a_margin(formula: str, margin: float) -> None:
    assert parse_formula(formula).margin(VALUES) == pytest.approx(margin)


def test_an_equal_score_is_not_smaller() -> None:
    assert parse_formula("(1;%a%) < (1;%a%)").margin(VALUES) == 0


def test_a_formula_names_its_regions() -> None:
    formula = parse_formula("[(1;%a%) + (2;%b%) < 3] & [(*;%a%) > 1]")
    assert formula.regions == (Region("1", "a"), Region("2", "b"), Region("*", "a"))


@pytest.mark.parametrize(
    "text",
    [
        *("", "(1;%a%)", "(1;%a%) + 2", "(1;%a%) <", "< (1;%a%)", "(1;%a%) < 2)", "((1;%a%) < 2"),
        *("[(1;%a%) < 2)", "(1;a) < 2", "(1;%a%) < 2 < 3", "(1;%a%) * 2 < 3", "1 & 2 < 3"),
        *("((1;%a%) < 2) + 1 > 0", "((1;%a%) < 2) > 1", "import os", "(1;%a%) < 2 & 3"),
        *("(" * 200 + "1 < 2" + ")" * 200, "1 < 2" + " + 1" * 100_000),
    ],
)
def test_non_comparison_formula_is_refused(text: str) -> None:
    with pytest.raises(FormulaError):
        parse_formula(text)
