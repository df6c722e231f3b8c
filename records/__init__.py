"""Records that cross between rooms: frozen, typed, to and from JSON."""

from kasauti.records.case_id import CaseId
from kasauti.records.changes import Change, FlippedItem
from kasauti.records.figures import Clusters, Figure
from kasauti.records.items import Item, Outcomes
from kasauti.records.measurements import (
    LIMIT,
    UNTIL,
    Explanation,
    Layer,
    Layers,
    Measurement,
    Provenance,
    Slice,
    Work,
)
from kasauti.records.numbers import Interval
from kasauti.records.runs import Overall, Run, SuiteResult, Total, Unmeasured, total_work
from kasauti.records.thresholds import (
    HOLDS,
    KINDS,
    LOWER_IS_BETTER,
    Direction,
    Kind,
    Threshold,
    Verdict,
)

__all__ = [
    "HOLDS",
    "KINDS",
    "LIMIT",
    "LOWER_IS_BETTER",
    "UNTIL",
    "CaseId",
    "Change",
    "Clusters",
    "Direction",
    "Explanation",
    "Figure",
    "FlippedItem",
    "Interval",
    "Item",
    "Kind",
    "Layer",
    "Layers",
    "Measurement",
    "Outcomes",
    "Overall",
    "Provenance",
    "Run",
    "Slice",
    "SuiteResult",
    "Threshold",
    "Total",
    "Unmeasured",
    "Verdict",
    "Work",
    "total_work",
]
