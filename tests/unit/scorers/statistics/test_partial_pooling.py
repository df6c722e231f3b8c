"""Partial pooling, beside a plain reference, by its properties and by simulation."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import beta

from bench.statistics.suites.partial import compare
from kasauti.scorers.statistics.partial_pooling import pooled_shares


def plain_mean(right: list[int], sizes: list[int], case: int) -> float:
    """The posterior mean of one case, summed over populations one by one."""
    above = below = 0.0
    for mean in ((index + 0.5) / 20 for index in range(20)):
        for step in range(30):
            strength = 1000 ** (step / 29)
            a, b = mean * strength, (1 - mean) * strength
            weight = strength**-0.5
            for count, n in zip(right, sizes, strict=True):
                weight *= math.exp(
                    math.lgamma(a + count) + math.lgamma(b + n - count) - math.lgamma(a + b + n)
                    + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
                )  # fmt: skip
            above += weight * (a + right[case]) / (a + b + sizes[case])
            below += weight
    return above / below


def test_the_mean_is_that_of_a_plain_sum_over_populations() -> None:
    right, sizes = [9, 7, 20, 30, 3], [10, 10, 24, 40, 12]
    found = pooled_shares([a / b for a, b in zip(right, sizes, strict=True)], sizes)
    for case, (mean, interval) in enumerate(found):
        assert mean == pytest.approx(plain_mean(right, sizes, case), abs=0.01)
        assert interval.low < mean < interval.high


def test_one_population_that_is_known_gives_its_beta_posterior() -> None:
    # 40 large cases that are all alike: the population is a point, and a small one is drawn to it.
    shares, sizes = [0.75] * 40 + [0.5], [4000.0] * 40 + [4.0]
    mean, interval = pooled_shares(shares, sizes)[-1]
    assert mean == pytest.approx(0.75, abs=0.02)
    assert interval.high - interval.low < 0.2
    alone, narrow = pooled_shares(shares, sizes)[0]
    exact = beta(3000, 1000).ppf([0.025, 0.975])
    assert alone == pytest.approx(0.75, abs=0.002)
    assert (narrow.low, narrow.high) == pytest.approx(tuple(exact), abs=0.005)


CASES = st.lists(
    st.tuples(st.floats(0, 1), st.floats(1, 400)), min_size=5, max_size=12
)  # fmt: skip


@settings(max_examples=30, deadline=None)
@given(CASES)
def test_a_share_moves_towards_the_others_and_the_order_does_not_matter(
    cases: list[tuple[float, float]],
) -> None:
    shares, sizes = map(list, zip(*cases, strict=True))
    found = pooled_shares(shares, sizes)
    for mean, interval in found:
        assert 0 < interval.low < mean < interval.high < 1
    turned = pooled_shares(shares[::-1], sizes[::-1])[::-1]
    assert [mean for mean, _ in turned] == pytest.approx([mean for mean, _ in found])
    other = pooled_shares([1 - each for each in shares], sizes)
    assert [1 - mean for mean, _ in other] == pytest.approx([mean for mean, _ in found])


@pytest.mark.parametrize(
    ("shares", "sizes"),
    [([0.5], [10]), ([0.5, 1.1], [9, 9]), ([0.5, -0.1], [9, 9]), ([0.5, 0.5], [9, math.inf])],
)
def test_what_is_no_share_is_refused(shares: list[float], sizes: list[float]) -> None:
    with pytest.raises(ValueError, match="finite sizes"):
        pooled_shares(shares, sizes)


def test_it_covers_the_truth_with_half_the_squared_error() -> None:
    hit, error, raw_hit, raw_error = compare(16, 10, 0.7, 0.3, runs=60)
    assert hit >= 0.93
    assert raw_hit > 0.9
    assert error < 0.5 * raw_error
