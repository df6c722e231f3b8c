"""Corrected shares: against a reference implementation, at the edges, and by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.scorers.judging.corrected_share import JudgeError, ppi_share, rogan_gladen
from kasauti.scorers.statistics.intervals import Share

# seed, share of right answers, sensitivity, specificity, labels; then the estimate and the 95 %
# interval of ppi-python 0.2.3 (ppi_mean_pointestimate, ppi_mean_ci) for 600 further answers. The
# package itself needs 670 MB of others (numba, pandas), so its figures stand here.
ORACLE = [
    (0, 0.60, 0.95, 0.75, 120, 0.5751, 0.5113, 0.6390),
    (1, 0.80, 0.90, 0.90, 150, 0.7949, 0.7460, 0.8437),
    (2, 0.45, 0.70, 0.70, 200, 0.4201, 0.3574, 0.4827),
]


@pytest.mark.parametrize(
    ("seed", "accuracy", "sensitivity", "specificity", "labels", "value", "low", "high"), ORACLE
)
def test_ppi_agrees_with_ppi_python(
    seed: int,
    accuracy: float,
    sensitivity: float,
    specificity: float,
    labels: int,
    value: float,
    low: float,
    high: float,
) -> None:
    generator = np.random.default_rng(seed)
    truth, drawn = generator.random(600) < accuracy, generator.random(600)
    verdicts = np.where(truth, drawn < sensitivity, drawn >= specificity).tolist()
    known = [bool(each) if index < labels else None for index, each in enumerate(truth)]
    found = ppi_share(verdicts, known)
    assert found.labels == labels
    assert found.value == pytest.approx(value, abs=0.01)
    assert (found.interval.low, found.interval.high) == pytest.approx((low, high), abs=0.015)


def test_labels_by_verdict_count_by_the_share_of_the_verdict() -> None:
    verdicts = [True] * 90 + [False] * 10
    labels = [True] * 10 + [None] * 80 + [False] * 10  # as many of each verdict
    assert ppi_share(verdicts, labels).value == pytest.approx(0.9)


def test_verdict_without_labels_may_be_anything() -> None:
    verdicts = [True] * 50 + [False] * 50
    found = ppi_share(verdicts, [True] * 50 + [None] * 50)
    assert found.interval.high - found.interval.low > 0.5


def test_labels_are_needed() -> None:
    with pytest.raises(ValueError, match="at least one label"):
        ppi_share([True], [None])


def error_of(sensitivity: float, specificity: float, size: int = 1000) -> JudgeError:
    shares = [Share(round(each * size), size) for each in (sensitivity, specificity)]
    return JudgeError(*shares)


def test_plug_in_undoes_the_error() -> None:
    # 0.6 right: 0.6 × 0.9 + 0.4 × 0.2 are called right.
    found = rogan_gladen(Share(620, 1000), error_of(0.9, 0.8))
    assert found.value == pytest.approx(0.6)
    assert found.interval.low < 0.6 < found.interval.high
    assert found.labels == 2000


def test_fewer_effective_labels_widen_the_interval() -> None:
    raw, wide = Share(62, 100), Share(90, 100, effective=20)
    narrow = rogan_gladen(raw, JudgeError(Share(90, 100), Share(80, 100))).interval
    found = rogan_gladen(raw, JudgeError(wide, Share(80, 100, effective=20))).interval
    assert found.high - found.low > 1.2 * (narrow.high - narrow.low)


@pytest.mark.parametrize("rates", [(0.5, 0.5), (1.0, 0.0), (0.3, 0.4)])
def test_guessing_judge_says_nothing(rates: tuple[float, float]) -> None:
    found = rogan_gladen(Share(90, 100), error_of(*rates, size=60))
    assert found.interval.high - found.interval.low > 0.95


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_corrected_share_is_within_its_interval(right: int, yes: int, no: int) -> None:
    found = rogan_gladen(Share(right, 40), JudgeError(Share(yes, 40), Share(no, 40)))
    assert 0 <= found.interval.low <= found.value <= found.interval.high <= 1


@given(st.lists(st.tuples(st.booleans(), st.sampled_from([True, False, None])), min_size=1))
def test_ppi_stays_within_zero_and_one(answers: list[tuple[bool, bool | None]]) -> None:
    verdicts, labels = [each[0] for each in answers], [each[1] for each in answers]
    if all(each is None for each in labels):
        labels[0] = True
    found = ppi_share(verdicts, labels)
    assert 0 <= found.interval.low <= found.value <= found.interval.high <= 1
