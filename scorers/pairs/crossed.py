"""Crossed pairs: how often all pairs of a group are right, as in sets of Winograd's kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kasauti.scorers.statistics.intervals import Interval, wilson


@dataclass(frozen=True, slots=True)
class CrossedAccuracy:
    """The share of groups whose pairs are all right.

    Who prefers one word whatever the context gets none; who guesses gets a quarter of the groups
    of two pairs.
    """

    correct: int
    total: int

    @property
    def value(self) -> float:
        return self.correct / self.total

    @property
    def interval(self) -> Interval:
        return wilson(self.correct, self.total)


def crossed_accuracy(groups: Sequence[str], right: Sequence[bool]) -> CrossedAccuracy | None:
    """Count the groups of which all pairs are right; pairs without a group (empty) do not count.

    >>> crossed_accuracy(["a", "a", "b", "b"], [True, True, True, False])
    CrossedAccuracy(correct=1, total=2)
    """
    found: dict[str, bool] = {}
    for group, each in zip(groups, right, strict=True):
        if group:
            found[group] = found.get(group, True) and each
    return CrossedAccuracy(sum(found.values()), len(found)) if found else None
