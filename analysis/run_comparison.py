"""Two runs: every case of both, item by item, and all items of a suite at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kasauti.analysis.case_record import CaseRecord, differences, pool, pools
from kasauti.analysis.comparison import Comparison, compare
from kasauti.records import CaseId

Records = Mapping[CaseId, CaseRecord]


@dataclass(frozen=True, slots=True)
class RunComparison:
    """All cases of two runs, compared at once."""

    comparisons: Mapping[CaseId, Comparison]
    refused: Mapping[CaseId, str]  # why a case cannot be compared
    new: Sequence[CaseId]  # only in the later run
    gone: Sequence[CaseId]  # only in the earlier run
    pooled: Mapping[CaseId, Sequence[CaseId]]  # the cases whose items are compared at once


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
