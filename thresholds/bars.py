"""A bar: a value, which side of it is good, and where it comes from."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Direction = Literal["at least", "more than", "at most", "less than"]
Verdict = Literal["passed", "failed", "inconclusive"]

# Not a number satisfies none of them.
HOLDS: Mapping[str, Callable[[float, float], bool]] = {
    "at least": operator.ge,
    "more than": operator.gt,
    "at most": operator.le,
    "less than": operator.lt,
}


class ThresholdError(ValueError):
    """A bar that cannot be used; the message says the fact, then the remedy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """One documented bar."""

    key: str
    direction: Direction
    value: float
    source: str
    reason: str = field(repr=False)

    def allows(self, score: float) -> bool:
        return HOLDS[self.direction](score, self.value)

    def verdict(self, score: float) -> Verdict:
        """Whether the score itself meets the bar."""
        return "passed" if self.allows(score) else "failed"

    def confident_verdict(self, low: float, high: float) -> Verdict:
        """Whether the whole interval lies on one side of the bar; between, it is inconclusive."""
        ends = {self.verdict(low), self.verdict(high)}
        return ends.pop() if len(ends) == 1 else "inconclusive"

    def __str__(self) -> str:
        return f"{self.direction} {self.value:.3f} ({self.source})"


@dataclass(frozen=True, slots=True)
class Bands:
    """The bars of one case, from the lowest band to the highest."""

    bars: Mapping[str, Threshold]

    def band(self, score: float) -> str:
        """The highest band whose bar, and every bar below it, the score meets; else "poor"."""
        met = "poor"
        for name, bar in self.bars.items():
            if not bar.allows(score):
                break
            met = name
        return met
