"""The noise between runs of a recipe, held against Student's t and against truth."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from kasauti.scorers.statistics.paired_tests import holm
from kasauti.scorers.statistics.retraining import Noise, estimate_noise


def test_one_case_alone_has_students_t() -> None:
    runs = [0.80, 0.83, 0.79, 0.82]
    (noise,) = estimate_noise([runs], steps=[0.01])
    assert noise.deviation == pytest.approx(np.std(runs, ddof=1))
    assert noise.freedom == 3
    statistic = (0.7 - np.mean(runs)) / (np.std(runs, ddof=1) * math.sqrt(1 + 1 / 4))
    assert noise.worse_p(0.7 - float(np.mean(runs)), baselines=4) == pytest.approx(
        stats.t.cdf(statistic, 3)
    )
    half = stats.t.ppf(0.975, 3) * noise.deviation * math.sqrt(1 + 1 / 4)
    assert noise.half_width(baselines=4) == pytest.approx(half)


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
def test_one_run_or_no_number_is_refused(scores: list[list[float]]) -> None:
    with pytest.raises(ValueError, match="two runs or more"):
        estimate_noise(scores, steps=[0.1])
    with pytest.raises(ValueError, match="finite"):
        Noise(0.1, 2, 3).worse_p(math.nan, baselines=3)


@pytest.mark.parametrize("seeds", [2, 4])
def test_a_further_run_of_the_recipe_is_rarely_red(seeds: int) -> None:
    generator = np.random.default_rng(seeds)
    alarms = 0
    for _ in range(300):
        deviations = 0.02 * np.exp(generator.normal(0, 0.35, 14))
        scores = 0.8 + deviations[:, None] * generator.normal(0, 1, (14, seeds + 1))
        noise = estimate_noise(scores[:, :-1].tolist(), steps=[0.01] * 14)
        changes = scores[:, -1] - scores[:, :-1].mean(axis=1)
        p_values = [n.worse_p(c, baselines=seeds) for n, c in zip(noise, changes, strict=True)]
        alarms += min(holm(p_values)) <= 0.05
    assert stats.binomtest(alarms, 300, 0.05, alternative="greater").pvalue > 0.001
