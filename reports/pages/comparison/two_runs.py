"""Two runs, before and now: what changed, how surely, and which items flipped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kasauti.analysis.case_record import is_whole, records_of
from kasauti.analysis.comparison import ALPHA, Comparison, Flip, compare_runs
from kasauti.records import Item, Run
from kasauti.reports.pages.dashboard.chart import Chart, chart_name, charts_of
from kasauti.reports.wording.text import (
    CHANGES,
    count_text,
    minute,
    name_text,
    number_text,
    p_value,
)

KINDS = {"worse": "failed", "better": "passed", "": "ungated"}
ORDER = {"worse": 0, "": 1, "better": 2}
MOST_FLIPS = 200  # of a case, each way; the counts are of all


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A case before and now."""

    comparison: Comparison

    @property
    def kind(self) -> str:
        return KINDS[self.comparison.direction]

    @property
    def mark(self) -> str:
        return CHANGES.get(self.comparison.direction, "")

    @property
    def is_whole(self) -> bool:
        return is_whole(self.comparison.case)

    @property
    def order(self) -> tuple[bool, int, float]:
        """The sort key: worse cases first, all items last."""
        return self.is_whole, ORDER[self.comparison.direction], -self.comparison.drop


@dataclass(frozen=True, slots=True)
class Flips:
    """The items of a case that are decided otherwise now."""

    comparison: Comparison
    items: Mapping[tuple[str, str], Item]

    def listed(self, flips: Sequence[Flip]) -> list[tuple[str, Item | None]]:
        """The first of them, with their texts where the runs have these."""
        case = str(self.comparison.case)
        return [(each.item, self.items.get((case, each.item))) for each in flips[:MOST_FLIPS]]


def runs_view(before: Run, now: Run) -> dict[str, object]:
    """Return the view of two runs for the template."""
    found = compare_runs(records_of(before.measurements), records_of(now.measurements))
    rows = [CaseRow(each) for each in found.comparisons.values()]
    cases = [each for each in rows if not each.is_whole]
    directions = [each.comparison.direction for each in cases]
    counts = {name: directions.count(name) for name in ("worse", "better", "")}
    items = {**_items(before), **_items(now)}
    flips = [
        Flips(each.comparison, items)
        for each in cases
        if each.comparison.lost or each.comparison.won
    ]
    return {
        "runs": {"Before": before, "Now": now},
        "days": {"Before": minute(before.date), "Now": minute(now.date)},
        "counts": counts,
        "marks": CHANGES,
        "headline": _headline(counts),
        "lead": _lead(cases),
        "settings": _settings(before, now),
        "charts": _charts(now, rows),
        "compared": len(rows),
        "alpha": f"{ALPHA:g}",
        "flips": flips,
        "refused": found.not_compared,
    }


def _headline(counts: Mapping[str, int]) -> str:
    total = sum(counts.values())
    if not total:
        return "Nothing can be compared."
    if not counts["worse"] and not counts["better"]:
        return f"No significant change in {count_text(total, 'case')}."
    parts = [f"{counts[kind]} significantly {kind}" for kind in ("worse", "better") if counts[kind]]
    return f"Of {count_text(total, 'case')}, {' and '.join(parts)}."


def _lead(cases: Sequence[CaseRow]) -> str:
    if not cases:
        return "See below why."
    largest = max((each.comparison for each in cases), key=lambda each: each.drop)
    if largest.drop <= 0:
        return "No score is lower than before."
    return (
        f"Largest drop: {largest.case}, {name_text(largest.now.metric)} "
        f"{number_text(largest.before.value)} before, {number_text(largest.now.value)} now "
        f"(p with Holm's correction: {p_value(largest.p_holm)})."
    )


def _settings(before: Run, now: Run) -> list[tuple[str, str, str]]:
    earlier, later = ({**run.model_config, **run.versions} for run in (before, now))
    return [
        (name_text(name), earlier.get(name, "–"), later.get(name, "–"))
        for name in dict.fromkeys([*earlier, *later])
        if earlier.get(name) != later.get(name)
    ]


def _charts(now: Run, rows: Sequence[CaseRow]) -> list[Chart[CaseRow]]:
    charts = charts_of(
        rows,
        lambda row: chart_name(now, row.comparison.case, row.comparison.now.metric),
        lambda row: (row.comparison.before.value, row.comparison.now.value),
    )
    return [replace(each, rows=sorted(each.rows, key=lambda row: row.order)) for each in charts]


def _items(run: Run) -> dict[tuple[str, str], Item]:
    return {
        (str(case.case), item.id): item
        for case in run.measurements
        if case.change is None
        for item in case.items
    }
