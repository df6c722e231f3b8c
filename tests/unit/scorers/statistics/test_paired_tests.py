"""The statistics of two paired runs, held against scipy and against plain definitions."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import stats

from kasauti.scorers.statistics.paired_tests import (
    PairedTest,
    correct,
    flip_test,
    holm,
    level_alone,
    score_flip_test,
    smallest_detectable_difference,
    smallest_detectable_drop,
)

COUNTS = st.integers(0, 400)
P_VALUES = st.lists(st.floats(0, 1), max_size=30)
NETS = st.lists(st.integers(-6, 6), max_size=9)
SIDES = pytest.mark.parametrize("one_sided", [True, False], ids=["one-sided", "two-sided"])


def enumerated(changes: list[float], *, one_sided: bool) -> float:
    """The p-value by its definition: all signs, one by one."""
    observed, found = sum(changes), 0
    signs = list(itertools.product([-1, 1], repeat=len(changes)))
    for each in signs:
        total = sum(sign * abs(change) for sign, change in zip(each, changes, strict=True))
        worse = total <= observed + 1e-9 if one_sided else abs(total) >= abs(observed) - 1e-9
        found += worse
    return found / len(signs)


@given(COUNTS, COUNTS)
@settings(max_examples=60, deadline=None)
def test_single_items_give_the_binomial_test_of_the_flips(lost: int, won: int) -> None:
    flips = [-1] * lost + [1] * won
    for one_sided, side in ((True, "greater"), (False, "two-sided")):
        expected = stats.binomtest(lost, lost + won, alternative=side).pvalue if flips else 1.0
        assert flip_test(flips, one_sided=one_sided).p == pytest.approx(expected, rel=1e-9)


def test_a_large_run_is_exact_too() -> None:
    found = flip_test([-1] * 2600 + [1] * 2400, one_sided=False).p
    assert found == pytest.approx(stats.binomtest(2400, 5000).pvalue, rel=1e-9)


@SIDES
@given(nets=NETS)
@settings(max_examples=60, deadline=None)
def test_clustered_p_value_equals_enumeration(nets: list[int], one_sided: bool) -> None:
    expected = enumerated([float(each) for each in nets], one_sided=one_sided)
    assert flip_test(nets, one_sided=one_sided).p == pytest.approx(expected, rel=1e-12)


@SIDES
@given(nets=NETS)
@settings(max_examples=60, deadline=None)
def test_attainable_p_values_equal_enumeration(nets: list[int], one_sided: bool) -> None:
    test = flip_test(nets, one_sided=one_sided)
    signs = itertools.product([-1, 1], repeat=len(nets))
    every = [
        flip_test([s * abs(n) for s, n in zip(each, nets, strict=True)], one_sided=one_sided).p
        for each in signs
    ]
    assert test.attainable is not None
    assert sorted(test.attainable) == pytest.approx(sorted({round(p, 12) for p in every}))
    levels = np.array([0.01, 0.05, 0.3, 1.0])
    chances = [sum(p <= level + 1e-12 for p in every) / len(every) for level in levels]
    assert test.chances(levels) == pytest.approx(chances)


def test_no_flips_give_p_one() -> None:
    assert flip_test([0, 0], one_sided=True).p == 1.0
    assert score_flip_test([0.0] * 20, seed=0, one_sided=False).p == 1.0


def test_gain_is_not_a_drop() -> None:
    assert flip_test([1] * 9, one_sided=True).p == 1.0
    assert flip_test([1] * 9, one_sided=False).p < 0.05


@pytest.mark.parametrize("bad", [math.nan, math.inf, 0.5])
def test_parts_of_items_are_refused(bad: float) -> None:
    with pytest.raises((ValueError, OverflowError)):
        flip_test([bad], one_sided=True)  # type: ignore[list-item]


@SIDES
@given(changes=st.lists(st.floats(-1, 1), min_size=1, max_size=9))
@settings(max_examples=60, deadline=None)
def test_few_scores_are_tested_with_all_signs(changes: list[float], one_sided: bool) -> None:
    changes = [round(each, 3) for each in changes]
    expected = enumerated(changes, one_sided=one_sided)
    found = score_flip_test(changes, seed=0, one_sided=one_sided)
    assert found.p == pytest.approx(expected)


@SIDES
@pytest.mark.parametrize("mean", [-0.2, -0.1, 0.0, 0.1])
def test_many_scores_agree_with_a_t_test(mean: float, one_sided: bool) -> None:
    changes = np.random.default_rng(7).normal(mean, 1, 200)
    side = "less" if one_sided else "two-sided"
    expected = stats.ttest_1samp(changes, 0, alternative=side).pvalue
    found = score_flip_test(list(changes), seed=0, one_sided=one_sided)
    assert found.p == pytest.approx(expected, abs=0.015)
    assert found.p == score_flip_test(list(changes), seed=0, one_sided=one_sided).p


@pytest.mark.parametrize("n", [5, 10, 40])
def test_the_level_of_scores_holds_also_for_few_items(n: int) -> None:
    generator = np.random.default_rng(n)
    for level in (0.05, 0.0033):
        alarms = sum(
            score_flip_test(list(generator.normal(0, 1, n)), seed=0, one_sided=True, draws=600).p
            <= level
            for _ in range(400)
        )
        assert stats.binomtest(alarms, 400, level, alternative="greater").pvalue > 0.001


@pytest.mark.parametrize("changes", [[], [math.nan], [math.inf, 1.0]])
def test_scores_that_are_no_numbers_are_refused(changes: list[float]) -> None:
    with pytest.raises(ValueError, match="finite"):
        score_flip_test(changes, seed=0, one_sided=True)


@pytest.mark.parametrize("bad", [math.nan, -0.1, 1.1])
def test_correction_refuses_invalid_p_values(bad: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        holm([0.01, bad])


@given(st.lists(NETS, min_size=1, max_size=6))
@settings(max_examples=60, deadline=None)
def test_the_correction_lies_between_the_p_value_and_holms(cases: list[list[int]]) -> None:
    tests = [flip_test(nets, one_sided=True) for nets in cases]
    p_values = [each.p for each in tests]
    for p, corrected, most in zip(p_values, correct(tests), holm(p_values), strict=True):
        assert p - 1e-12 <= corrected <= most + 1e-12


@given(st.lists(st.lists(st.integers(1, 3), max_size=4), min_size=2, max_size=3))
@settings(max_examples=30, deadline=None)
def test_the_correction_keeps_the_level_over_all_signs(cases: list[list[int]]) -> None:
    """Every outcome of every case, all equally likely: a false alarm is as rare as it says."""
    sizes = [size for case in cases for size in case]
    alarms = dict.fromkeys((0.05, 0.2, 0.4), 0)
    for signs in itertools.product([-1, 1], repeat=len(sizes)):
        drawn = iter(signs)
        tests = [flip_test([next(drawn) * n for n in case], one_sided=True) for case in cases]
        least = min(correct(tests))
        for level in alarms:
            alarms[level] += least <= level
    for level, found in alarms.items():
        assert found / 2 ** len(sizes) <= level + 1e-12


def test_untestable_cases_do_not_consume_alpha() -> None:
    lost, calm = flip_test([-1] * 5, one_sided=True), flip_test([-1, 1], one_sided=True)
    assert correct([lost, *[calm] * 13])[0] == lost.p == 1 / 32
    assert level_alone([lost, *[calm] * 13], 0, alpha=0.05) == pytest.approx(0.05, abs=1e-5)
    other = PairedTest(0.5)
    assert level_alone([other, other], 0, alpha=0.05) == pytest.approx(0.025)


@given(P_VALUES)
@example([1.0] * 9 + [0.0001])  # ten times it is 0.001, added up ten times it is more
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
@example([1.0] * 6 + [4.67e-85])
def test_holm_never_lowers_p_values(p_values: list[float]) -> None:
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
            if stats.binom.cdf(won, max(1, lost + won), 0.5) <= alpha and lost:
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


def test_four_items_detect_nothing() -> None:
    assert smallest_detectable_drop(4, churn=0.0, alpha=0.05) is None
    assert smallest_detectable_drop(5, churn=0.0, alpha=0.05) is not None


def test_the_power_of_a_large_run_is_computed_at_once() -> None:
    drop = smallest_detectable_drop(20_000, churn=0.05, alpha=0.05)
    assert drop is not None
    # The normal approximation: z-values of alpha and power times the spread of the flips.
    spread = math.sqrt((0.1 + drop) / 20_000)
    assert drop == pytest.approx((1.6449 + 0.8416) * spread, rel=0.01)


def test_smallest_detectable_difference_has_80_percent_power() -> None:
    generator = np.random.default_rng(5)
    spread = generator.normal(0, 1, 60)
    difference = smallest_detectable_difference(list(spread), alpha=0.05)
    assert difference is not None
    deviation = spread.std(ddof=1)
    hits = sum(
        stats.ttest_1samp(
            generator.normal(difference, deviation, 60), 0, alternative="greater"
        ).pvalue
        <= 0.05
        for _ in range(1000)
    )
    assert hits == pytest.approx(800, abs=50)


@pytest.mark.parametrize("differences", [[0.5], [0.0] * 50, [0.1, 0.2, 0.3]])
def test_too_few_or_equal_items_give_no_detectable_difference(differences: list[float]) -> None:
    assert smallest_detectable_difference(differences, alpha=0.05) is None
