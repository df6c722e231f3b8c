"""The error of a judge on labelled answers; every interval is over questions.

Question: how often would this judge be right about answers to other questions like these?
Assumption: questions are independent of each other; nothing is assumed of answers to one question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kasauti.records import Interval
from kasauti.scorers.judging.corrected_share import JudgeError
from kasauti.scorers.judging.verdicts import Outcome
from kasauti.scorers.statistics.bootstrap import Counts, bootstrap_interval
from kasauti.scorers.statistics.clustered import clustered_share
from kasauti.scorers.statistics.intervals import Share

Floats = NDArray[np.float64]
WORDS = 100  # that the slope over length is per
BY = "cluster"


@dataclass(frozen=True, slots=True)
class JudgedLabel:
    """A labelled answer and the judge's verdict; `words` is the length of the answer."""

    question: str
    right: bool
    outcome: Outcome
    kind: str = ""
    language: str = ""
    words: int = 0

    @property
    def read(self) -> bool:
        return self.outcome not in ("unread", "undecided")

    @property
    def called_right(self) -> bool:
        return self.outcome == "right"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95 % interval over questions, which is None where it is not known."""

    value: float
    interval: Interval | None
    n: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """The figures of some labelled answers; None where there is nothing to take one of.

    base_rate: share of right answers, which kappa depends on.
    slope: change of the share that is called right, per 100 words, at the same label.
    """

    n: int
    base_rate: Estimate
    sensitivity: Estimate | None
    specificity: Estimate | None
    kappa: Estimate | None
    slope: Estimate | None
    unread: Estimate
    undecided: Estimate


def calibrate(rows: Sequence[JudgedLabel], *, seed: int = 0) -> Calibration:
    """Return the figures of labelled answers, of which there must be one."""
    read = [each for each in rows if each.read]
    return Calibration(
        n=len(rows),
        base_rate=_needed(rows, lambda each: each.right),
        sensitivity=_share([each for each in read if each.right], lambda each: each.called_right),
        specificity=_share(
            [each for each in read if not each.right], lambda each: not each.called_right
        ),
        kappa=_kappa(read, seed=seed),
        slope=_slope(read, seed=seed),
        unread=_needed(rows, lambda each: each.outcome == "unread"),
        undecided=_needed(rows, lambda each: each.outcome == "undecided"),
    )


def calibrate_by(
    rows: Sequence[JudgedLabel], group: Callable[[JudgedLabel], str]
) -> dict[str, Calibration]:
    """Return the figures of each group, in alphabetical order."""
    names = sorted({group(each) for each in rows})
    return {name: calibrate([each for each in rows if group(each) == name]) for name in names}


def judge_error(rows: Sequence[JudgedLabel]) -> JudgeError | None:
    """Return sensitivity and specificity with effective sizes; None without both labels."""
    read = [each for each in rows if each.read]
    right = [each for each in read if each.right]
    other = [each for each in read if not each.right]
    if not right or not other:
        return None
    return JudgeError(
        _effective(right, [each.called_right for each in right]),
        _effective(other, [not each.called_right for each in other]),
    )


@dataclass(frozen=True, slots=True)
class Effect:
    """The same answers judged twice: with something added, or with the facts reordered.

    flips: share of verdicts that changed between right and not right.
    shift: change of the share that is called right, of right answers and of the others.
    """

    flips: Estimate
    shift_right: Estimate | None
    shift_wrong: Estimate | None


def effect_of(
    before: Sequence[JudgedLabel], after: Sequence[JudgedLabel], *, seed: int = 0
) -> Effect | None:
    """Return what a change of the same answers does; None if no verdict could be read twice."""
    both = [
        (one, other) for one, other in zip(before, after, strict=True) if one.read and other.read
    ]
    if not both:
        return None
    flipped = [one.called_right != other.called_right for one, other in both]
    names = [one.question for one, _ in both]
    interval, _ = clustered_share(flipped, _labels(names), _kinds(names))
    flips = Estimate(sum(flipped) / len(flipped), interval, len(flipped))
    shifts = []
    for right in (True, False):
        some = [each for each in both if each[0].right == right]
        moved = [float(other.called_right) - float(one.called_right) for one, other in some]
        shifts.append(_mean(moved, [one.question for one, _ in some], seed=seed))
    return Effect(flips, *shifts)


def _share(rows: Sequence[JudgedLabel], is_one: Callable[[JudgedLabel], bool]) -> Estimate | None:
    if not rows:
        return None
    found = [is_one(each) for each in rows]
    names = [each.question for each in rows]
    interval, _ = clustered_share(found, _labels(names), _kinds(names))
    return Estimate(sum(found) / len(found), interval, len(found))


def _needed(rows: Sequence[JudgedLabel], is_one: Callable[[JudgedLabel], bool]) -> Estimate:
    found = _share(rows, is_one)
    if found is None:
        raise ValueError("need at least one labelled answer")
    return found


def _effective(rows: Sequence[JudgedLabel], found: Sequence[bool]) -> Share:
    names = [each.question for each in rows]
    _, clusters = clustered_share(found, _labels(names), _kinds(names))
    size = clusters.effective_n if clusters else float(len(found))
    return Share(sum(found), len(found), size)


def _labels(names: Sequence[str]) -> list[Mapping[str, str]]:
    return [{BY: name} for name in names]


def _kinds(names: Sequence[str]) -> tuple[str, ...]:
    """Return nothing where each question has one answer, or all answer the same question."""
    return (BY,) if 1 < len(set(names)) < len(names) else ()


def _kappa(rows: Sequence[JudgedLabel], *, seed: int) -> Estimate | None:
    """Return Cohen's kappa between the labels and the verdicts; None without both labels."""
    if len({each.right for each in rows}) < 2:
        return None
    label = np.array([each.right for each in rows], dtype=float)
    verdict = np.array([each.called_right for each in rows], dtype=float)

    def kappa(weights: Floats) -> Floats:
        total = weights.sum(axis=1)
        one, other = weights @ label / total, weights @ verdict / total
        observed = weights @ (label == verdict) / total
        expected = one * other + (1 - one) * (1 - other)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray((observed - expected) / (1 - expected))

    return _over_questions(rows, kappa, seed=seed)


def _slope(rows: Sequence[JudgedLabel], *, seed: int) -> Estimate | None:
    """Return the slope of "called right" over the length, both without the label's mean."""
    words = np.array([each.words for each in rows], dtype=float) / WORDS
    verdict = np.array([each.called_right for each in rows], dtype=float)
    masks = [np.array([each.right == right for each in rows]) for right in (True, False)]

    def slope(weights: Floats) -> Floats:
        upper = np.zeros(len(weights))
        lower = np.zeros(len(weights))
        for mask in masks:
            mine, x, y = weights[:, mask], words[mask], verdict[mask]
            total = np.maximum(mine.sum(axis=1), 1)
            upper += mine @ (x * y) - (mine @ x) * (mine @ y) / total
            lower += mine @ (x * x) - (mine @ x) ** 2 / total
        with np.errstate(divide="ignore", invalid="ignore"):
            return upper / np.where(lower > 1e-9, lower, np.nan)

    return _over_questions(rows, slope, seed=seed)


def _mean(values: Sequence[float], names: Sequence[str], *, seed: int) -> Estimate | None:
    if not values:
        return None
    given = np.asarray(values)
    rows = [JudgedLabel(name, right=True, outcome="right") for name in names]
    return _over_questions(rows, lambda weights: weights @ given / weights.sum(axis=1), seed=seed)


def _over_questions(
    rows: Sequence[JudgedLabel], figure: Callable[[Floats], Floats], *, seed: int
) -> Estimate | None:
    """Return a figure of weighted rows, with a bootstrap interval over questions."""
    if not rows:
        return None
    value = float(figure(np.ones((1, len(rows))))[0])
    if not np.isfinite(value):
        return None
    numbers = {name: number for number, name in enumerate(dict.fromkeys(e.question for e in rows))}
    index = np.array([numbers[each.question] for each in rows])

    def drawn(counts: Counts) -> Floats:
        found = figure(counts[:, index].astype(float))
        # A draw without both labels has no figure: the whole sample's stands for it.
        return np.where(np.isfinite(found), found, value)

    return Estimate(value, bootstrap_interval(drawn, len(numbers), seed=seed), len(rows))
