"""Two runs of the same cases, item by item: what changed, and whether it is significant."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from kasauti.analysis.case_record import (
    CaseRecord,
    changes_between,
    differences,
    pool,
    pools,
    shared_clusters,
    sum_clusters,
)
from kasauti.records import CaseId, Interval
from kasauti.scorers.statistics.paired_tests import (
    DRAWS,
    PairedTest,
    correct,
    flip_test,
    level_alone,
    score_flip_test,
    smallest_detectable_difference,
    smallest_detectable_drop,
)

if TYPE_CHECKING:
    from kasauti.scorers.statistics.retraining import Noise

ALPHA = 0.05
MCNEMAR, SIGN_FLIPS, MODERATED = "exact McNemar", "sign-flip permutation", "moderated t"
SEED = 0
# So that the smallest p-value of drawn signs is still significant after the correction.
DRAWS_PER_CASE = 50
ROUNDING = 1e-9
MOST_LEVELS = 60  # comparisons at once of which each has a level of its own; else Bonferroni's

Records = Mapping[CaseId, CaseRecord]
Pairs = Sequence[tuple[CaseRecord, CaseRecord]]


@dataclass(frozen=True, slots=True)
class Flip:
    """An item whose outcome is not what it was."""

    item: str
    before: float
    now: float


@dataclass(frozen=True)
class Comparison:
    """A case before and now. A drop above 0 is worse, whatever the metric.

    level: the p-value that this case needs beside the others, if it alone is worse.
    one_sided: the test asks for a drop only, as a gate does.
    alpha: the level of all comparisons together.
    """

    before: CaseRecord
    now: CaseRecord
    p: float
    p_holm: float
    cases: int  # how many were compared at once
    level: float = ALPHA
    one_sided: bool = False
    noise: Noise | None = None  # between runs of the recipe, where `before` is their mean
    alpha: float = ALPHA

    @property
    def case(self) -> CaseId:
        return self.now.case

    @property
    def test(self) -> str:
        if self.noise:
            return MODERATED
        return MCNEMAR if self.now.kind == "right" and self.clusters is None else SIGN_FLIPS

    @cached_property
    def clusters(self) -> list[int] | None:
        """The cluster of each item, in the order of the items before; None without clusters."""
        return shared_clusters(self.before, self.now)

    @property
    def change(self) -> float:
        return self.now.value - self.before.value

    @property
    def drop(self) -> float:
        """By how much the score is worse: in points where it lies between 0 and 1, else relative.

        Below 0 where it is better.
        """
        return self.change / self._change_of_drop

    @property
    def _change_of_drop(self) -> float:
        """By how much the score changes for a drop of 1."""
        runs = (self.before, self.now)
        in_points = all(0 <= run.value <= 1 for run in runs) or not self.before.value
        size = 1.0 if in_points else abs(self.before.value)
        return size if self.now.lower_is_better else -size

    @cached_property
    def lost(self) -> list[Flip]:
        """The items that are worse now, by how much."""
        return _sort_flips(self.before, self.now, worse=True)

    @cached_property
    def won(self) -> list[Flip]:
        """The items that are better now, by how much."""
        return _sort_flips(self.before, self.now, worse=False)

    @cached_property
    def interval(self) -> Interval | None:
        """The 95 % interval of the change, by cluster where there are clusters.

        None where the spread of a score is unknown. Of a score that is not the mean of its items,
        it is the interval of that mean. Against several runs: for a further run of the recipe.
        """
        if self.noise:
            half = self.noise.half_width
            return Interval(self.change - half, self.change + half)
        from kasauti.scorers.statistics import change_intervals as intervals

        changes = [self.now.items[item] - value for item, value in self.before.items.items()]
        right = self.now.kind == "right"
        of = intervals.share_change_interval if right else intervals.mean_change_interval
        return of(changes, self.clusters)

    @property
    def significant(self) -> bool:
        return self.p_holm <= self.alpha

    @property
    def significantly_worse(self) -> bool:
        worse = self.one_sided or sum(changes_between(self.before, self.now)) < 0
        return self.significant and worse

    @property
    def direction(self) -> Literal["worse", "better", ""]:
        """`worse` or `better` if the change is significant, else nothing."""
        if not self.significant:
            return ""
        return "worse" if self.significantly_worse else "better"

    def change_at(self, drop: float) -> float:
        """The change that such a drop is."""
        return drop * self._change_of_drop

    def excludes_drop(self, most: float) -> bool:
        """Tell if the interval of the change rules such a drop out."""
        if self.interval is None:  # all items changed alike, or there is only one
            return len(self.now.items) > 1 and self.drop < most
        if self.now.lower_is_better:
            return self.interval.high < self.change_at(most)
        return self.interval.low > self.change_at(most)

    def drops_by_more_than(self, most: float) -> bool:
        return self.drop > most + ROUNDING

    @cached_property
    def smallest_detectable_drop(self) -> float | None:
        """The smallest true drop of this case alone that the gate finds 4 times out of 5.

        With clusters, of as many items as they are worth by their design effect. None where
        there are too few for any drop.
        """
        if self.noise:
            return self.noise.detectable_drop(self.level) / abs(self._change_of_drop)
        alpha = self.level if self.one_sided else self.level / 2
        changes = changes_between(self.before, self.now)
        if self.now.kind == "score":
            units = sum_clusters(changes, self.clusters)
            found = smallest_detectable_difference(units, alpha=alpha)
            return found and found * len(units) / len(changes) / abs(self._change_of_drop)
        n = len(changes)
        churn = min(len(self.lost), len(self.won)) / n
        found = smallest_detectable_drop(self._worth, churn=churn, alpha=alpha)
        # More than all that was right cannot be lost.
        right = sum(self.before.items.values()) / n
        return found if found is not None and found <= right else None

    @property
    def _worth(self) -> int:
        """The number of independent items that tell as much."""
        from kasauti.scorers.statistics.change_intervals import design_effect

        n = len(self.now.items)
        if self.clusters is None:
            return n
        effect = design_effect(changes_between(self.before, self.now), self.clusters)
        return max(1, min(n, round(n / effect)))


def compare(
    pairs: Pairs, *, one_sided: bool = False, unseen: int = 0, alpha: float = ALPHA
) -> list[Comparison]:
    """Each case before and now, corrected over all of them, and over as many as are unseen.

    One-sided: only a drop counts.
    """
    count = len(pairs) + unseen
    draws = max(DRAWS, math.ceil(DRAWS_PER_CASE * count * ALPHA / alpha))
    tests = [_test(*pair, draws=draws, one_sided=one_sided) for pair in pairs]
    return [
        Comparison(
            before,
            now,
            test.p,
            p_holm,
            count,
            level=level_alone(tests, index, alpha=alpha) if count <= MOST_LEVELS else alpha / count,
            one_sided=one_sided,
            alpha=alpha,
        )
        for index, ((before, now), test, p_holm) in enumerate(
            zip(pairs, tests, correct(tests, unseen=unseen), strict=True)
        )
    ]


def _test(before: CaseRecord, now: CaseRecord, *, draws: int, one_sided: bool) -> PairedTest:
    changes = sum_clusters(changes_between(before, now), shared_clusters(before, now))
    if now.kind == "right":
        return flip_test([round(each) for each in changes], one_sided=one_sided)
    return score_flip_test(changes, seed=SEED, one_sided=one_sided, draws=draws)


def _sort_flips(before: CaseRecord, now: CaseRecord, *, worse: bool) -> list[Flip]:
    sign = -1 if worse else 1
    changed = [
        (sign * change, Flip(item, before.items[item], now.items[item]))
        for item, change in zip(before.items, changes_between(before, now), strict=True)
    ]
    by_size = sorted((each for each in changed if each[0] > 0), key=lambda each: -each[0])
    return [flip for _, flip in by_size]


@dataclass(frozen=True, slots=True)
class RunComparison:
    """All cases of two runs, compared at once."""

    comparisons: Mapping[CaseId, Comparison]
    refused: Mapping[CaseId, str]  # why a case cannot be compared
    new: Sequence[CaseId]  # only in the later run
    gone: Sequence[CaseId]  # only in the earlier run
    pooled: Mapping[CaseId, Sequence[CaseId]]  # the cases whose items are compared at once

    @property
    def not_compared(self) -> list[str]:
        """A sentence for each case that is in one run only or is another measurement."""
        return [
            *(f"{case} is not compared: {reason}." for case, reason in self.refused.items()),
            *(f"{case} is only in the second run." for case in self.new),
            *(f"{case} is only in the first run." for case in self.gone),
        ]


def compare_runs(
    before: Records,
    now: Records,
    *,
    asked: Sequence[CaseId] | None = None,
    one_sided: bool = False,
    alpha: float = ALPHA,
) -> RunComparison:
    """Compare the asked cases, by default all; refuse those that are not the same measurement.

    The correction is over all that are compared.
    """
    refused: dict[CaseId, str] = {}
    pairs = []
    for case in now if asked is None else asked:
        if case in before and case in now:
            if found := differences(before[case], now[case]):
                refused[case] = "; ".join(found)
            else:
                pairs.append((before[case], now[case]))
    members = {
        name: [record.case for record in group]
        for name, group in pools(record for record, _ in pairs).items()
        if name not in before and (asked is None or name in asked)
    }
    for name, cases in members.items():
        earlier, later = (pool(name, [run[case] for case in cases]) for run in (before, now))
        pairs.append((earlier, later))
    return RunComparison(
        comparisons={each.case: each for each in compare(pairs, one_sided=one_sided, alpha=alpha)},
        refused=refused,
        new=[case for case in now if case not in before],
        gone=[case for case in before if case not in now],
        pooled=members,
    )
