"""The gap between two accuracies on pairs that were matched one to one, with its interval."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from kasauti.scorers.statistics.intervals import Interval, wilson


@dataclass(frozen=True, slots=True)
class Gap:
    """The numbers of matches that are right in both, in one, or in none of their two pairs."""

    both: int
    only_published: int
    only_ours: int
    neither: int

    @classmethod
    def of(cls, matches: Iterable[tuple[bool, bool]]) -> Gap:
        """From whether the published pair and ours are right, match by match."""
        found = list(matches)
        kinds = ((True, True), (True, False), (False, True), (False, False))
        return cls(*(found.count(kind) for kind in kinds))

    def __add__(self, other: Gap) -> Gap:
        return Gap(
            self.both + other.both,
            self.only_published + other.only_published,
            self.only_ours + other.only_ours,
            self.neither + other.neither,
        )

    @property
    def n(self) -> int:
        return self.both + self.only_published + self.only_ours + self.neither

    @property
    def right_published(self) -> int:
        return self.both + self.only_published

    @property
    def right_ours(self) -> int:
        return self.both + self.only_ours

    @property
    def value(self) -> float:
        """By how much the accuracy is higher on the published pairs."""
        return (self.only_published - self.only_ours) / self.n

    @property
    def interval(self) -> Interval:
        """95 %, by Newcombe's hybrid of two score intervals for paired proportions.

        Newcombe (1998), "Improved confidence intervals for the difference between binomial
        proportions based on paired data", method 10: sound for few matches and near 0 and 1.
        """
        published, ours = self.right_published / self.n, self.right_ours / self.n
        first, second = wilson(self.right_published, self.n), wilson(self.right_ours, self.n)
        phi = self._correlation()

        def reach(one: float, other: float) -> float:
            return math.sqrt(max(0.0, one * one - 2 * phi * one * other + other * other))

        return Interval(
            max(-1.0, self.value - reach(published - first.low, second.high - ours)),
            min(1.0, self.value + reach(first.high - published, ours - second.low)),
        )

    def _correlation(self) -> float:
        """Of right and wrong over the matches; 0 where all of one side are the same."""
        margins = (
            self.right_published
            * (self.n - self.right_published)
            * self.right_ours
            * (self.n - self.right_ours)
        )
        if not margins:
            return 0.0
        crossed: float = self.both * self.neither - self.only_published * self.only_ours
        if crossed > 0:  # a correction for continuity, as in the paper
            crossed = max(crossed - self.n / 2, 0.0)
        return crossed / math.sqrt(margins)
