"""Intervals of a change, held against published figures, statsmodels' formulas and truth."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from bench.statistics.intervals import MIXED
from kasauti.scorers.statistics.change_intervals import (
    design_effect,
    mean_change_interval,
    share_change_interval,
)

CHANGES = st.lists(st.sampled_from([-1.0, 0.0, 1.0]), min_size=1, max_size=60)


def test_flip_interval_is_bonett_price() -> None:
    found = share_change_interval([-1.0] * 9 + [0.0] * 15)
    lost, won, n = 10 / 26, 1 / 26, 26
    half = stats.norm.ppf(0.975) * math.sqrt((lost + won - (lost - won) ** 2) / n)
    assert found.low == pytest.approx(won - lost - half)
    assert found.high == pytest.approx(won - lost + half)


@given(CHANGES, st.integers(1, 5))
@settings(max_examples=100, deadline=None)
def test_no_interval_of_flips_has_zero_width(changes: list[float], size: int) -> None:
    clusters = [index // size for index in range(len(changes))]
    for found in (share_change_interval(changes), share_change_interval(changes, clusters)):
        assert -1 <= found.low < found.high <= 1
        assert found.low <= np.mean(changes) <= found.high or len(changes) < 5


def test_scores_without_clusters_have_students_interval() -> None:
    changes = list(np.random.default_rng(1).normal(0.2, 1, 30))
    found = mean_change_interval(changes)
    expected = stats.ttest_1samp(changes, 0).confidence_interval()
    assert found is not None
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_scores_with_clusters_have_the_interval_of_their_means() -> None:
    """With clusters of one size, the clustered interval is Student's of the clusters' means."""
    generator = np.random.default_rng(2)
    changes = generator.normal(0, 1, (12, 4)) + generator.normal(0, 1, (12, 1))
    found = mean_change_interval(list(changes.ravel()), [index // 4 for index in range(48)])
    expected = stats.ttest_1samp(changes.mean(axis=1), 0).confidence_interval()
    assert found is not None
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize("changes", [[0.5], [0.0] * 20, [2.0] * 20])
def test_unknown_variance_has_no_interval(changes: list[float]) -> None:
    assert mean_change_interval(changes) is None


@pytest.mark.parametrize("changes", [[], [math.nan, 0.0], [math.inf]])
def test_non_finite_change_is_refused(changes: list[float]) -> None:
    for interval in (share_change_interval, mean_change_interval):
        with pytest.raises(ValueError, match="finite"):
            interval(changes)


def test_cluster_count_must_match_changes() -> None:
    with pytest.raises(ValueError, match="a cluster for each"):
        mean_change_interval([0.0, 1.0], [1])


def test_the_design_effect_of_whole_clusters_is_their_size() -> None:
    changes = [float(index // 5 % 2) for index in range(400)]
    clusters = [index // 5 for index in range(400)]
    assert design_effect(changes, clusters) == pytest.approx(5, rel=0.02)
    assert design_effect([0.0] * 400, clusters) == 5


@pytest.mark.parametrize("lost", [0.0, 0.02, 0.2])
def test_the_interval_covers_the_truth(lost: float) -> None:
    generator = np.random.default_rng(3)
    hits = 0
    for _ in range(400):
        found = share_change_interval(list(-(generator.random(50) < lost).astype(float)))
        hits += found.low <= -lost <= found.high
    assert hits >= 0.92 * 400


def test_a_loss_in_few_large_templates_is_covered_beside_many_small_ones() -> None:
    """Templates differ in how much they lose: 0.1 on average (a beta distribution)."""
    generator = np.random.default_rng(4)
    clusters = np.repeat(range(len(MIXED)), MIXED)
    hits = 0
    for _ in range(200):
        rates = generator.beta(0.1, 0.9, len(MIXED))[clusters]
        changes = -(generator.random(len(clusters)) < rates).astype(float)
        found = share_change_interval(changes.tolist(), clusters.tolist())
        hits += found.low <= -0.1 <= found.high
    assert hits >= 0.93 * 200
