"""Numbers in text: read with their units, and compared as such."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.scorers.quantities import Quantity, Unit, quantities


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a fall of 10 to 20 per cent", [(10, "per cent"), (20, "per cent")]),
        ("down 22.6% in one day", [(22.6, "per cent"), (1 / 365, "years")]),
        ("it lost four fifths", [(80, "per cent")]),
        ("shares lost a third", [(100 / 3, "per cent")]),
        ("about 40 months", [(40 / 12, "years")]),
        ("half a century", [(50, "years")]),
        ("a decade", [(10, "years")]),
        ("twenty-five years", [(25, "years")]),
        ("every 210,000 blocks", [(210_000, "number")]),
        ("8 billion dollars", [(8e9, "number")]),
        ("in October 1987", [(1987, "date")]),
        ("nothing at all", []),
        ("one of them", []),
    ],
)
def test_numbers_are_read_with_their_units(text: str, found: list[tuple[float, Unit]]) -> None:
    read = quantities(text)
    assert [each.unit for each in read] == [unit for _, unit in found]
    assert [each.value for each in read] == pytest.approx([value for value, _ in found])


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    assert all(each.agrees(each) for each in quantities(text))


@given(st.floats(1, 1e6), st.sampled_from(["per cent", "years", "number"]))
def test_a_quantity_agrees_with_itself_and_not_with_its_double(value: float, unit: Unit) -> None:
    quantity = Quantity(value, unit)
    assert quantity.agrees(quantity)
    assert not quantity.agrees(Quantity(2 * value, unit))
    assert not quantity.agrees(Quantity(value, "date"))
