"""The interval over training draws: its coverage, its ends, and what it is without draws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from bench.statistics.few_shot import coverage
from kasauti.scorers.labels.label_scores import label_intervals
from kasauti.scorers.statistics.clustered import interval_over_draws
from kasauti.scorers.statistics.intervals import wilson_share

shares = st.floats(0, 1)


@pytest.mark.parametrize("spread", [0.0, 1.0])
def test_interval_covers_other_draws_and_items(spread: float) -> None:
    hit, _, old = coverage(3, 100, spread, 1.0, runs=300)
    assert hit >= 0.93
    assert (old < 0.7) == (spread > 0)


@given(st.lists(shares, min_size=1, max_size=6), st.floats(0, 0.25), st.integers(1, 500))
def test_interval_contains_the_mean_and_has_a_width(
    runs: list[float], variance: float, items: int
) -> None:
    interval = interval_over_draws(runs, variance, items)
    assert 0 <= interval.low < interval.high <= 1
    assert interval.low <= sum(runs) / len(runs) + 1e-12
    assert interval.high >= sum(runs) / len(runs) - 1e-12


def test_half_widths_of_draws_and_items_add_as_squares() -> None:
    """Against scipy: Student's interval of the draws, and Wilson's at 25 items with both widths."""
    runs = [0.58, 0.6, 0.62]
    of_draws = stats.sem(runs) * stats.t.ppf(0.975, 2)
    both = stats.norm.ppf(0.975) ** 2 * 0.6 * 0.4 / 25
    of_items = (both - of_draws**2) / stats.norm.ppf(0.975) ** 2
    found = interval_over_draws(runs, of_items, 400)
    expected = stats.binomtest(15, 25).proportion_ci(method="wilson")
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_one_run_has_the_interval_of_its_items() -> None:
    assert interval_over_draws([0.75], 0.75 * 0.25 / 32, 32) == wilson_share(0.75, 32)


def test_questions_with_the_same_options_are_one_cluster() -> None:
    gold = ["a"] * 60
    runs = [["a"] * 30 + ["b"] * 30, ["a"] * 30 + ["b"] * 29 + ["a"]]
    alone = label_intervals(gold, runs)["accuracy"]
    grouped = label_intervals(gold, runs, [index // 10 for index in range(60)])["accuracy"]
    assert grouped.high - grouped.low > 1.5 * (alone.high - alone.low)
