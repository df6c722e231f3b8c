"""The estimate after a sequential test stopped, against every order of small sets."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.deciding import USUAL, decisions, expected, levels
from bench.statistics.stopping import bias
from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases
from kasauti.scorers.statistics.confidence_sequence import ConfidenceSequence, Sampled
from kasauti.scorers.statistics.stopped_share import (
    LARGEST,
    LEVELS,
    calibrate,
    median_unbiased_share,
    missed,
)


def stops(sequence: ConfidenceSequence, order: list[bool]) -> list[Sampled]:
    """Every look at an order up to the decision."""
    looks = []
    for taken in range(1, len(order) + 1):
        looks.append(sequence.after(sum(order[:taken]), taken))
        if sequence.decided(looks[-1]):
            break
    return looks


def middle(sequence: ConfidenceSequence, seen: Sampled, right: int) -> float:
    """Return the chance of a higher outcome, and half that of the same, by all orders of a set."""
    total, chances = sequence.total, []
    for places in combinations(range(total), right):
        looks = stops(sequence, [place in places for place in range(total)])
        end = looks[-1]
        if end.taken < seen.taken:
            other = Fraction(end.right, end.taken) - Fraction(seen.right, seen.taken)
        else:
            other = Fraction(looks[seen.taken - 1].right - seen.right)
        chances.append(1.0 if other > 0 else 0.5 if other == 0 and end.taken >= seen.taken else 0.0)
    return sum(chances) / len(chances)


@pytest.mark.parametrize("cuts", [(5,), (6,), (3, 6)])
def test_estimate_is_the_middle_of_all_orders(cuts: tuple[int, ...]) -> None:
    sequence = ConfidenceSequence(8, cuts, alpha=0.3)
    seen = {
        (end.right, end.taken): end
        for right in range(9)
        for places in combinations(range(8), right)
        for end in stops(sequence, [place in places for place in range(8)])[-1:]
    }
    early = [end for end in seen.values() if end.taken < 8]
    assert len(early) > 3
    for end in early:
        share = median_unbiased_share(sequence, end)
        low, high = math.floor(share * 8 + 1e-9), math.ceil(share * 8 - 1e-9)
        if end.low < low:
            assert middle(sequence, end, low) <= 0.5 + 1e-9
        if high < end.high:
            assert middle(sequence, end, high) >= 0.5 - 1e-9
        assert end.interval.low <= share <= end.interval.high


def test_all_items_are_their_own_share() -> None:
    sequence = ConfidenceSequence(20, (14,))
    assert median_unbiased_share(sequence, sequence.after(13, 20)) == 0.65


@settings(max_examples=50, deadline=None)
@given(st.randoms(), st.integers(0, 60))
def test_estimate_is_on_the_side_of_the_verdict(random: object, right: int) -> None:
    order = [index < right for index in range(60)]
    random.shuffle(order)  # type: ignore[attr-defined]
    sequence = ConfidenceSequence(60, (42,))
    end = stops(sequence, order)[-1]
    share = median_unbiased_share(sequence, end)
    assert (share * 60 >= 42 - 1e-9) == (end.low >= 42)


def test_half_of_the_estimates_are_above_the_truth() -> None:
    (plain, median), _ = bias(0.75, runs=300)
    assert plain[2] > 0.58
    assert 0.42 <= median[2] <= 0.58
    assert abs(median[0]) < 0.75 * abs(plain[0])


@pytest.mark.parametrize(("cuts", "alpha"), [((5,), 0.3), ((6,), 0.2), ((3, 6), 0.3)])
def test_miss_of_each_number_is_that_of_all_orders(cuts: tuple[int, ...], alpha: float) -> None:
    sequence = ConfidenceSequence(8, cuts, alpha)
    for right, found in enumerate(missed(sequence)):
        ends = [
            stops(sequence, [place in places for place in range(8)])[-1]
            for places in combinations(range(8), right)
        ]
        share = sum(not end.low <= right <= end.high for end in ends) / len(ends)
        assert found == pytest.approx(share, abs=1e-12)


@pytest.mark.parametrize(
    ("total", "cuts", "error"),
    [(24, (17,), 0.05), (200, (140,), 0.05), (60, (39, 45), 0.05), (100, (70,), 0.05 / 16)],
)
def test_calibrated_level_spends_the_error_and_no_more(
    total: int, cuts: tuple[int, ...], error: float
) -> None:
    sequence = calibrate(total, cuts, error=error)
    assert sequence.alpha > error
    assert missed(ConfidenceSequence(total, cuts, error)).max() < missed(sequence).max() <= error


def test_calibration_saves_pairs_and_keeps_the_verdicts() -> None:
    plain, calibrated = ConfidenceSequence(120, (84,)), calibrate(120, (84,))
    by_plain, by_calibrated = decisions(plain), decisions(calibrated)
    for right in (60, 72, 83, 84, 96, 108):
        before, now = (
            expected(plain, right, by_plain),
            expected(calibrated, right, by_calibrated),
        )
        assert now.expected < 0.99 * before.expected
        assert now.wrong <= 0.05


def test_all_looks_agree_with_the_whole_table_of_decisions() -> None:
    sequence = ConfidenceSequence(90, (60,), 0.07)
    table = decisions(sequence)
    wrong = [expected(sequence, right, table).wrong for right in range(91)]
    assert all(miss >= each - 1e-12 for miss, each in zip(missed(sequence), wrong, strict=True))


def test_without_a_cut_or_with_many_items_the_level_is_the_error() -> None:
    assert calibrate(50, ()).alpha == 0.05
    assert calibrate(LARGEST + 1, (1500,), error=0.01).alpha == 0.01


def test_kept_levels_are_those_that_are_computed() -> None:
    kept = LEVELS.read_text(encoding="utf-8").splitlines()
    head, *computed = levels([129, 150]).splitlines()
    assert head == kept[0]
    assert computed == [line for line in kept if line.startswith(("129\t", "150\t"))]
    total, cut, least, steps = map(int, kept[-1].split("\t"))
    assert calibrate(total, (cut,), least=least).alpha == pytest.approx(0.05 + 0.15 * steps / 128)
    assert calibrate(total, (cut,), least=least, error=0.01).alpha < 0.05


def test_levels_of_shipped_sizes_are_kept() -> None:
    kept = {int(line.split("\t")[0]) for line in LEVELS.read_text("utf-8").splitlines()[1:]}
    assert kept == set(USUAL)
    assert {len(case.pairs) for case in minimal_pair_cases(pairs_set="extended")} <= kept
