"""Several models side by side: comparison.json, and the table at the end of the run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kasauti.analysis.case_record import CaseRecord, differences, pool, pools
from kasauti.analysis.comparison import ALPHA, Comparison, compare
from kasauti.records import CaseId, Measurement, Run
from kasauti.reports.files.results_json import json_text
from kasauti.reports.terminal.text import counted, p_value, squeezed

Runs = Mapping[str, Run]  # by the label of the model

MARK = " *"
WIDTH = 80
SHORTEST_CASE = 20


@dataclass(frozen=True, slots=True)
class Row:
    """One case in every model that measured it, each held against the best."""

    case: CaseId
    models: Mapping[str, CaseRecord]
    best: str
    against_best: Mapping[str, Comparison]
    refused: Mapping[str, str]  # why a model's score is another measurement than the best one's

    @property
    def next_best(self) -> Comparison | None:
        """The best model's nearest rival: the comparison that is hardest to win."""
        return max(self.against_best.values(), key=lambda each: each.p_holm, default=None)


def by_model(measurements: Sequence[Measurement]) -> dict[str, list[Measurement]]:
    """The measurements of each model under its label; one model has none.

    What concerns no model (the data itself) belongs to each.
    """
    labels = dict.fromkeys(each.model for each in measurements if each.model) or [""]
    return {label: [each for each in measurements if each.model in ("", label)] for label in labels}


def compared(runs: Runs) -> list[Row]:
    """Every case that at least two models have, with Holm's correction over all comparisons."""
    cases: dict[CaseId, dict[str, CaseRecord]] = {}
    for label, run in runs.items():
        for measurement in run.measurements:
            if measurement.outcomes is not None:
                cases.setdefault(measurement.case, {})[label] = CaseRecord.of(measurement)
    shared = {case: each for case, each in cases.items() if len(each) > 1}
    shared |= _pooled(shared, list(runs))
    drafts = [_draft(case, each) for case, each in shared.items()]
    pairs = [(row.models[row.best], row.models[label]) for row in drafts for label in _rivals(row)]
    comparisons = iter(compare(pairs))
    return [
        Row(
            row.case,
            row.models,
            row.best,
            {label: next(comparisons) for label in _rivals(row)},
            row.refused,
        )
        for row in drafts
    ]


def comparison_json(runs: Runs) -> str:
    """The comparison of every case that the models have in common."""
    rows = compared(runs)
    content = {
        "models": list(runs),
        "alpha": ALPHA,
        "comparisons": sum(len(row.against_best) for row in rows),
        "cases": {str(row.case): _content(row) for row in rows},
    }
    return json_text(content)


def comparison_table(runs: Runs) -> Iterator[str]:
    """The lines of the table: one row per case, one column per model.

    Where the names of the models would make it wider than 80 columns, they are numbered.
    """
    rows = compared(runs)
    names = list(runs)
    cells = [_cells(row, names) for row in rows]
    header = ("case", "n", *names, "p (Holm)")
    if sum(_widths([header, *cells])) + 2 * len(header) - 2 > WIDTH:
        header = ("case", "n", *(f"[{place}]" for place in range(1, len(names) + 1)), "p (Holm)")
        yield from (f"[{place}] {name}" for place, name in enumerate(names, start=1))
        yield ""
        others = sum(_widths([header[1:], *(each[1:] for each in cells)])) + 2 * len(header) - 2
        room = max(SHORTEST_CASE, WIDTH - others)
        cells = [(squeezed(each[0], room), *each[1:]) for each in cells]
    yield from _aligned([header, *cells])
    yield ""
    count = sum(len(row.against_best) for row in rows)
    yield (
        f"* significantly worse than the best of its row: paired by item, Holm's correction over "
        f"{counted(count, 'comparison')}, alpha {ALPHA:g}. The p-value compares the best model "
        "with the next best."
    )
    for row in rows:
        for label, reason in row.refused.items():
            yield f"{row.case}: {label} is not compared with {row.best}: {reason}."


def _widths(lines: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(len, column)) for column in zip(*lines, strict=True)]


def _aligned(lines: Sequence[Sequence[str]]) -> Iterator[str]:
    """The lines of a table, with a rule under the first."""
    widths = _widths(lines)
    for index, each in enumerate(lines):
        first, *others = zip(each, widths, strict=True)
        cells = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
        yield "  ".join(cells).rstrip()
        if index == 0:
            yield "  ".join("-" * width for width in widths)


def _pooled(
    cases: Mapping[CaseId, Mapping[str, CaseRecord]], labels: Sequence[str]
) -> dict[CaseId, dict[str, CaseRecord]]:
    """All items of a suite at once, of the cases that every model has."""
    whole = {case: each for case, each in cases.items() if len(each) == len(labels)}
    return {
        name: {label: pool(name, [whole[case.case][label] for case in group]) for label in labels}
        for name, group in pools(each[labels[0]] for each in whole.values()).items()
    }


def _draft(case: CaseId, models: Mapping[str, CaseRecord]) -> Row:
    lower = any(each.lower_is_better for each in models.values())
    best = (min if lower else max)(models, key=lambda label: models[label].value)
    refused = {
        label: "; ".join(found)
        for label, each in models.items()
        if label != best and (found := differences(models[best], each))
    }
    return Row(case, models, best, {}, refused)


def _rivals(row: Row) -> list[str]:
    return [label for label in row.models if label != row.best and label not in row.refused]


def _cells(row: Row, labels: Sequence[str]) -> tuple[str, ...]:
    scores = []
    for label in labels:
        rival = row.against_best.get(label)
        mark = MARK if rival and rival.significantly_worse else " " * len(MARK)
        scores.append(f"{row.models[label].value:.3f}{mark}" if label in row.models else "")
    rival = row.next_best
    n = len(row.models[row.best].items)
    return (str(row.case), str(n), *scores, p_value(rival.p_holm) if rival else "")


def _content(row: Row) -> dict[str, Any]:
    best = row.models[row.best]
    return {
        "metric": best.metric,
        "direction": best.direction,
        "n": len(best.items),
        "scores": {label: each.value for label, each in row.models.items()},
        "best": row.best,
        "against_best": {
            label: {
                "test": each.test,
                "p": each.p,
                "p_holm": each.p_holm,
                "significantly_worse": each.significantly_worse,
                "better_items": len(each.won),
                "worse_items": len(each.lost),
            }
            for label, each in row.against_best.items()
        },
        "not_compared": dict(row.refused),
    }
