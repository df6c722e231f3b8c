"""The simulation of skewed clusters: its interval is the one that is reported."""

from __future__ import annotations

import numpy as np
import pytest

from bench.statistics.suites.skewed import clustered_interval, draw, wild_covers
from kasauti.scorers.statistics.clustered import clustered_share

SIZES = np.array([3.0, 5.0, 8.0, 13.0, 2.0, 9.0])


def test_simulated_interval_is_the_reported_one() -> None:
    sums = np.array([3.0, 1.0, 6.0, 13.0, 0.0, 4.0])
    labels = [{"template": str(n)} for n, size in enumerate(SIZES) for _ in range(int(size))]
    right = [n < s for size, s in zip(SIZES, sums, strict=True) for n in range(int(size))]
    reported, _ = clustered_share(right, labels, ["template"])
    found = clustered_interval(SIZES, sums)
    assert (found.low, found.high) == pytest.approx((reported.low, reported.high))


def test_kurtosis_widens_the_interval_where_one_cluster_is_far_off() -> None:
    sums = np.array([0.0] + [13.0, 14.0] * 10)
    sizes = np.full(len(sums), 14.0)
    plain, wider = (clustered_interval(sizes, sums, most_kurtosis=most) for most in (0.0, 1.5))
    assert wider.low < plain.low
    assert wider.high > plain.high


def test_wild_cluster_bootstrap_rejects_what_is_far_from_the_truth() -> None:
    random = np.random.default_rng(0)
    sizes = np.full(24, 14.0)
    signs = random.choice([-1.0, 1.0], size=(199, 24))
    assert wild_covers(sizes, 0.9 * sizes + random.normal(size=24), signs)
    assert not wild_covers(sizes, 0.5 * sizes + random.normal(size=24), signs)
    assert draw(random, sizes, 400).mean() / 14 == pytest.approx(0.9, abs=0.02)
