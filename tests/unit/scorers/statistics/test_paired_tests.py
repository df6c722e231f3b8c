"""The statistics of two paired runs, held against scipy and against plain definitions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from kasauti.scorers.statistics.bootstrap import flips_interval, mean_interval
from kasauti.scorers.statistics.paired_tests import (
    holm,
    mcnemar_p,
    paired_bootstrap_p,
    smallest_detectable_difference,
    smallest_detectable_drop,
)

COUNTS = st.integers(0, 400)
P_VALUES = st.lists(st.floats(0, 1), max_size=30)
DIFFERENCES = st.lists(st.floats(-1, 1), min_size=1, max_size=30)


@given(COUNTS, COUNTS)
def test_mcnemar_is_the_binomial_test_of_the_flips(lost: int, won: int) -> None:
    flipped = lost + won
    expected = stats.binomtest(lost, flipped).pvalue if flipped else 1.0
    assert mcnemar_p(lost, won) == pytest.approx(expected, rel=1e-9)


@given(COUNTS, COUNTS)
def test_mcnemar_does_not_know_which_run_came_first(lost: int, won: int) -> None:
    assert mcnemar_p(lost, won) == mcnemar_p(won, lost)


@given(st.integers(0, 200), st.integers(0, 200))
def test_a_more_lopsided_flip_is_never_less_significant(won: int, more: int) -> None:
    lost = won + more
    assert mcnemar_p(lost + 1, won) <= mcnemar_p(lost, won)


def test_no_flip_tells_nothing() -> None:
    assert mcnemar_p(0, 0) == 1.0


def test_counts_are_not_negative() -> None:
    with pytest.raises(ValueError, match="counts of items"):
        mcnemar_p(-1, 3)


def test_a_large_run_is_exact_too() -> None:
    assert mcnemar_p(2600, 2400) == pytest.approx(stats.binomtest(2400, 5000).pvalue, rel=1e-9)


@given(P_VALUES)
def test_holm_follows_its_definition(p_values: list[float]) -> None:
    """Rejected at a level is what the step-down procedure rejects at it."""
    corrected = holm(p_values)
    for level in (0.001, 0.05, 0.3):
        rejected = set()
        order = sorted(range(len(p_values)), key=p_values.__getitem__)
        for rank, index in enumerate(order):
            if (len(p_values) - rank) * p_values[index] > level:
                break
            rejected.add(index)
        assert {index for index, p in enumerate(corrected) if p <= level} == rejected


@given(P_VALUES)
def test_holm_only_ever_makes_less_significant(p_values: list[float]) -> None:
    for p, corrected in zip(p_values, holm(p_values), strict=True):
        assert p <= corrected <= 1.0
        assert corrected <= max(1.0 * p, min(1.0, len(p_values) * p))


@given(P_VALUES, st.randoms())
def test_holm_does_not_depend_on_the_order(p_values: list[float], random: object) -> None:
    indices = list(range(len(p_values)))
    random.shuffle(indices)  # type: ignore[attr-defined]
    shuffled = holm([p_values[index] for index in indices])
    assert shuffled == [holm(p_values)[index] for index in indices]


def found(n: int, drop: float, churn: float, alpha: float) -> float:
    """The power by its definition: every number of lost and won items, with its probability."""
    total = 0.0
    for lost in range(n + 1):
        for won in range(n - lost + 1):
            if lost > won and mcnemar_p(lost, won) <= alpha:
                probabilities = [drop + churn, churn, 1 - drop - 2 * churn]
                counts = [lost, won, n - lost - won]
                total += float(stats.multinomial.pmf(counts, n, np.clip(probabilities, 0, 1)))
    return total


@pytest.mark.parametrize("n", [10, 24, 40])
@pytest.mark.parametrize("churn", [0.0, 0.05, 0.2])
@pytest.mark.parametrize("alpha", [0.05, 0.05 / 14])
def test_the_smallest_detectable_drop_has_the_promised_power(
    n: int, churn: float, alpha: float
) -> None:
    drop = smallest_detectable_drop(n, churn=churn, alpha=alpha)
    largest = 1 - 2 * churn
    if drop is None:
        assert found(n, largest, churn, alpha) < 0.8
    else:
        assert found(n, drop, churn, alpha) >= 0.8 - 1e-6
        assert found(n, drop - 1e-4, churn, alpha) < 0.8


@given(st.integers(6, 300), st.floats(0, 0.3), st.sampled_from([0.05, 0.01, 0.001]))
@settings(max_examples=40, deadline=None)
def test_more_items_and_less_churn_find_smaller_drops(n: int, churn: float, alpha: float) -> None:
    drop = smallest_detectable_drop(n, churn=churn, alpha=alpha)
    if drop is None:
        return
    calm = smallest_detectable_drop(n, churn=0.0, alpha=alpha)
    many = smallest_detectable_drop(4 * n, churn=churn, alpha=alpha)
    assert calm is not None
    assert many is not None
    assert calm <= drop + 1e-5
    assert many <= drop + 1e-5


def test_five_items_detect_nothing() -> None:
    assert smallest_detectable_drop(5, churn=0.0, alpha=0.05) is None
    assert smallest_detectable_drop(6, churn=0.0, alpha=0.05) is not None


def test_the_power_of_a_large_run_is_computed_at_once() -> None:
    drop = smallest_detectable_drop(20_000, churn=0.05, alpha=0.05)
    assert drop is not None
    # The normal approximation: z-values of alpha and power times the spread of the flips.
    spread = math.sqrt((0.1 + drop) / 20_000)
    assert drop == pytest.approx((1.96 + 0.8416) * spread, rel=0.01)


@given(DIFFERENCES)
@settings(max_examples=50, deadline=None)
def test_the_bootstrap_does_not_know_which_run_came_first(differences: list[float]) -> None:
    forward = paired_bootstrap_p(differences, seed=3, draws=400)
    backward = paired_bootstrap_p([-each for each in differences], seed=3, draws=400)
    assert forward == backward
    assert 0 < forward <= 1


@given(DIFFERENCES)
@settings(max_examples=50, deadline=None)
def test_few_items_are_never_surer_than_as_many_coins(differences: list[float]) -> None:
    p = paired_bootstrap_p(differences, seed=0, draws=400)
    assert p >= min(1.0, 2.0 ** (1 - len(differences)))


def test_the_bootstrap_is_repeatable_and_its_chunks_do_not_matter() -> None:
    differences = list(np.random.default_rng(1).normal(0.05, 1, 300))
    first = paired_bootstrap_p(differences, seed=0)
    assert paired_bootstrap_p(differences, seed=0) == first
    assert paired_bootstrap_p(differences, seed=1) == pytest.approx(first, abs=0.02)


@pytest.mark.parametrize("mean", [0.0, 0.1, 0.2, 0.4])
def test_the_bootstrap_agrees_with_a_t_test_on_many_normal_differences(mean: float) -> None:
    differences = np.random.default_rng(7).normal(mean, 1, 200)
    expected = stats.ttest_1samp(differences, 0).pvalue
    assert paired_bootstrap_p(list(differences), seed=0) == pytest.approx(expected, abs=0.015)


def test_the_bootstrap_has_few_false_alarms() -> None:
    generator = np.random.default_rng(0)
    alarms = sum(
        paired_bootstrap_p(list(generator.normal(0, 1, 40)), seed=0, draws=400) <= 0.05
        for _ in range(400)
    )
    assert stats.binomtest(alarms, 400, 0.05).pvalue > 0.001


def test_equal_runs_do_not_differ() -> None:
    assert paired_bootstrap_p([0.0] * 20, seed=0) == 1.0


@pytest.mark.parametrize("differences", [[], [math.nan], [math.inf, 1.0]])
def test_the_bootstrap_refuses_what_is_no_number(differences: list[float]) -> None:
    with pytest.raises(ValueError, match="finite"):
        paired_bootstrap_p(differences, seed=0)


def test_the_smallest_detectable_difference_is_found_four_times_of_five() -> None:
    generator = np.random.default_rng(5)
    spread = generator.normal(0, 1, 60)
    difference = smallest_detectable_difference(list(spread), alpha=0.05)
    assert difference is not None
    deviation = spread.std(ddof=1)
    hits = sum(
        stats.ttest_1samp(generator.normal(difference, deviation, 60), 0).pvalue <= 0.05
        for _ in range(1000)
    )
    assert hits == pytest.approx(800, abs=50)


@pytest.mark.parametrize("differences", [[0.5], [0.0] * 50, [0.1, 0.2, 0.3]])
def test_nothing_is_promised_of_too_few_or_equal_items(differences: list[float]) -> None:
    assert smallest_detectable_difference(differences, alpha=0.05) is None


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 15), st.integers(0, 15), st.integers(0, 30))
def test_flips_are_drawn_as_the_items_themselves_are(lost: int, won: int, same: int) -> None:
    if not lost + won + same:
        return
    values = [-1.0] * lost + [1.0] * won + [0.0] * same
    by_item, by_count = mean_interval(values), flips_interval(lost, won, len(values))
    spread = 4 / math.sqrt(len(values))
    assert by_count.low == pytest.approx(by_item.low, abs=0.1 * spread + 1 / len(values))
    assert by_count.high == pytest.approx(by_item.high, abs=0.1 * spread + 1 / len(values))


def test_more_flips_than_items_are_refused() -> None:
    with pytest.raises(ValueError, match="flips among them"):
        flips_interval(3, 3, 5)
