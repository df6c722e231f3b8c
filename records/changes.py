"""A case beside its baseline: what changed, how surely, and which items flipped."""

from __future__ import annotations

from dataclasses import dataclass

from kasauti.records.case_id import CaseId
from kasauti.records.numbers import Count, Finite

REGRESSION = "regression"  # the suite of measurements that compare a case with a baseline


@dataclass(frozen=True, slots=True)
class FlippedItem:
    """An item whose outcome is not what it was in the baseline."""

    id: str
    text: str
    before: Finite
    now: Finite
    language: str | None = None  # of the text, BCP 47


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A case before and now.

    compared: the case that was measured in both runs.
    metric: the metric of that case.
    p_holm: the p-value with Holm's correction over all compared cases, `cases` of them.
    drop: by how much the score is worse, whatever the metric; below 0 where it is better.
    alpha: the level of all cases together; below 0.05 it is part of an error budget over runs.
    smallest_detectable_drop: None where the items are too few for any drop.
    lost, won: how many items are worse and better; the lists of flips may be shorter.
    new_cases: cases that the baseline does not have.
    """

    compared: CaseId
    metric: str
    before: Finite
    now: Finite
    test: str
    p: Finite
    p_holm: Finite
    cases: Count
    drop: Finite
    smallest_detectable_drop: Finite | None = None
    lost: Count = 0
    won: Count = 0
    flips_lost: tuple[FlippedItem, ...] = ()
    flips_won: tuple[FlippedItem, ...] = ()
    new_cases: tuple[str, ...] = ()
    alpha: Finite = 0.05
