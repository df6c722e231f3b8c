"""No interval has a width of zero: it is wide, or there is none."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from bench.statistics.suites.means import coverage
from kasauti.records import Interval
from kasauti.scorers.labels.label_scores import entity_interval, label_intervals
from kasauti.scorers.pairs.gap import Gap
from kasauti.scorers.statistics.bootstrap import bootstrap_interval, mean_of
from kasauti.scorers.statistics.change_intervals import mean_change_interval, share_change_interval
from kasauti.scorers.statistics.clustered import choose_kinds, clustered_share
from kasauti.scorers.statistics.intervals import Share


def over_clusters(right: list[bool]) -> Interval:
    labels = [{"lemma": str(index // 3)} for index in range(len(right))]
    return clustered_share(right, labels, choose_kinds(labels, "auto"))[0]


def over_runs(right: list[bool]) -> Interval:
    chosen = ["a" if each else "b" for each in right]
    return label_intervals(["a"] * len(right), [chosen] * 3)["f1"]


def over_sentences(right: list[bool]) -> Interval:
    found = [["B-PER"] if each else ["O"] for each in right]
    return entity_interval([["B-PER"]] * len(right), [found])["f1"]


INTERVALS: dict[str, Callable[[list[bool]], Interval | None]] = {
    "share": lambda right: Share(sum(right), len(right)).interval,
    "effective": lambda right: Share(sum(right), len(right), effective=0.5).interval,
    "clusters": over_clusters,
    "runs": over_runs,
    "sentences": over_sentences,
    "mean": lambda right: bootstrap_interval(mean_of(right), len(right)),
    "change": lambda right: share_change_interval([float(each) for each in right]),
    "mean change": lambda right: mean_change_interval([float(each) for each in right]),
    "gap": lambda right: Gap.of([(each, each) for each in right]).interval,
}


@pytest.mark.parametrize("name", INTERVALS)
@settings(max_examples=15, deadline=None)
@given(st.lists(st.booleans(), min_size=1, max_size=12) | st.lists(st.just(True), min_size=1))
def test_interval_is_wide_or_absent(name: str, right: list[bool]) -> None:
    interval = INTERVALS[name](right)
    assert interval is None or interval.high - interval.low > 1e-3


@pytest.mark.parametrize("values", [[0.7], [0.7] * 9])
def test_mean_without_spread_has_no_interval(values: list[float]) -> None:
    assert bootstrap_interval(mean_of(values), len(values)) is None


@pytest.mark.parametrize("right", [7, 20, 33])
def test_bootstrap_of_right_and_wrong_has_the_quantiles_of_the_binomial(right: int) -> None:
    """The mean of 40 drawn items is a binomial share; the tail is Hesterberg's."""
    found = bootstrap_interval(mean_of([1.0] * right + [0.0] * (40 - right)), 40)
    tail = stats.norm.cdf(stats.t.ppf(0.025, 39) * (40 / 39) ** 0.5)
    expected = stats.binom.ppf([tail, 1 - tail], 40, right / 40) / 40
    assert found is not None
    assert (found.low, found.high) == pytest.approx(expected, abs=1 / 40)


def test_means_are_covered_over_clusters() -> None:
    reported, by_cluster, by_item = coverage(8, 0.5, runs=150)
    assert reported >= by_cluster > 0.88
    assert by_item < by_cluster - 0.08
