"""The drop that the gate calls usual is the one that the kept runs show."""

from __future__ import annotations

import pytest

from bench.statistics.seeds import compared, is_red, runs_of, spread
from kasauti.scorers.statistics.retraining import SPREAD_OF_SEEDS


@pytest.mark.parametrize("size", [6, 12, 24, 48])
def test_the_spread_of_seeds_is_the_measured_one(size: int) -> None:
    assert spread(size) * size**0.5 == pytest.approx(SPREAD_OF_SEEDS, abs=0.006)


def test_the_gate_tells_a_worse_recipe_from_a_seed() -> None:
    first, second = runs_of("seed")[:2]
    assert not is_red(compared(second, first))
    assert is_red(compared(runs_of("shuffled")[0], first))
