"""The gap between two accuracies on pairs that were matched one to one, with its interval."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kasauti.records import Clusters, Interval
from kasauti.scorers.statistics.clustered import AUTO, choose_kinds, clustered_share
from kasauti.scorers.statistics.intervals import wilson

Labels = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Gap:
    """The numbers of matches that are right in both, in one, or in none of their two pairs.

    clustered: the intervals of both accuracies, published and ours, where pairs share clusters.
    """

    both: int
    only_published: int
    only_ours: int
    neither: int
    clustered: tuple[Interval, Interval] | None = None

    @classmethod
    def of(
        cls,
        matches: Iterable[tuple[bool, bool]],
        labels: Sequence[tuple[Labels, Labels]] = (),
        *,
        by: str = AUTO,
    ) -> Gap:
        """From whether the published pair and ours are right, match by match.

        labels: the clusters of both pairs of each match; by: the kinds to use, as `--cluster`.
        """
        found = list(matches)
        kinds = ((True, True), (True, False), (False, True), (False, False))
        both, one, other, neither = (found.count(kind) for kind in kinds)
        sides = [
            _clustered([each[side] for each in found], [each[side] for each in labels], by)
            for side in ((0, 1) if labels else ())
        ]
        if not any(clusters for _, clusters in sides):
            return cls(both, one, other, neither)
        return cls(both, one, other, neither, (sides[0][0], sides[1][0]))

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
    def intervals(self) -> tuple[Interval, Interval]:
        """Those of the accuracies on the published pairs and on ours."""
        if self.clustered:
            return self.clustered
        return wilson(self.right_published, self.n), wilson(self.right_ours, self.n)

    @property
    def interval(self) -> Interval:
        """95 %, by Newcombe's hybrid of two score intervals for paired proportions.

        Newcombe (1998), "Improved confidence intervals for the difference between binomial
        proportions based on paired data", method 10: sound for few matches and near 0 and 1.

        Where pairs share clusters, the intervals of both accuracies are clustered, each by its own,
        and the pairs of a match, alike only in difficulty, count as unrelated.
        """
        first, second = self.intervals
        published, ours = self.right_published / self.n, self.right_ours / self.n
        phi = 0.0 if self.clustered else self._correlation()

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


def is_more_often(
    published: Sequence[bool],
    ours: Sequence[bool],
    labels: tuple[Sequence[Labels], Sequence[Labels]],
    *,
    by: str = AUTO,
) -> bool:
    """Tell if published sentences are listed more often than ours by more than chance.

    By 95 % intervals of both shares, clustered, that do not overlap: stricter than a test of the
    difference, because what is usual in each set is an estimate as well.
    """
    first, second = (
        _clustered(listed, names, by)[0]
        for listed, names in zip((published, ours), labels, strict=True)
    )
    return first.low > second.high


def _clustered(
    right: Sequence[bool], labels: Sequence[Labels], by: str
) -> tuple[Interval, Clusters | None]:
    return clustered_share(right, labels, choose_kinds(labels, by))
