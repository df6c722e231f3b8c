"""Two runs of the same cases, item by item: what changed, and whether it is significant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from kasauti.analysis.case_record import CaseRecord, differences, pool, pools
from kasauti.records import CaseId, Interval
from kasauti.scorers.statistics.paired_tests import (
    DRAWS,
    holm,
    mcnemar_p,
    paired_bootstrap_p,
    smallest_detectable_difference,
    smallest_detectable_drop,
)

ALPHA = 0.05
TESTS = {"right": "exact McNemar", "score": "paired bootstrap"}
SEED = 0
# So that the smallest p-value of a bootstrap is still significant after Holm's correction.
DRAWS_PER_CASE = 50
ROUNDING = 1e-9

Records = Mapping[CaseId, CaseRecord]


@dataclass(frozen=True, slots=True)
class Flip:
    """An item whose outcome is not what it was."""

    item: str
    before: float
    now: float


@dataclass(frozen=True)
class Comparison:
    """A case before and now. A drop above 0 is worse, whatever the metric."""

    before: CaseRecord
    now: CaseRecord
    p: float
    p_holm: float
    cases: int  # how many were compared at once

    @property
    def case(self) -> CaseId:
        return self.now.case

    @property
    def test(self) -> str:
        return TESTS[self.now.kind]

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
        values = (self.before.value, self.now.value)
        in_points = all(0 <= value <= 1 for value in values) or not self.before.value
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
    def interval(self) -> Interval:
        """The 95 % interval of the change, by the bootstrap over the items of both runs.

        Of a score that is not the mean of its items, it is the interval of that mean.
        """
        from kasauti.scorers.statistics.bootstrap import flips_interval, mean_interval

        if self.now.kind == "right":
            n = len(self.now.items)
            return flips_interval(len(self.lost), len(self.won), n, seed=SEED)
        changes = [self.now.items[item] - value for item, value in self.before.items.items()]
        return mean_interval(changes, seed=SEED)

    @property
    def significant(self) -> bool:
        return self.p_holm <= ALPHA

    @property
    def significantly_worse(self) -> bool:
        return self.significant and sum(_changes(self.before, self.now)) < 0

    @property
    def direction(self) -> Literal["worse", "better", ""]:
        """`worse` or `better` if the change is significant, else nothing."""
        if not self.significant:
            return ""
        return "worse" if self.significantly_worse else "better"

    def change_at(self, drop: float) -> float:
        """The change that such a drop is."""
        return drop * self._change_of_drop

    def drops_by_more_than(self, most: float) -> bool:
        return self.drop > most + ROUNDING

    @cached_property
    def smallest_detectable_drop(self) -> float | None:
        """The smallest true drop of this case alone that the gate finds 4 times out of 5.

        Alone it needs the level alpha divided by the number of cases, which is the first step of
        Holm's correction. None where its items are too few for any drop.
        """
        alpha = ALPHA / self.cases
        n = len(self.now.items)
        if self.now.kind == "score":
            changes = _changes(self.before, self.now)
            return smallest_detectable_difference(changes, alpha=alpha)
        churn = min(len(self.lost), len(self.won)) / n
        found = smallest_detectable_drop(n, churn=churn, alpha=alpha)
        # More than all that was right cannot be lost.
        right = sum(self.before.items.values()) / n
        return found if found is not None and found <= right else None


def compare(pairs: Sequence[tuple[CaseRecord, CaseRecord]]) -> list[Comparison]:
    """Each case before and now, with Holm's correction over all of them."""
    p_values = [_p_value(before, now, cases=len(pairs)) for before, now in pairs]
    return [
        Comparison(before, now, p, p_holm, len(pairs))
        for (before, now), p, p_holm in zip(pairs, p_values, holm(p_values), strict=True)
    ]


def _p_value(before: CaseRecord, now: CaseRecord, *, cases: int) -> float:
    changes = _changes(before, now)
    if now.kind == "right":
        return mcnemar_p(sum(each < 0 for each in changes), sum(each > 0 for each in changes))
    draws = max(DRAWS, DRAWS_PER_CASE * cases)
    return paired_bootstrap_p(changes, seed=SEED, draws=draws)


def _changes(before: CaseRecord, now: CaseRecord) -> list[float]:
    """By how much each item is better now, in the order of the items before."""
    if before.items.keys() != now.items.keys():
        raise ValueError(f"the runs of {now.case} have different items")
    sign = -1 if now.kind == "score" and now.lower_is_better else 1
    return [sign * (now.items[item] - value) for item, value in before.items.items()]


def _sort_flips(before: CaseRecord, now: CaseRecord, *, worse: bool) -> list[Flip]:
    sign = -1 if worse else 1
    changed = [
        (sign * change, Flip(item, before.items[item], now.items[item]))
        for item, change in zip(before.items, _changes(before, now), strict=True)
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
    before: Records, now: Records, *, asked: Sequence[CaseId] | None = None
) -> RunComparison:
    """Compare the asked cases, by default all; refuse those that are not the same measurement.

    Holm's correction is over all that are compared.
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
        both = ([run[case] for case in cases] for run in (before, now))
        earlier, later = (pool(name, group) for group in both)
        pairs.append((earlier, later))
    return RunComparison(
        comparisons={each.case: each for each in compare(pairs)},
        refused=refused,
        new=[case for case in now if case not in before],
        gone=[case for case in before if case not in now],
        pooled=members,
    )
