"""evaluation_summary.csv: one row per figure, for a spreadsheet or pandas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from kasauti.records import (
    Clusters,
    Figure,
    Interval,
    Layer,
    Measurement,
    Run,
    Slice,
    SuiteResult,
)
from kasauti.reports.files.writing import BYTE_ORDER_MARK, csv_text
from kasauti.reports.wording.rows import LAYERS, detail_figures

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
    "red",
    "why_shown",
    "source",
    "threshold_kind",
    "signature",
    "model",
    "language",
)
DETAIL_COLUMNS = (
    *("case", "kind", "name", "value", "metric", "score"),
    *("correct", "total", "low", "high", "model"),
)

Row = Mapping[str, object]


def summary_csv(run: Run) -> str:
    """The figures of every case, then the totals and overall scores."""
    return _text(COLUMNS, summary_rows(run))


def details_csv(run: Run) -> str:
    """The slices, baselines and layers of every case, and the mean of each layer."""
    return _text(DETAIL_COLUMNS, detail_rows(run))


def _text(columns: Sequence[str], rows: Iterable[Row]) -> str:
    cells = [[row.get(column) for column in columns] for row in rows]
    return BYTE_ORDER_MARK + csv_text([columns, *cells])


def detail_rows(run: Run) -> Iterator[Row]:
    """Slices by tag, baselines by name, and layers by number, of each case."""
    model = {"model": run.model_config.get("model")}
    for measurement in run.measurements:
        case = {"case": str(measurement.case), **model}
        for part in measurement.slices:
            named = {"kind": "slice", "name": part.tag, "value": part.value}
            yield {**case, **named, **_share(part)}
        for name, value in dict(measurement.details.get("baselines", {})).items():
            found = value if isinstance(value, Mapping) else {"accuracy": value}
            for metric, figure in found.items():
                yield {**case, "kind": "baseline", "name": name, "metric": metric, "score": figure}
        layers = measurement.layers
        for layer in layers.results if layers else ():
            chosen = "chosen" if layers and layer.layer == layers.chosen else ""
            yield {**case, "kind": "layer", "name": layer.layer, "value": chosen, **_share(layer)}
    for suite in run.suites:
        for layer, value in suite.details.get(LAYERS, {}).items():
            averaged = {"case": f"{suite.suite}/{LAYERS}", "kind": "layer", "name": layer}
            yield {**averaged, **model, "metric": "accuracy", "score": value}


def _share(part: Slice | Layer) -> Row:
    return {
        "metric": "accuracy",
        "score": part.accuracy,
        "correct": part.correct,
        "total": part.total,
        **_ends(part.interval),
    }


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
        "red": measurement.red,
        "why_shown": measurement.why_shown,
    }
    for figure in (*measurement.figures, *detail_figures(measurement)):
        yield {**case, **_figure(figure), "kind": "figure"}


def _suite_rows(suite: SuiteResult) -> Iterator[Row]:
    for total in suite.totals:
        for metric, value in total.figures.items():
            yield {
                "case": f"{suite.suite}/{total.name}",
                "kind": "total",
                "metric": metric,
                "value": value,
                "n": total.count(metric),
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
        "red": figure.red,
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
