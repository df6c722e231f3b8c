"""evaluation_summary.csv: one row a figure, for a spreadsheet or pandas."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kasauti.reports.results_json import by_suite
from kasauti.reports.totals import SECTIONS

COLUMNS = (
    "case",
    "suite",
    "kind",
    "metric",
    "value",
    "n",
    "low",
    "high",
    "bar",
    "direction",
    "required",
    "band",
    "verdict",
    "source",
    "signature",
    "model",
)
# Where a spreadsheet could take text for a formula: at the start of a cell, and after what it may
# take for the end of one (a semicolon in many countries). Also the signs' full-width forms.
FORMULA = re.compile(r"(^|[;\t\r\n])(?=[=+\-@＝＋－＠\t\r\n])")

Measurement = Mapping[str, Any]
Row = Mapping[str, object]


def write_summary(
    path: Path, measurements: Sequence[Measurement], results: Mapping[str, Any]
) -> None:
    """Write the figures of every case, then the totals and overall scores of the results."""
    # utf-8-sig: without the mark a spreadsheet takes the file for another encoding.
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for row in summary_rows(measurements, results):
            writer.writerow([_inert(row.get(column)) for column in COLUMNS])


def summary_rows(measurements: Sequence[Measurement], results: Mapping[str, Any]) -> Iterator[Row]:
    """Headlines and further figures by case, totals by suite, and the overall scores."""
    summary = results["summary"]
    model = {"model": summary.get("model_config", {}).get("model")}
    for measurement in measurements:
        case = {
            **{name: measurement[name] for name in ("case", "required", "signature")},
            "suite": measurement["case"].partition("/")[0],
            **model,
        }
        yield {**measurement, **case, "kind": "headline"}
        for figure in measurement.get("figures", []):
            yield {**figure, **case, "kind": "figure", "required": None}
    for suite, cases in by_suite(measurements).items():
        if suite not in SECTIONS:
            continue
        section = SECTIONS[suite]
        for total in _totals(section.totals(cases)):
            yield {**total, **model, "case": f"{suite}/{total['case']}", "suite": suite}
        name = section.overall_score
        if name in summary["overall_scores"]:
            yield {
                **model,
                "case": suite,
                "suite": suite,
                "kind": "overall",
                "metric": name,
                "value": summary["overall_scores"][name],
                "band": summary.get("bands", {}).get(name),
            }


def _totals(totals: Mapping[str, Any]) -> Iterator[dict[str, object]]:
    for name, total in totals.items():
        for metric in ("accuracy", "f1"):
            if isinstance(total.get(metric), float):
                yield {
                    "case": name,
                    "kind": "total",
                    "metric": metric,
                    "value": total[metric],
                    "n": total.get("total", total.get("tasks")),
                    **total.get("interval", {}),
                }


def _inert(cell: object) -> object:
    """Text that a spreadsheet would run as a formula is quoted; a number stays a number."""
    return FORMULA.sub(r"\1'", cell) if isinstance(cell, str) else cell
