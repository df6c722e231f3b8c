"""evaluation_summary.csv: one row per figure, for a spreadsheet or pandas."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping

from kasauti.records import Clusters, Figure, Interval, Measurement, Run, SuiteResult
from kasauti.text.visible import visible

COLUMNS = (
    "case",
    "suite",
    "kind",
    "metric",
    "value",
    "n",
    "of",
    "low",
    "high",
    "item_low",
    "item_high",
    "clusters",
    "effective_n",
    "design_effect",
    "threshold",
    "direction",
    "required",
    "band",
    "verdict",
    "borderline",
    "why_shown",
    "source",
    "threshold_kind",
    "signature",
    "model",
    "language",
)
# Without this mark a spreadsheet takes UTF-8 for another encoding.
BYTE_ORDER_MARK = "\ufeff"
# Where a spreadsheet could take text for a formula: at the start of a cell, and after what it may
# take for the end of one (a semicolon in many countries). Also the signs' full-width forms.
FORMULA = re.compile(r"(^|[;\t\r\n])(?=[=+\-@＝＋－＠\t\r\n])")

Row = Mapping[str, object]


def summary_csv(run: Run) -> str:
    """The figures of every case, then the totals and overall scores."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for row in summary_rows(run):
        writer.writerow([_inert(row.get(column)) for column in COLUMNS])
    return BYTE_ORDER_MARK + text.getvalue()


def summary_rows(run: Run) -> Iterator[Row]:
    """Headlines and further figures by case, totals by suite, and the overall scores."""
    model = {"model": run.model_config.get("model")}
    for measurement in run.measurements:
        for row in _case_rows(measurement):
            yield {**row, **model}
    for suite in run.suites:
        for row in _suite_rows(suite):
            yield {**row, **model, "suite": suite.suite}


def _case_rows(measurement: Measurement) -> Iterator[Row]:
    case = {
        "case": str(measurement.case),
        "suite": measurement.case.suite,
        "signature": measurement.signature,
        "language": measurement.language,
    }
    # The verdict of a case is that of all its thresholds.
    yield {**case, **_figure(measurement.headline), "kind": "headline"} | {
        "verdict": measurement.verdict,
        "borderline": measurement.borderline,
        "why_shown": measurement.why_shown,
    }
    for figure in measurement.figures:
        yield {**case, **_figure(figure), "kind": "figure"}


def _suite_rows(suite: SuiteResult) -> Iterator[Row]:
    for total in suite.totals:
        for metric, value in total.figures.items():
            yield {
                "case": f"{suite.suite}/{total.name}",
                "kind": "total",
                "metric": metric,
                "value": value,
                "n": total.n,
                **_ends(total.interval),
                **_clusters(total.clusters),
            }
    if suite.overall:
        yield {
            "case": suite.suite,
            "kind": "overall",
            "metric": suite.overall.name,
            "value": suite.overall.value,
            "band": suite.overall.band,
        }


def _figure(figure: Figure) -> Row:
    threshold = figure.threshold
    return {
        "metric": figure.metric,
        "value": figure.value,
        "n": figure.n,
        "of": figure.of,
        **_ends(figure.interval),
        **_clusters(figure.clusters),
        "threshold": threshold and threshold.value,
        "direction": threshold and threshold.direction,
        "required": threshold and threshold.required,
        "source": threshold and threshold.source,
        "threshold_kind": threshold and threshold.kind,
        "band": figure.band,
        "verdict": figure.verdict,
        "borderline": figure.borderline,
        "why_shown": figure.why_shown,
    }


def _ends(interval: Interval | None) -> Row:
    return {"low": interval.low, "high": interval.high} if interval else {}


def _clusters(clusters: Clusters | None) -> Row:
    if clusters is None:
        return {}
    return {
        "item_low": clusters.item_interval.low,
        "item_high": clusters.item_interval.high,
        "clusters": str(clusters),
        "effective_n": clusters.effective_n,
        "design_effect": clusters.design_effect,
    }


def _inert(cell: object) -> object:
    """Text that a spreadsheet would run as a formula is quoted; a number stays a number."""
    return FORMULA.sub(r"\1'", visible(cell)) if isinstance(cell, str) else cell
