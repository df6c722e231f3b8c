"""The confidence sequence against brute force, and its errors: exact and by simulation."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import betabinom

from bench.deciding import TABLE, decisions, expected, table, text
from kasauti.scorers.statistics.confidence_sequence import AHEAD, ALPHA, PRIOR, ConfidenceSequence

RUNS = 2000


def likelihood(outcomes: tuple[bool, ...], right: int, total: int) -> Fraction:
    """The probability of drawing just these outcomes, one after another."""
    found, left = Fraction(1), total
    for each in outcomes:
        chance = Fraction(right if each else left - right, left)
        found *= max(chance, Fraction(0))
        right, left = right - each, left - 1
    return found


def growth(outcomes: tuple[bool, ...], number: int, total: int, cut: int) -> float:
    """The stake against a number, from its definition."""
    middle = cut / total
    prior = betabinom(total, 1 + PRIOR * middle, 1 + PRIOR * (1 - middle))
    true = likelihood(outcomes, number, total)
    if not true:
        return math.inf

    def mean(others: range) -> float:
        weights = [prior.pmf(other) for other in others]
        values = [float(likelihood(outcomes, other, total) / true) for other in others]
        return float(np.average(values, weights=weights))

    lower, higher = range(number), range(number + 1, total + 1)
    if not lower or not higher:
        return mean(higher or lower)
    ahead, behind = (higher, lower) if number < cut else (lower, higher)
    return AHEAD * mean(ahead) + (1 - AHEAD) * mean(behind)


@pytest.mark.parametrize(("total", "cut"), [(1, 1), (4, 3), (7, 2), (8, 6)])
def test_set_equals_brute_force(total: int, cut: int) -> None:
    sequence = ConfidenceSequence(total, (cut,), alpha=0.3)
    for taken in range(total + 1):
        for right in range(taken + 1):
            outcomes = tuple([True] * right + [False] * (taken - right))
            kept = [k for k in range(total + 1) if growth(outcomes, k, total, cut) < 1 / 0.3]
            found = sequence.after(right, taken)
            assert (found.low, found.high) == (kept[0], kept[-1])


def test_wealth_against_truth_is_a_supermartingale() -> None:
    total, cut = 6, 4
    for right in range(total + 1):
        for taken in range(1, total + 1):
            paths = list(product([False, True], repeat=taken))
            chances = [likelihood(path, right, total) for path in paths]
            assert sum(chances) == 1
            mean = sum(
                float(chance) * growth(path, right, total, cut)
                for path, chance in zip(paths, chances, strict=True)
                if chance
            )
            assert mean <= 1.0 + 1e-9
            if 1 <= taken <= min(right, total - right):  # nothing that may come is impossible
                assert mean == pytest.approx(1.0)


@pytest.mark.parametrize(("total", "cut"), [(24, 17), (40, 20), (60, 59), (60, 42)])
def test_no_true_number_is_decided_wrongly_too_often(total: int, cut: int) -> None:
    sequence = ConfidenceSequence(total, (cut,))
    by_taken = decisions(sequence)
    wrong = [expected(sequence, right, by_taken).wrong for right in range(total + 1)]
    assert 0.01 < max(wrong) <= ALPHA


@pytest.mark.parametrize("right", [130, 138, 139, 140, 141, 144, 150])
def test_coverage_and_error_rate_near_threshold(right: int) -> None:
    """The threshold is 140 of 200. The truth is in all sets of a run at once, or the run missed."""
    total, cut = 200, 140
    draws = np.random.default_rng(right).permuted(
        np.tile(np.arange(total) < right, (RUNS, 1)), axis=1
    )
    so_far = np.cumsum(draws, axis=1)
    missed = np.zeros(RUNS, dtype=bool)
    verdict = np.zeros(RUNS, dtype=int)
    for taken in range(1, total + 1):
        low, high = BOUNDS[taken][so_far[:, taken - 1]].T
        missed |= (right < low) | (right > high)
        now = np.where(low >= cut, 1, np.where(high < cut, -1, 0))
        verdict = np.where(verdict == 0, now, verdict)
    assert missed.mean() <= ALPHA
    assert (verdict != 0).all()
    assert (verdict != (1 if right >= cut else -1)).mean() <= ALPHA


OF_200 = ConfidenceSequence(200, (140,))
BOUNDS = [OF_200.bounds(np.arange(taken + 1), taken) for taken in range(201)]


def test_committed_table_is_current() -> None:
    committed = TABLE.read_text(encoding="utf-8")
    head, *lines = text(table(sizes=(24,))).splitlines()
    assert committed.startswith(head)
    for line in lines:
        assert line in committed.splitlines()


cases = st.integers(1, 120).flatmap(
    lambda total: st.tuples(
        st.just(total),
        st.sets(st.integers(1, total), max_size=2).map(lambda cuts: tuple(sorted(cuts))),
        st.lists(st.booleans(), max_size=total),
    )
)


@given(cases)
@settings(deadline=None)
def test_set_contains_mode_and_nothing_impossible(
    case: tuple[int, tuple[int, ...], list[bool]],
) -> None:
    total, cuts, outcomes = case
    right, taken = sum(outcomes), len(outcomes)
    found = ConfidenceSequence(total, cuts).after(right, taken)
    assert right <= found.low <= found.high <= total - (taken - right)
    likeliest = round(right / taken * total) if taken else 0
    assert found.low - 1 <= likeliest <= found.high + 1
    assert 0.0 <= found.interval.low <= found.interval.high <= 1.0


@given(cases)
@settings(deadline=None)
def test_a_verdict_that_can_no_longer_change_is_decided(
    case: tuple[int, tuple[int, ...], list[bool]],
) -> None:
    total, cuts, outcomes = case
    right, taken = sum(outcomes), len(outcomes)
    sequence = ConfidenceSequence(total, cuts)
    found = sequence.after(right, taken)
    most = total - (taken - right)
    if taken >= sequence.least and not any(right < cut <= most for cut in cuts):
        assert sequence.decided(found)
    if taken == total:
        assert found.low == found.high == right


@given(st.integers(2, 120), st.data())
@settings(deadline=None)
def test_sequence_is_symmetric_in_right_and_wrong(total: int, data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, total))
    taken = data.draw(st.integers(0, total))
    right = data.draw(st.integers(0, taken))
    found = ConfidenceSequence(total, (cut,)).after(right, taken)
    # That at least `cut` are right is that at most total - cut are wrong.
    mirrored = ConfidenceSequence(total, (total - cut + 1,)).after(taken - right, taken)
    assert abs(total - mirrored.low - found.high) <= 1
    assert abs(total - mirrored.high - found.low) <= 1


def test_two_thresholds_allow_verdict_between() -> None:
    sequence = ConfidenceSequence(1000, (660, 740))
    assert sequence.decided(sequence.after(630, 900))
    assert not sequence.decided(sequence.after(70, 100))
    assert sequence.decided(sequence.after(95, 100))
    assert sequence.decided(sequence.after(40, 100))


def test_large_cases_stay_finite() -> None:
    found = ConfidenceSequence(50_000, (35_000,)).after(30_000, 40_000)
    assert 30_000 <= found.low < 37_500 < found.high <= 40_000
    assert not ConfidenceSequence(50_000, (37_500,)).decided(found)


@pytest.mark.parametrize(
    ("total", "cuts", "alpha"),
    [(0, (), 0.05), (5, (0,), 0.05), (5, (6,), 0.05), (5, (3, 2), 0.05), (5, (3,), 0.0)],
)
def test_impossible_sequences_are_refused(total: int, cuts: tuple[int, ...], alpha: float) -> None:
    with pytest.raises(ValueError, match="got"):
        ConfidenceSequence(total, cuts, alpha)


@pytest.mark.parametrize(("right", "taken"), [(-1, 0), (3, 2), (6, 6)])
def test_impossible_samples_are_refused(right: int, taken: int) -> None:
    with pytest.raises(ValueError, match="need right"):
        ConfidenceSequence(5, (3,)).after(right, taken)
