"""Records as JSON: what travels between processes, and what result files hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from kasauti.records.bars import Bar
from kasauti.records.changes import Change, FlippedItem
from kasauti.records.explanations import explanation_json
from kasauti.records.figures import Figure, Interval
from kasauti.records.items import Item, Outcomes
from kasauti.records.measurements import Layers, Measurement, Slice, Work
from kasauti.records.runs import Run, SuiteResult, Total
from kasauti.records.tokenization import tokenization_json

Json = dict[str, Any]

RESULTS_FORMAT, RESULTS_VERSION = "kasauti_results", 2
BASELINE_FORMAT, BASELINE_VERSION = "kasauti_baseline", 2
SUMMARY = "summary"
INCOMPLETE = "The run did not finish: this is what it measured until then."
# The fields that every case may have; what else stands there is the suite's own.
COMMON = {
    *(
        "case",
        "metric",
        "value",
        "n",
        "of",
        "interval",
        "band",
        "bar",
        "headline_verdict",
        "verdict",
    ),
    *("signature", "settings", "work", "figures", "slices", "layer_results", "layers", "chosen"),
    *("language", "unit", "score_name", "level", "parent", "model", "notes", "reasons", "message"),
    *("outcomes", "items", "why_shown", "borderline", "explanation"),
    "tokenization",
}
# A case that is a comparison with a baseline has this field, and the others too.
COMPARED = "compared"
OF_CHANGE = {
    *("compared_metric", "before", "now", "test", "p", "p_holm", "cases", "drop"),
    *("smallest_detectable_drop", "lost", "won", "flips", "new_cases", COMPARED),
}


def case_json(measurement: Measurement) -> Json:
    """A case in evaluation_results.json, computed or from the store: equal runs have equal cases.

    The summary has the total of the work.
    """
    return {name: value for name, value in measurement_json(measurement).items() if name != "work"}


def run_json(run: Run, *, case: Callable[[Measurement], Any] = case_json) -> Json:
    """The content of evaluation_results.json: a section for each suite, then the summary."""
    sections: Json = {}
    for suite, measurements in run.by_suite().items():
        result = run.suite(suite)
        cases = {each.case.name: case(each) for each in measurements}
        totals = {each.name: total_json(each) for each in result.totals}
        sections[result.section] = {**cases, **totals, **result.details}
    overall = [each.overall for each in run.suites if each.overall]
    return {
        RESULTS_FORMAT: RESULTS_VERSION,
        **sections,
        SUMMARY: {
            "evaluation_date": run.date,
            "complete": run.complete,
            **({} if run.complete else {"incomplete": INCOMPLETE}),
            "model_config": dict(run.model_config),
            **({"defaults": dict(run.defaults)} if run.defaults else {}),
            "overall_scores": {each.name: each.value for each in overall},
            "bands": {each.name: each.band for each in overall if each.band},
            "diagnosis": list(run.diagnosis),
            "versions": dict(run.versions),
            "work": work_json(run.work),
            "suites": {each.section: _suite_json(each) for each in run.suites},
            "unmeasured": [
                {"test": each.test, "outcome": each.outcome, "reason": each.reason}
                for each in run.unmeasured
            ],
        },
    }


def baseline_json(measurements: Iterable[Measurement], *, saved: str) -> Json:
    """The content of a baseline: what a later run is compared with, without texts."""
    kept = ("case", "metric", "value", "n", "bar", "settings", "language", "outcomes")
    return {
        BASELINE_FORMAT: BASELINE_VERSION,
        "saved": saved,
        "cases": [
            {name: value for name, value in measurement_json(each).items() if name in kept}
            for each in measurements
            if each.outcomes is not None
        ],
    }


def measurement_json(measurement: Measurement) -> Json:
    """A case: the suite's own figures under their documented names, then what every case has."""
    headline = measurement.headline
    if taken := COMMON & {*measurement.details, headline.metric}:
        raise ValueError(
            f"{measurement.case} calls a detail or its metric {min(taken)}, which every case has "
            "already. Give it another name."
        )
    content = {
        headline.metric: headline.value,
        **measurement.details,
        "case": str(measurement.case),
        "metric": headline.metric,
        "value": headline.value,
        "n": headline.n,
        **({} if headline.of is None else {"of": headline.of}),
        "interval": interval_json(headline.interval),
        "band": headline.band,
        "bar": bar_json(headline.bar),
        "headline_verdict": headline.verdict,
        "verdict": measurement.verdict,
        **({"borderline": True} if measurement.borderline else {}),
        **({"why_shown": headline.why_shown} if headline.why_shown else {}),
        "signature": measurement.signature,
        "settings": dict(measurement.settings),
    }
    if measurement.change is not None:
        content |= change_json(measurement.change)
    return content | _filled(
        {
            "work": measurement.provenance.work and work_json(measurement.provenance.work),
            "figures": [figure_json(each) for each in measurement.figures],
            "slices": slices_json(measurement.slices),
            "layer_results": measurement.layers and _layer_results(measurement.layers),
            "layers": measurement.layers
            and {"chosen": measurement.layers.chosen, "baseline": measurement.layers.baseline},
            "chosen": {right: dict(row) for right, row in measurement.chosen.items()},
            "language": measurement.language,
            "tokenization": measurement.tokenization
            and tokenization_json(measurement.tokenization),
            "unit": measurement.unit,
            "score_name": measurement.score_name,
            "level": measurement.level,
            "parent": measurement.parent and str(measurement.parent),
            "model": measurement.model,
            "notes": list(measurement.notes),
            "reasons": list(measurement.reasons),
            "message": measurement.message,
            "explanation": explanation_json(measurement.explanation),
            "outcomes": measurement.outcomes and _outcomes_json(measurement.outcomes),
            "items": [item_json(each) for each in measurement.items],
        }
    )


def change_json(change: Change) -> Json:
    """A comparison under its documented names."""
    return {
        "compared": str(change.compared),
        "compared_metric": change.metric,
        "before": change.before,
        "now": change.now,
        "test": change.test,
        "p": change.p,
        "p_holm": change.p_holm,
        "cases": change.cases,
        "drop": change.drop,
        "smallest_detectable_drop": change.smallest_detectable_drop,
        "lost": change.lost,
        "won": change.won,
        "flips": {
            "lost": [_flip_json(each) for each in change.flips_lost],
            "won": [_flip_json(each) for each in change.flips_won],
        },
        "new_cases": list(change.new_cases),
    }


def figure_json(figure: Figure) -> Json:
    return {
        "metric": figure.metric,
        "value": figure.value,
        "n": figure.n,
        **({} if figure.of is None else {"of": figure.of}),
        "interval": interval_json(figure.interval),
        "bar": bar_json(figure.bar),
        "verdict": figure.verdict,
        **({"band": figure.band} if figure.band else {}),
        **({"why_shown": figure.why_shown} if figure.why_shown else {}),
    }


def item_json(item: Item) -> Json:
    """An item without what it does not have: there may be a hundred thousand of them."""
    # An empty answer is an answer.
    answers = {"expected": item.expected, "given": item.given}
    given = {name: text for name, text in answers.items() if text is not None}
    return {"id": item.id, **given} | _filled(
        {
            "texts": list(item.texts),
            "right": item.right,
            "score": item.score,
            "language": item.language,
            "answer_language": item.answer_language,
            "tags": dict(item.tags),
            "note": item.note,
            "scores": list(item.scores),
            "span": item.span and list(item.span),
            "details": dict(item.details),
        }
    )


def bar_json(bar: Bar | None) -> Json | None:
    if bar is None:
        return None
    return {
        "band": bar.required,
        "direction": bar.direction,
        "value": bar.value,
        "source": bar.source,
        **({"kind": bar.kind} if bar.kind else {}),
    }


def interval_json(interval: Interval | None) -> Json | None:
    return None if interval is None else {"low": interval.low, "high": interval.high}


def work_json(work: Work) -> Json:
    by = {"worker": work.worker} if work.worker else {}
    return {"computed": work.computed, "stored": work.stored, **by}


def total_json(total: Total) -> Json:
    """A total under its documented names: its items counted, or the cases that it is a mean of."""
    content: Json = dict(total.figures)
    if total.correct is not None:
        content |= {"correct": total.correct, "total": total.n}
    else:
        content[total.counted] = total.n
    if total.interval is not None:
        content["interval"] = interval_json(total.interval)
    return content


def slices_json(slices: Sequence[Slice]) -> Json:
    found: Json = {}
    for each in slices:
        found.setdefault(each.tag, {})[each.value] = {
            "accuracy": each.accuracy,
            "correct": each.correct,
            "total": each.total,
            "interval": interval_json(each.interval),
        }
    return found


def _layer_results(layers: Layers) -> Json:
    return {
        str(each.layer): {
            "accuracy": each.accuracy,
            "correct": each.correct,
            "total": each.total,
            "macro_f1": each.macro_f1,
            "interval": interval_json(each.interval),
            "control_accuracy": each.control_accuracy,
            "selectivity": each.selectivity,
            "codelength": each.codelength,
            "compression": each.compression,
        }
        for each in layers.results
    }


def _outcomes_json(outcomes: Outcomes) -> Json:
    right = outcomes.kind == "right"
    return {
        "kind": outcomes.kind,
        "items": {item: bool(value) if right else value for item, value in outcomes.items.items()},
    }


def _flip_json(flip: FlippedItem) -> Json:
    content: Json = {"id": flip.id, "text": flip.text, "before": flip.before, "now": flip.now}
    return content if flip.language is None else {**content, "language": flip.language}


def _suite_json(result: SuiteResult) -> Json:
    overall = result.overall
    return {
        "suite": result.suite,
        "title": result.title,
        "totals": [each.name for each in result.totals],
        "details": list(result.details),
        "findings": {name: list(lines) for name, lines in result.findings.items()},
        **({"languages": dict(result.languages)} if result.languages else {}),
        "overall": overall and {"score": overall.name, "cases": overall.cases},
    }


def _filled(content: Mapping[str, Any]) -> Json:
    """Without what is absent or empty; False and 0 are neither."""
    return {
        name: value
        for name, value in content.items()
        if value is not None and (value or isinstance(value, bool | int | float))
    }
