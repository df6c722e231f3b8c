"""Records from JSON: of this version, and of the first one, whose files still load."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from kasauti.records import first_version
from kasauti.records.bars import HOLDS, KINDS, VERDICTS, Bar
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
from kasauti.records.explanations import read_explanation
from kasauti.records.figures import Figure, Interval
from kasauti.records.items import Item, Outcomes
from kasauti.records.measurements import Layer, Layers, Measurement, Provenance, Slice, Work
from kasauti.records.outside_files import printable
from kasauti.records.runs import COUNTED, Counted, Overall, Run, SuiteResult, Total, Unmeasured
from kasauti.records.tokenization import read_tokenization

# What comes of values of other types, of short lists and of numbers that are too large.
GARBLED = (KeyError, IndexError, TypeError, AttributeError, OverflowError, RecursionError)


class RecordError(ValueError):
    """A record that cannot be read; the message says what is wrong with it."""

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


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
    except RecordError:
        raise
    except GARBLED as error:
        raise RecordError(f"it has a missing or invalid value: {error}") from None
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
    except (*GARBLED, ValueError) as error:
        raise RecordError(f"{name} has a missing or invalid value: {error}") from None


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
        message=_text(content.get("message", "")),
        reasons=_texts(content.get("reasons", ())),
        figures=tuple(_figure(each, band=each.get("band")) for each in content.get("figures", ())),
        items=tuple(_item(each) for each in content.get("items", ())),
        outcomes=_outcomes(content.get("outcomes")),
        details={
            name: value
            for name, value in content.items()
            if name not in known and not (name == metric and value == content["value"])
        },
        notes=_texts(content.get("notes", ())),
        slices=tuple(_slices(content.get("slices", {}))),
        layers=_layers(content),
        chosen=_chosen(content.get("chosen", {})),
        language=_text_or_none(content.get("language")),
        tokenization=read_tokenization(content.get("tokenization")),
        unit=_text(content.get("unit", "")),
        score_name=_text(content.get("score_name", "score")),
        level=_text(content.get("level", "")),
        parent=CaseId.parse(content["parent"]) if "parent" in content else None,
        change=_change(content) if COMPARED in content else None,
        model=_text(content.get("model", "")),
        explanation=read_explanation(content.get("explanation")),
    )


def _figure(content: Mapping[str, Any], *, band: str | None = None) -> Figure:
    return Figure(
        metric=str(content["metric"]),
        value=_number(content["value"]),
        n=None if content.get("n") is None else int(_number(content["n"])),
        interval=_interval(content.get("interval")),
        bar=_bar(content.get("bar")),
        verdict=_one_of(VERDICTS, content.get("verdict"), "verdict"),
        band=_text_or_none(band),
        why_shown=_text(content.get("why_shown", "")),
        of=int(_number(content["of"])) if "of" in content else None,
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
        kind=_one_of(KINDS, content.get("kind"), "kind of threshold"),
    )


def _interval(content: Mapping[str, Any] | None) -> Interval | None:
    return (content and Interval(_number(content["low"]), _number(content["high"]))) or None


def _item(content: Mapping[str, Any]) -> Item:
    span, right, score = (content.get(name) for name in ("span", "right", "score"))
    return Item(
        id=str(content["id"]),
        texts=_texts(content.get("texts", ())),
        expected=_text_or_none(content.get("expected")),
        given=_text_or_none(content.get("given")),
        right=None if right is None else bool(_number(right)),
        score=None if score is None else _number(score),
        language=_text_or_none(content.get("language")),
        answer_language=_text_or_none(content.get("answer_language")),
        tags={_text(tag): _text(value) for tag, value in content.get("tags", {}).items()},
        note=_text(content.get("note", "")),
        scores=tuple(_number(each) for each in content.get("scores", ())),
        span=(int(span[0]), int(span[1])) if span else None,
        details=dict(content.get("details", {})),
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
                int(figures["correct"]),
                int(figures["total"]),
                Interval(_number(ends["low"]), _number(ends["high"])),
            )


def _layers(content: Mapping[str, Any]) -> Layers | None:
    if "layer_results" not in content:
        return None
    found = []
    for layer, each in content["layer_results"].items():
        ends = Interval(*(_number(each["interval"][end]) for end in ("low", "high")))
        figures: Json = {name: _number(each[name]) for name in each if name != "interval"}
        counts = {name: int(each[name]) for name in ("correct", "total")}
        figures |= {**counts, "interval": ends}
        found.append(Layer(layer=int(layer), **figures))
    layers = content["layers"]
    baseline = layers["baseline"]
    return Layers(
        tuple(found), int(layers["chosen"]), None if baseline is None else _number(baseline)
    )


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
        new_cases=_texts(content["new_cases"]),
    )


def _baseline(content: Json) -> Run:
    version = content[BASELINE_FORMAT]
    cases = content["cases"]
    if version == 1:
        cases = [first_version.upgraded_baseline_case(each) for each in cases]
    else:
        _check_version(version, BASELINE_VERSION)
    return Run(date=str(content.get("saved", "")), measurements=tuple(map(read_measurement, cases)))


def _results(content: Json) -> Run:
    summary = content[SUMMARY]
    scores, bands = summary["overall_scores"], summary["bands"]
    suites: list[SuiteResult] = []
    measurements: list[Measurement] = []
    for section, cases in content.items():
        if section in (SUMMARY, RESULTS_FORMAT):
            continue
        described = summary["suites"].get(section, {})
        totals, details = described.get("totals", []), described.get("details", [])
        measurements += [
            read_measurement(case)
            for name, case in cases.items()
            if name not in totals and name not in details
        ]
        if described:
            suites.append(_suite(section, described, cases, scores, bands))
    return Run(
        date=_text(summary["evaluation_date"]),
        measurements=tuple(measurements),
        suites=tuple(suites),
        unmeasured=tuple(Unmeasured(**each) for each in summary["unmeasured"]),
        diagnosis=_texts(summary["diagnosis"]),
        model_config=dict(summary["model_config"]),
        versions=dict(summary["versions"]),
        defaults=dict(summary.get("defaults", {})),
        work=Work(**summary["work"]),
        # Files of earlier versions were written of finished runs only.
        complete=bool(summary.get("complete", True)),
    )


def _suite(section: str, described: Json, cases: Json, scores: Json, bands: Json) -> SuiteResult:
    overall = described["overall"]
    return SuiteResult(
        suite=described["suite"],
        title=described["title"],
        section=section,
        totals=tuple(_total(name, cases[name]) for name in described["totals"]),
        overall=overall
        and Overall(
            overall["score"],
            scores[overall["score"]],
            bands.get(overall["score"]),
            overall["cases"],
        ),
        details={name: cases[name] for name in described["details"]},
        findings={name: _texts(lines) for name, lines in described["findings"].items()},
        languages=dict(described.get("languages", {})),
    )


def _total(name: str, content: Mapping[str, Any]) -> Total:
    counted: Counted = next((each for each in COUNTED if each in content), "tasks")
    is_share = "correct" in content
    return Total(
        name=name,
        figures={
            metric: value
            for metric, value in content.items()
            if metric not in ("correct", "total", "interval", *COUNTED)
        },
        n=content["total"] if is_share else content[counted],
        interval=_interval(content.get("interval")),
        correct=content["correct"] if is_share else None,
        counted=counted,
    )


def _check_version(version: object, known: int) -> None:
    if version != known:
        raise RecordError(f"its version is {version!r}, and not {known}")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"the text {value!r:.80}")
    return value


def _text_or_none(value: object) -> str | None:
    return None if value is None else _text(value)


def _texts(values: object) -> tuple[str, ...]:
    if not isinstance(values, list | tuple):
        raise ValueError(f"the list {values!r:.80}")
    return tuple(_text(value) for value in values)


def _one_of(known: tuple[str, ...], value: object, what: str) -> Any:
    if value is not None and value not in known:
        raise ValueError(f"the {what} {value!r:.80}")
    return value


def _chosen(content: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    return {
        right: {chosen: int(count) for chosen, count in counts.items()}
        for right, counts in content.items()
    }


def _number(value: object) -> float:
    """A finite number; true and false, the outcomes of items, are 1 and 0."""
    if not isinstance(value, int | float) or not abs(value) < float("inf"):
        raise ValueError(f"the number {value!r:.80}")
    return float(value)
