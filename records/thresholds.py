"""Thresholds as a measurement knows them, and the one function that gives a verdict."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from kasauti.records.numbers import Finite, Interval

Direction = Literal["at least", "more than", "at most", "less than"]
# Too close to call: the interval contains the threshold. Undecided: not enough was scored to know
# on which side of the threshold the set is. Shown: no threshold applies. None of them is green.
Verdict = Literal["passed", "failed", "too close to call", "undecided", "shown"]
WORST_FIRST: tuple[Verdict, ...] = ("failed", "undecided", "too close to call", "passed", "shown")
# Where a threshold comes from: a specification, whoever wrote the file, a documented example, or
# the folder of --thresholds, whatever its files say of themselves.
Kind = Literal["documented", "ours", "example", "given"]
KINDS: tuple[Kind, ...] = ("documented", "ours", "example")  # what a file may say
NOT_APPLIED = "none applies"

# NaN satisfies none of them.
HOLDS: Mapping[str, Callable[[float, float], bool]] = {
    "at least": operator.ge,
    "more than": operator.gt,
    "at most": operator.le,
    "less than": operator.lt,
}
LOWER_IS_BETTER = ("at most", "less than")


@dataclass(frozen=True, slots=True)
class Threshold:
    """The threshold that a figure is held against; `required` is its name: a band, a level.

    A threshold without a value (no significant drop) is judged by whoever made the figure.
    """

    required: str
    direction: Direction
    value: Finite | None
    source: str
    kind: Kind | None = None

    def allows(self, value: float) -> bool:
        if self.value is None:
            raise ValueError(f"{self.required} has no value to compare with")
        return HOLDS[self.direction](value, self.value)

    def tells_apart(self, one: float, other: float) -> bool:
        """Return True if the threshold has a value that lies between the two."""
        return self.value is not None and self.allows(one) != self.allows(other)

    def verdict(self, value: float, interval: Interval | None = None) -> Verdict:
        """Judge the value against the threshold; too close to call if the interval contains it."""
        judged = (interval.low, interval.high) if interval else (value,)
        met = {self.allows(each) for each in judged}
        if len(met) == 2:
            return "too close to call"
        return "passed" if met.pop() else "failed"

    def without_value(self) -> Threshold:
        """The threshold of a figure that it does not apply to; it still says which side is good."""
        return replace(self, required=NOT_APPLIED, value=None)

    @property
    def lower_is_better(self) -> bool:
        return self.direction in LOWER_IS_BETTER

    def __str__(self) -> str:
        if self.value is None:
            return self.required
        return f"{self.direction} {self.value:.3f}"
