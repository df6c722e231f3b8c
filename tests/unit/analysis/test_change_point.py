"""Change points, signal and noise, held against plain definitions."""

from __future__ import annotations

import math
from itertools import product
from statistics import stdev

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from kasauti.analysis.case_record import CaseRecord
from kasauti.analysis.history.past_runs import PastCase
from kasauti.analysis.trend.change_point import (
    CRITICAL,
    change_of,
    change_point,
    step_likelihoods,
)
from kasauti.analysis.trend.standings import signal_of
from kasauti.analysis.trend.tracks import Break, CaseTrend, Track
from kasauti.records import CaseId
from tests.support.built_measurements import answered

COURSES = st.integers(2, 5).flatmap(
    lambda count: st.lists(st.text("01", min_size=count, max_size=count), min_size=1, max_size=6)
)


def answers_of(courses: list[str]) -> NDArray[np.float64]:
    return np.array([[float(sign) for sign in course] for course in courses])


def likelihood(courses: list[str], at: int) -> float:
    """The same by each answer."""
    total = 0.0
    for part in (slice(None, at), slice(at, None)):
        signs = [sign == "1" for course in courses for sign in course[part]]
        share = sum(signs) / len(signs)
        total += sum(math.log(share if sign else 1 - share) for sign in signs)
    return total


def best_step(courses: list[str]) -> float:
    return max(likelihood(courses, at) for at in range(1, len(courses[0])))


@given(COURSES)
def test_the_likelihood_is_that_of_each_answer(courses: list[str]) -> None:
    found = step_likelihoods(answers_of(courses).sum(axis=0), len(courses))
    expected = [likelihood(courses, at) for at in range(1, len(courses[0]))]
    assert found == pytest.approx(expected, abs=1e-9)


@settings(deadline=None, max_examples=30)
@given(COURSES)
def test_p_is_the_share_of_reversed_courses_with_as_likely_a_step(courses: list[str]) -> None:
    """All reversals of items, counted one by one."""
    turned = [
        [course[::-1] if back else course for course, back in zip(courses, signs, strict=True)]
        for signs in product((False, True), repeat=len(courses))
    ]
    least = best_step(courses) - 1e-9
    exact = sum(best_step(each) >= least for each in turned) / len(turned)
    found = change_point(answers_of(courses), range(len(courses)))
    assert found.p == pytest.approx(exact, abs=0.055)  # five standard errors of 1,999 draws
    places = range(1, len(courses[0]))
    assert likelihood(courses, found.at) == pytest.approx(best_step(courses))
    near = [at for at in places if best_step(courses) - likelihood(courses, at) < CRITICAL / 2]
    # Where items differ more than chance the interval is wider, never narrower.
    assert found.low <= near[0] <= found.at <= near[-1] <= found.high


def test_the_critical_value_is_the_one_of_hansen() -> None:
    """P(ξ ≤ x) = (1 - exp(-x/2))²: Hansen (2000) gives 5.94, 7.35 and 10.59."""
    assert (1 - math.exp(-CRITICAL / 2)) ** 2 == pytest.approx(0.95, abs=1e-4)


def test_items_of_a_template_count_once() -> None:
    courses = answers_of(["0011"] * 12)
    assert change_point(courses, range(12)).significant
    by_template = change_point(courses, [item // 4 for item in range(12)])
    assert by_template.p == pytest.approx(0.25, abs=0.05)  # three of three the same way
    assert by_template.at == 2


def test_templates_that_differ_widen_the_interval() -> None:
    """Half of the templates learn everything at once, the others nothing."""
    courses = answers_of(["0010", "0011"] * 3 + ["0000", "0100"] * 3)
    alone = change_point(courses, range(12))
    together = change_point(courses, [0] * 6 + [1] * 6)
    assert together.high - together.low >= alone.high - alone.low
    assert (together.low, together.high) == (1, 3)


def test_a_flat_curve_seldom_has_a_change() -> None:
    """Also where an answer stays for several checkpoints: 400 trainings of 24 items."""
    random = np.random.default_rng(0)
    found = 0
    for _ in range(400):
        answers = random.random((24, 8)) < 0.75
        for place in range(1, 8):
            kept = random.random(24) > 0.2
            answers[kept, place] = answers[kept, place - 1]
        found += change_point(answers.astype(float), range(24)).significant
    assert 1 <= found <= stats.binom.ppf(0.999, 400, 0.05)


def records(*signs: str) -> list[CaseRecord | None]:
    return [CaseRecord.of(answered("multiblimp/a", each)) if each else None for each in signs]


def test_places_are_those_of_the_training() -> None:
    up, down = "+" * 12, "-" * 12
    found, places = change_of(records(up, "", down, "", down, up), since=2)
    assert places == [2, 4, 5]
    assert found
    assert (found.at, found.low, found.high) == (5, 5, 5)
    assert found.significant
    assert change_of(records(up, "", down), since=2) == (None, [2])


def track_of(*values: float | None, breaks: tuple[int, ...] = ()) -> Track:
    points = tuple(
        None if each is None else PastCase(metric="accuracy", value=each, verdict="shown", n=8)
        for each in values
    )
    nothing = (None,) * len(points)
    broken = tuple(Break(at, "data") for at in breaks)
    return Track(points=points, records=nothing, met=nothing, answers={}, breaks=broken)


def case_of(*tracks: Track | None) -> CaseTrend:
    return CaseTrend(CaseId("multiblimp", "a"), "accuracy", None, tracks)


def test_noise_of_one_training_is_the_deviation_of_its_last_scores() -> None:
    last = [0.7, 0.75, 0.72, 0.71, 0.8]
    found = signal_of(case_of(track_of(0.3, 0.9, None, *last)))
    assert found
    assert found.noise == pytest.approx(stdev(last))
    assert (found.n, found.trainings) == (5, 1)
    assert found.signal == pytest.approx(0.6)  # over the whole training
    assert found.ratio == pytest.approx(0.6 / stdev(last))
    assert found.interval
    # The chi-square quantiles with four degrees of freedom of any table.
    assert found.interval.low == pytest.approx(stdev(last) * math.sqrt(4 / 11.143), rel=1e-4)
    assert found.interval.high == pytest.approx(stdev(last) * math.sqrt(4 / 0.4844), rel=1e-4)


def test_trainings_are_pooled_and_the_signal_is_between_their_last_scores() -> None:
    case = case_of(track_of(0.1, 0.5, 0.7), None, track_of(0.8, 0.9), track_of(0.4))
    found = signal_of(case)
    assert found
    squares = 2 * stdev([0.1, 0.5, 0.7]) ** 2 + stdev([0.8, 0.9]) ** 2
    assert found.noise == pytest.approx(math.sqrt(squares / 3))
    assert (found.n, found.trainings) == (5, 3)
    assert found.signal == pytest.approx(0.5)
    averaged = signal_of(case, average_last=2)
    assert averaged
    assert averaged.signal == pytest.approx(0.85 - 0.4)


def test_scores_before_a_break_are_another_measurement() -> None:
    track = track_of(0.1, 0.2, 0.7, 0.9, breaks=(2,))
    found = signal_of(case_of(track))
    assert found
    assert found.n == 2
    assert found.noise == pytest.approx(stdev([0.7, 0.9]))
    assert track.final(3) == pytest.approx(0.8)


def test_equal_scores_have_no_ratio() -> None:
    found = signal_of(case_of(track_of(0.5, 0.7, 0.7, 0.7, 0.7, 0.7)))
    assert found
    assert (found.noise, found.interval, found.ratio) == (0, None, None)
    assert signal_of(case_of(track_of(0.5), None)) is None
