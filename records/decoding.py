"""Records from JSON: of this version, and of the first one, whose files still load."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from kasauti.records import first_version
from kasauti.records.bars import HOLDS, Bar
from kasauti.records.case_id import CaseId
from kasauti.records.changes import Change, FlippedItem
from kasauti.records.encoding import (
    BASELINE_FORMAT,
    BASELINE_VERSION,
    COMMON,
    COMPARED,
    OF_CHANGE,
    RESULTS_FORMAT,
    RESULTS_VERSION,
    SUMMARY,
    Json,
)
from kasauti.records.figures import Figure, Interval
from kasauti.records.items import Item, Outcomes
from kasauti.records.measurements import Layer, Layers, Measurement, Provenance, Slice, Work
from kasauti.records.runs import Overall, Run, SuiteResult, Total, Unmeasured


class RecordError(ValueError):
    """A record that cannot be read; the message says what is wrong with it."""


def read_run(content: object) -> Run:
    """The run in the content of an evaluation_results.json or of a baseline, of any version."""
    if not isinstance(content, dict):
        raise RecordError("it is not a JSON object")
    try:
        if BASELINE_FORMAT in content:
            return _baseline(content)
        if RESULTS_FORMAT in content:
            _check_version(content[RESULTS_FORMAT], RESULTS_VERSION)
            return _results(content)
        if SUMMARY in content:
            return _results(first_version.upgraded_results(content))
    except (KeyError, TypeError, AttributeError) as error:
        raise RecordError(f"it lacks or garbles {error}") from None
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(str(error)) from None
    raise RecordError("it is neither a baseline nor an evaluation_results.json")


def is_baseline(text: bytes) -> bool:
    """Whether a file of this content is a baseline, which another one may replace."""
    if not text.lstrip().startswith(b"{"):
        return False
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(content, dict) and BASELINE_FORMAT in content


def read_measurement(content: Mapping[str, Any]) -> Measurement:
    """A measurement as `measurement_json` wrote it."""
    name = content.get("case", "a case") if isinstance(content, Mapping) else "a case"
    try:
        return _measurement(content)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise RecordError(f"{name} lacks or garbles {error}") from None


def _measurement(content: Mapping[str, Any]) -> Measurement:
    metric = str(content["metric"])
    known = COMMON | OF_CHANGE if COMPARED in content else COMMON
    return Measurement(
        case=CaseId.parse(content["case"]),
        headline=_figure(
            {**content, "verdict": content.get("headline_verdict")}, band=content.get("band")
        ),
        provenance=Provenance(
            {str(name): str(value) for name, value in content["settings"].items()},
            Work(**content["work"]) if "work" in content else None,
        ),
        message=content.get("message", ""),
        reasons=tuple(content.get("reasons", ())),
        figures=tuple(_figure(each, band=each.get("band")) for each in content.get("figures", ())),
        items=tuple(_item(each) for each in content.get("items", ())),
        outcomes=_outcomes(content.get("outcomes")),
        details={
            name: value
            for name, value in content.items()
            if name not in known and not (name == metric and value == content["value"])
        },
        notes=tuple(content.get("notes", ())),
        slices=tuple(_slices(content.get("slices", {}))),
        layers=_layers(content),
        chosen=content.get("chosen", {}),
        language=content.get("language"),
        unit=content.get("unit", ""),
        score_name=content.get("score_name", "score"),
        level=content.get("level", ""),
        parent=CaseId.parse(content["parent"]) if "parent" in content else None,
        change=_change(content) if COMPARED in content else None,
        model=content.get("model", ""),
    )


def _figure(content: Mapping[str, Any], *, band: str | None = None) -> Figure:
    n = content.get("n")
    return Figure(
        metric=str(content["metric"]),
        value=_number(content["value"]),
        n=None if n is None else int(n),
        interval=_interval(content.get("interval")),
        bar=_bar(content.get("bar")),
        verdict=content.get("verdict"),
        band=band,
    )


def _bar(content: Mapping[str, Any] | None) -> Bar | None:
    if content is None:
        return None
    if content["direction"] not in HOLDS:
        raise ValueError(f"the direction {content['direction']!r}")
    value = content["value"]
    return Bar(
        required=str(content["band"]),
        direction=content["direction"],
        value=None if value is None else _number(value),
        source=str(content["source"]),
    )


def _interval(content: Mapping[str, Any] | None) -> Interval | None:
    return (content and Interval(_number(content["low"]), _number(content["high"]))) or None


def _item(content: Mapping[str, Any]) -> Item:
    span = content.get("span")
    return Item(
        id=str(content["id"]),
        texts=tuple(content.get("texts", ())),
        expected=content.get("expected"),
        given=content.get("given"),
        right=content.get("right"),
        score=content.get("score"),
        language=content.get("language"),
        answer_language=content.get("answer_language"),
        tags=content.get("tags", {}),
        note=content.get("note", ""),
        scores=tuple(content.get("scores", ())),
        span=(span[0], span[1]) if span else None,
        details=content.get("details", {}),
    )


def _outcomes(content: Mapping[str, Any] | None) -> Outcomes | None:
    if content is None:
        return None
    return Outcomes(
        content["kind"], {str(item): _number(value) for item, value in content["items"].items()}
    )


def _slices(content: Mapping[str, Mapping[str, Any]]) -> Iterator[Slice]:
    for tag, values in content.items():
        for value, figures in values.items():
            ends = figures["interval"]
            yield Slice(
                tag,
                value,
                figures["correct"],
                figures["total"],
                Interval(ends["low"], ends["high"]),
            )


def _layers(content: Mapping[str, Any]) -> Layers | None:
    if "layer_results" not in content:
        return None
    found = []
    for layer, each in content["layer_results"].items():
        ends = each["interval"]
        figures = {**each, "interval": Interval(ends["low"], ends["high"])}
        found.append(Layer(layer=int(layer), **figures))
    told = content["layers"]
    return Layers(tuple(found), told["chosen"], told["baseline"])


def _change(content: Mapping[str, Any]) -> Change:
    least, flips = content["smallest_detectable_drop"], content["flips"]
    return Change(
        compared=CaseId.parse(content["compared"]),
        metric=str(content["compared_metric"]),
        before=_number(content["before"]),
        now=_number(content["now"]),
        test=str(content["test"]),
        p=_number(content["p"]),
        p_holm=_number(content["p_holm"]),
        cases=int(content["cases"]),
        drop=_number(content["drop"]),
        smallest_detectable_drop=None if least is None else _number(least),
        lost=int(content["lost"]),
        won=int(content["won"]),
        flips_lost=tuple(FlippedItem(**each) for each in flips["lost"]),
        flips_won=tuple(FlippedItem(**each) for each in flips["won"]),
        new_cases=tuple(content["new_cases"]),
    )


def _baseline(content: Json) -> Run:
    version = content[BASELINE_FORMAT]
    cases = content["cases"]
    if version == 1:
        cases = [first_version.upgraded_baseline_case(each) for each in cases]
    else:
        _check_version(version, BASELINE_VERSION)
    measurements = tuple(read_measurement(each) for each in cases)
    return Run(date=str(content.get("saved", "")), measurements=measurements)


def _results(content: Json) -> Run:
    summary = content[SUMMARY]
    scores, bands = summary["overall_scores"], summary["bands"]
    suites: list[SuiteResult] = []
    measurements: list[Measurement] = []
    for section, cases in content.items():
        if section in (SUMMARY, RESULTS_FORMAT):
            continue
        told = summary["suites"].get(section, {})
        totals, details = told.get("totals", []), told.get("details", [])
        measurements += [
            read_measurement(case)
            for name, case in cases.items()
            if name not in totals and name not in details
        ]
        if told:
            suites.append(_suite(section, told, cases, scores, bands))
    return Run(
        date=summary["evaluation_date"],
        measurements=tuple(measurements),
        suites=tuple(suites),
        unmeasured=tuple(Unmeasured(**each) for each in summary["unmeasured"]),
        diagnosis=tuple(summary["diagnosis"]),
        model_config=summary["model_config"],
        versions=summary["versions"],
        work=Work(**summary["work"]),
        # Files of earlier versions were written of finished runs only.
        complete=bool(summary.get("complete", True)),
    )


def _suite(section: str, told: Json, cases: Json, scores: Json, bands: Json) -> SuiteResult:
    overall = told["overall"]
    return SuiteResult(
        suite=told["suite"],
        title=told["title"],
        section=section,
        totals=tuple(_total(name, cases[name]) for name in told["totals"]),
        overall=overall
        and Overall(
            overall["score"],
            scores[overall["score"]],
            bands.get(overall["score"]),
            overall["cases"],
        ),
        details={name: cases[name] for name in told["details"]},
        findings={name: tuple(lines) for name, lines in told["findings"].items()},
    )


def _total(name: str, content: Mapping[str, Any]) -> Total:
    counted = "cases" if "cases" in content else "tasks"
    is_share = "correct" in content
    return Total(
        name=name,
        figures={
            metric: value
            for metric, value in content.items()
            if metric not in ("correct", "total", "tasks", "cases", "interval")
        },
        n=content["total"] if is_share else content[counted],
        interval=_interval(content.get("interval")),
        correct=content["correct"] if is_share else None,
        counted=counted,  # type: ignore[arg-type]
    )


def _check_version(version: object, known: int) -> None:
    if version != known:
        raise RecordError(f"its version is {version!r}, and not {known}")


def _number(value: object) -> float:
    """A finite number; true and false, the outcomes of items, are 1 and 0."""
    if not isinstance(value, int | float) or not abs(value) < float("inf"):
        raise ValueError(f"the number {value!r}")
    return float(value)
