"""Wilson's interval against scipy's, and its properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from kasauti.records import Interval
from kasauti.scorers.statistics.intervals import Z_95, wilson

shares = st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(shares)
def test_wilson_equals_scipy(share: tuple[int, int]) -> None:
    correct, total = share
    expected = stats.binomtest(correct, total).proportion_ci(0.95, method="wilson")
    interval = wilson(correct, total)
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high), abs=1e-12)


@given(shares)
def test_interval_holds_the_share_and_stays_between_0_and_1(share: tuple[int, int]) -> None:
    correct, total = share
    interval = wilson(correct, total)
    assert 0.0 <= interval.low <= correct / total <= interval.high <= 1.0


@given(shares)
def test_interval_mirrors_with_the_mistakes(share: tuple[int, int]) -> None:
    correct, total = share
    right, wrong = wilson(correct, total), wilson(total - correct, total)
    assert (right.low, right.high) == pytest.approx((1 - wrong.high, 1 - wrong.low), abs=1e-12)


@given(shares, st.integers(2, 10))
def test_more_pairs_narrow_the_interval(share: tuple[int, int], times: int) -> None:
    correct, total = share
    few, many = wilson(correct, total), wilson(correct * times, total * times)
    assert many.high - many.low < few.high - few.low


def test_the_ends_are_exact() -> None:
    assert wilson(0, 20).low == 0.0
    assert wilson(20, 20).high == 1.0


def test_another_confidence() -> None:
    expected = stats.binomtest(7, 10).proportion_ci(0.90, method="wilson")
    interval = wilson(7, 10, z=stats.norm.ppf(0.95))
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high))


def test_the_quantile_is_that_of_95_percent() -> None:
    assert pytest.approx(stats.norm.ppf(0.975), abs=1e-15) == Z_95


def test_an_interval_reads_as_text() -> None:
    assert str(Interval(0.1234, 0.9)) == "0.123 to 0.900"


@pytest.mark.parametrize(("correct", "total"), [(0, 0), (1, 0), (-1, 5), (6, 5)])
def test_impossible_counts_are_refused(correct: int, total: int) -> None:
    with pytest.raises(ValueError, match=f"got {correct}/{total}"):
        wilson(correct, total)
