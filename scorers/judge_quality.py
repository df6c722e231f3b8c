"""How good a judge of answers is, by labelled answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kasauti.scorers.statistics.intervals import Interval, wilson


@dataclass(frozen=True, slots=True)
class Verdicts:
    """One answer: its label, and what the judge says."""

    kind: str
    acceptable: bool
    accepted: bool
    flag: str | None  # the negative pattern that it truly violates
    flags: tuple[str, ...]  # those that the judge found


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of errors."""

    errors: int
    total: int

    @property
    def value(self) -> float:
        return self.errors / self.total if self.total else 0.0

    @property
    def interval(self) -> Interval:
        return wilson(self.errors, self.total)

    def __str__(self) -> str:
        interval = f" (95 % interval {self.interval})" if self.total else ""
        return f"{self.value:.1%}, {self.errors} of {self.total}{interval}"


@dataclass(frozen=True, slots=True)
class JudgeQuality:
    """The error rates of a judge; `by_kind` counts errors of acceptance."""

    false_rejections: Rate
    false_acceptances: Rate
    innocent_flags: Rate
    missed_flags: Rate
    by_kind: Mapping[str, Rate]


def judge_quality(verdicts: Sequence[Verdicts]) -> JudgeQuality:
    """The error rates over all answers."""
    good = [each for each in verdicts if each.acceptable]
    bad = [each for each in verdicts if not each.acceptable]
    innocent = [each for each in verdicts if each.flag is None]
    guilty = [each for each in verdicts if each.flag is not None]
    kinds = sorted({each.kind for each in verdicts})
    return JudgeQuality(
        false_rejections=_rate(not each.accepted for each in good),
        false_acceptances=_rate(each.accepted for each in bad),
        innocent_flags=_rate(bool(each.flags) for each in innocent),
        missed_flags=_rate(each.flag not in each.flags for each in guilty),
        by_kind={
            kind: _rate(each.accepted != each.acceptable for each in verdicts if each.kind == kind)
            for kind in kinds
        },
    )


def _rate(errors: Iterable[bool]) -> Rate:
    found = list(errors)
    return Rate(sum(found), len(found))
