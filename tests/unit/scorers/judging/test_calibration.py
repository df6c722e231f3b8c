"""The error of a judge: against scikit-learn, by clusters, and what changed answers tell."""

from __future__ import annotations

import random

import pytest
from sklearn.metrics import cohen_kappa_score

from kasauti.scorers.judging.calibration import (
    JudgedLabel,
    calibrate,
    calibrate_by,
    effect_of,
    judge_error,
)


def row(right: bool, outcome: str, **more: object) -> JudgedLabel:
    return JudgedLabel(**{"question": "q", "right": right, "outcome": outcome, **more})  # type: ignore[arg-type]


def drawn(count: int, *, sensitivity: float = 0.9, specificity: float = 0.7) -> list[JudgedLabel]:
    chance = random.Random(0)
    rows = []
    for number in range(count):
        right = chance.random() < 0.5
        called = chance.random() < (sensitivity if right else 1 - specificity)
        outcome = "right" if called else chance.choice(["partly", "wrong"])
        words = chance.randrange(5, 300)
        rows.append(row(right, outcome, question=f"q{number // 4}", words=words))
    return rows


def test_rates_and_kappa() -> None:
    rows = drawn(400)
    found = calibrate(rows)
    assert found.sensitivity
    assert found.specificity
    assert found.kappa
    assert found.sensitivity.value == pytest.approx(0.9, abs=0.05)
    assert found.specificity.value == pytest.approx(0.7, abs=0.07)
    kappa = cohen_kappa_score([e.right for e in rows], [e.called_right for e in rows])
    assert found.kappa.value == pytest.approx(kappa)
    assert found.kappa.interval
    assert found.kappa.interval.low < kappa < found.kappa.interval.high
    assert found.slope
    assert found.slope.interval
    assert found.slope.interval.low < 0 < found.slope.interval.high


def test_slope_shows_a_judge_that_prefers_length() -> None:
    rows = [row(n % 2 == 0, "right" if n > 50 else "wrong", words=3 * n, question=f"q{n}")
            for n in range(100)]  # fmt: skip
    slope = calibrate(rows).slope
    assert slope
    assert slope.interval
    assert slope.interval.low > 0.2


def test_unread_answers_are_in_no_rate_but_their_own() -> None:
    rows = [*drawn(40), *[row(True, "unread")] * 10, row(False, "undecided")]
    found = calibrate(rows)
    assert found.sensitivity == calibrate(drawn(40)).sensitivity
    assert (found.unread.value, found.undecided.value) == pytest.approx((10 / 51, 1 / 51))


def test_answers_to_one_question_are_one_cluster() -> None:
    same = [row(True, "right" if n % 2 else "wrong", question=f"q{n % 2}{n % 8}")
            for n in range(80)]  # fmt: skip
    apart = [row(each.right, each.outcome, question=str(n)) for n, each in enumerate(same)]
    wide, narrow = calibrate(same).sensitivity, calibrate(apart).sensitivity
    assert wide
    assert narrow
    assert wide.interval
    assert narrow.interval
    assert wide.interval.low < narrow.interval.low
    error = judge_error([*same, *drawn(40)])
    assert error
    assert error.sensitivity.effective < error.sensitivity.total


def test_one_label_alone_gives_no_error() -> None:
    assert judge_error([row(True, "right")]) is None
    found = calibrate([row(True, "right")])
    assert (found.specificity, found.kappa, found.slope) == (None, None, None)


def test_groups() -> None:
    rows = [row(True, "right", kind="long"), row(False, "right", kind="terse")]
    assert list(calibrate_by(rows, lambda each: each.kind)) == ["long", "terse"]


def test_effect_counts_flips_and_shifts_by_label() -> None:
    before = [row(n < 10, "wrong", question=f"q{n}") for n in range(20)]
    after = [row(n < 10, "right" if n < 5 else "wrong", question=f"q{n}") for n in range(20)]
    found = effect_of(before, after)
    assert found
    assert found.shift_right
    assert found.shift_wrong
    assert (found.flips.value, found.flips.n) == (0.25, 20)
    assert (found.shift_right.value, found.shift_wrong.value) == (0.5, 0.0)
    assert effect_of([row(True, "unread")], [row(True, "right")]) is None
