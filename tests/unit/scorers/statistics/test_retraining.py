"""The noise between runs of a recipe, held against Student's t and against truth."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from kasauti.scorers.statistics.paired_tests import holm
from kasauti.scorers.statistics.retraining import (
    Noise,
    common_deviation,
    common_drop,
    deviation_interval,
    estimate_noise,
    usual_drop,
)


def test_one_case_alone_has_students_t() -> None:
    runs = [0.80, 0.83, 0.79, 0.82]
    (noise,) = estimate_noise([runs], steps=[0.01])
    assert noise.deviation == pytest.approx(np.std(runs, ddof=1))
    assert noise.freedom == 3
    statistic = (0.7 - np.mean(runs)) / (np.std(runs, ddof=1) * math.sqrt(1 + 1 / 4))
    assert noise.worse_p(0.7 - float(np.mean(runs))) == pytest.approx(stats.t.cdf(statistic, 3))
    half = stats.t.ppf(0.975, 3) * noise.deviation * math.sqrt(1 + 1 / 4)
    assert noise.half_width == pytest.approx(half)


@given(st.lists(st.lists(st.floats(0, 1), min_size=3, max_size=3), min_size=3, max_size=9))
@settings(max_examples=60, deadline=None)
def test_every_variance_is_drawn_towards_the_common_one(scores: list[list[float]]) -> None:
    floor = 0.05**2 / 12
    alone = [max(floor, float(np.var(each, ddof=1))) for each in scores]
    common = float(np.mean(alone))
    for noise, variance in zip(
        estimate_noise(scores, steps=[0.05] * len(scores)), alone, strict=True
    ):
        low, high = sorted([variance, common])
        assert low * (1 - 1e-9) <= noise.deviation**2 <= high * (1 + 1e-9)
        assert 2 <= noise.freedom <= 2 * len(scores) + 1e-9


def test_equal_runs_have_the_noise_of_rounding() -> None:
    (noise,) = estimate_noise([[0.5, 0.5]], steps=[0.12])
    assert noise.deviation == pytest.approx(0.12 / math.sqrt(12))


@pytest.mark.parametrize("scores", [[[0.5]], [[0.5, math.nan]], [[math.inf, 0.5]]])
def test_single_run_or_nan_is_refused(scores: list[list[float]]) -> None:
    with pytest.raises(ValueError, match="two runs or more"):
        estimate_noise(scores, steps=[0.1])
    with pytest.raises(ValueError, match="finite"):
        Noise(0.1, 2, 3).worse_p(math.nan)


@pytest.mark.parametrize("seeds", [2, 4])
def test_a_further_run_of_the_recipe_is_rarely_red(seeds: int) -> None:
    generator = np.random.default_rng(seeds)
    alarms = 0
    for _ in range(300):
        deviations = 0.02 * np.exp(generator.normal(0, 0.35, 14))
        scores = 0.8 + deviations[:, None] * generator.normal(0, 1, (14, seeds + 1))
        noise = estimate_noise(scores[:, :-1].tolist(), steps=[0.01] * 14)
        changes = scores[:, -1] - scores[:, :-1].mean(axis=1)
        p_values = [n.worse_p(c) for n, c in zip(noise, changes, strict=True)]
        alarms += min(holm(p_values)) <= 0.05
    assert stats.binomtest(alarms, 300, 0.05, alternative="greater").pvalue > 0.001


@pytest.mark.parametrize("runs", [2, 5, 9])
def test_the_interval_of_a_deviation_is_that_of_chi_square(runs: int) -> None:
    found = deviation_interval(0.02, runs - 1)
    low, high = (0.02 * math.sqrt((runs - 1) / stats.chi2.ppf(q, runs - 1)) for q in (0.975, 0.025))
    assert (found.low, found.high) == pytest.approx((low, high))


def test_the_interval_of_a_deviation_covers_it() -> None:
    generator = np.random.default_rng(1)
    found = [
        deviation_interval(float(generator.normal(0, 3, 4).std(ddof=1)), 3) for _ in range(999)
    ]
    assert sum(each.low <= 3 <= each.high for each in found) == pytest.approx(949, abs=28)


def test_the_common_deviation_has_the_freedom_of_all_cases() -> None:
    common, interval = common_deviation([0.03, 0.04], runs=3)
    assert common == pytest.approx(math.sqrt((0.03**2 + 0.04**2) / 2))
    assert interval == deviation_interval(common, 4)


def test_one_run_in_twenty_drops_by_more_than_is_common() -> None:
    generator = np.random.default_rng(2)
    changes = generator.normal(0, 0.02, 20_000) - generator.normal(0, 0.02, 20_000)
    assert (changes < -common_drop(0.02)).mean() == pytest.approx(0.05, abs=0.005)


def test_the_detectable_drop_is_found_four_times_of_five() -> None:
    generator = np.random.default_rng(3)
    scores = 0.8 + 0.02 * generator.normal(0, 1, (4000, 9))
    found = 0
    for row in scores:
        (noise,) = estimate_noise([row[:-1].tolist()], steps=[0.001])
        drop = Noise(0.02, 7, 8).detectable_drop(0.05)
        found += noise.worse_p(float(row[-1] - drop - row[:-1].mean())) <= 0.05
    assert found / 4000 == pytest.approx(0.8, abs=0.03)


def test_the_usual_drop_is_that_of_two_seeds() -> None:
    """With 48 items as measured: 1.645 deviations of a difference, 0.22 / √48 each."""
    assert usual_drop(48) == pytest.approx(1.645 * math.sqrt(2) * 0.22 / math.sqrt(48), rel=1e-3)
    with pytest.raises(ValueError, match="need items"):
        usual_drop(0)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -1.0])
def test_what_is_no_deviation_is_refused(bad: float) -> None:
    for refused in (
        lambda: deviation_interval(bad, 3),
        lambda: deviation_interval(0.1, bad),
        lambda: common_deviation([0.1, bad], runs=3),
        lambda: common_drop(bad),
        lambda: Noise(bad, 2, 3),
        lambda: Noise(0.1, bad, 3),
        lambda: estimate_noise([[0.1, 0.2]], steps=[bad]),
    ):
        with pytest.raises(ValueError, match="need"):
            refused()
