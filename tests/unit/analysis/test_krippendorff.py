"""Krippendorff's alpha against its published example and against the package of that name."""

from __future__ import annotations

from collections import Counter

import krippendorff
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.analysis.review import Level, krippendorff_alpha

# Krippendorff 2011, "Computing Krippendorff's alpha-reliability", C: four observers, twelve
# units, five values, answers missing. Nominal 0.743, ordinal 0.815.
OBSERVERS = (
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
)
UNITS = [
    [value for value in unit if value != "."]
    for unit in zip(*(row.split() for row in OBSERVERS), strict=True)
]


@pytest.mark.parametrize(("level", "alpha"), [("nominal", 0.743), ("ordinal", 0.815)])
def test_published_example(level: Level, alpha: float) -> None:
    found = krippendorff_alpha(UNITS, values="12345", level=level)
    assert found == pytest.approx(alpha, abs=0.0005)


units = st.lists(st.lists(st.sampled_from("abcd"), max_size=5), min_size=1, max_size=12)


@pytest.mark.parametrize("level", ["nominal", "ordinal"])
@given(units=units)
def test_equals_the_package(level: Level, units: list[list[str]]) -> None:
    paired = [unit for unit in units if len(unit) > 1]
    if len({value for unit in paired for value in unit}) < 2:
        assert krippendorff_alpha(units, values="abcd", level=level) is None
        return
    counts = [[Counter(unit)[value] for value in "abcd"] for unit in units]
    expected = krippendorff.alpha(value_counts=counts, level_of_measurement=level)
    found = krippendorff_alpha(units, values="abcd", level=level)
    assert found == pytest.approx(expected, abs=1e-9)
