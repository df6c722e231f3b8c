"""Result files and baselines: the JSON of a run, and the run that a file holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import msgspec

from kasauti.inputs.errors import RecordError
from kasauti.records.measurements import Measurement, Work
from kasauti.records.numbers import Count, Finite
from kasauti.records.runs import COUNTED, Overall, Run, SuiteResult, Total, Unmeasured
from kasauti.records.serialization.cases import (
    INVALID,
    Json,
    builtins,
    case_json,
    interval_json,
    read_measurement,
)

RESULTS_FORMAT, RESULTS_VERSION = "kasauti_results", 3
BASELINE_FORMAT, BASELINE_VERSION = "kasauti_baseline", 3
SUMMARY = "summary"
INCOMPLETE = "The run did not finish: this is what it measured until then."
KEPT_IN_BASELINE = ("case", "metric", "value", "n", "threshold", "settings", "language", "outcomes")


class _Overall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    score: str
    cases: Count


class _Suite(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    suite: str
    title: str
    totals: tuple[str, ...]
    details: tuple[str, ...]
    findings: Mapping[str, tuple[str, ...]]
    overall: _Overall | None
    languages: Mapping[str, Any] = {}


class _Summary(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    evaluation_date: str
    complete: bool
    model_config: Mapping[str, str]
    overall_scores: Mapping[str, Finite]
    bands: Mapping[str, str]
    diagnosis: tuple[str, ...]
    versions: Mapping[str, str]
    work: Work
    suites: dict[str, _Suite]
    unmeasured: tuple[Unmeasured, ...]
    errors: tuple[Unmeasured, ...] = ()
    incomplete: str = ""
    defaults: Mapping[str, str] = {}


def run_json(run: Run) -> Json:
    """Return the content of evaluation_results.json: a section per suite, then the summary.

    A case is a function that returns its JSON, so that one of them is in memory at a time.
    """
    sections: Json = {}
    for suite, measurements in run.by_suite().items():
        result = run.suite(suite)
        cases = {each.case.name: partial(case_json, each) for each in measurements}
        totals = {each.name: _total_json(each) for each in result.totals}
        sections[result.section] = {**cases, **totals, **builtins(result.details)}
    overall = [each.overall for each in run.suites if each.overall]
    summary = _Summary(
        evaluation_date=run.date,
        complete=run.complete,
        incomplete="" if run.complete else INCOMPLETE,
        model_config=run.model_config,
        defaults=run.defaults,
        overall_scores={each.name: each.value for each in overall},
        bands={each.name: each.band for each in overall if each.band},
        diagnosis=run.diagnosis,
        versions=run.versions,
        work=run.work,
        suites={each.section: _summary_of(each) for each in run.suites},
        unmeasured=tuple(each for each in run.unmeasured if each.outcome != "error"),
        errors=run.errors,
    )
    content = builtins(summary)
    del content["work"]["worker"]
    return {RESULTS_FORMAT: RESULTS_VERSION, **sections, SUMMARY: content}


def baseline_json(measurements: Iterable[Measurement], *, saved: str) -> Json:
    """Return the content of a baseline: what a later run is compared with, without texts."""
    cases = [case_json(each) for each in measurements if each.outcomes is not None]
    return {
        BASELINE_FORMAT: BASELINE_VERSION,
        "saved": saved,
        "cases": [
            {name: case[name] for name in KEPT_IN_BASELINE if name in case} for case in cases
        ],
    }


def is_baseline(text: bytes) -> bool:
    """Return whether a file of this content is a baseline, which another one may replace."""
    try:
        return BASELINE_FORMAT in msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    except INVALID:
        return False


def read_run(content: object) -> Run:
    """Return the run in the content of an evaluation_results.json or of a baseline."""
    if not isinstance(content, dict):
        raise RecordError("it is not a JSON object")
    try:
        if BASELINE_FORMAT in content:
            _check_version(content[BASELINE_FORMAT], BASELINE_VERSION)
            cases = tuple(map(read_measurement, content["cases"]))
            _refuse_twice(cases)
            return Run(date=msgspec.convert(content["saved"], str), measurements=cases)
        if RESULTS_FORMAT in content:
            _check_version(content[RESULTS_FORMAT], RESULTS_VERSION)
            run = _read_results(content)
            _refuse_twice(run.measurements)
            return run
    except RecordError:
        raise
    except INVALID as error:
        raise RecordError(f"it has a missing or invalid value: {error}") from None
    raise RecordError("it is neither a baseline nor an evaluation_results.json")


def _summary_of(result: SuiteResult) -> _Suite:
    overall = result.overall
    return _Suite(
        suite=result.suite,
        title=result.title,
        totals=tuple(each.name for each in result.totals),
        details=tuple(result.details),
        findings=result.findings,
        overall=_Overall(overall.name, overall.cases) if overall else None,
        languages=result.languages,
    )


def _read_results(content: Json) -> Run:
    summary = msgspec.convert(content[SUMMARY], _Summary)
    suites: list[SuiteResult] = []
    measurements: list[Measurement] = []
    for section, cases in content.items():
        if section in (SUMMARY, RESULTS_FORMAT):
            continue
        described = summary.suites.get(section)
        others = (*described.totals, *described.details) if described else ()
        found = (case for name, case in cases.items() if name not in others)
        measurements += map(read_measurement, found)
        if described:
            suites.append(_read_suite(section, described, cases, summary))
    return Run(
        date=summary.evaluation_date,
        measurements=tuple(measurements),
        suites=tuple(suites),
        unmeasured=(*summary.unmeasured, *summary.errors),
        diagnosis=summary.diagnosis,
        model_config=summary.model_config,
        versions=summary.versions,
        defaults=summary.defaults,
        work=summary.work,
        complete=summary.complete,
    )


def _read_suite(section: str, described: _Suite, cases: Json, summary: _Summary) -> SuiteResult:
    overall = described.overall
    score = overall.score if overall else ""
    return SuiteResult(
        suite=described.suite,
        title=described.title,
        section=section,
        totals=tuple(_read_total(name, cases[name]) for name in described.totals),
        overall=Overall(
            score, summary.overall_scores[score], summary.bands.get(score), overall.cases
        )
        if overall
        else None,
        details={name: cases[name] for name in described.details},
        findings=described.findings,
        languages=described.languages,
    )


def _total_json(total: Total) -> Json:
    """Return a total: its items counted, or the cases that it is a mean of."""
    counts: Json = (
        {total.counted: total.n}
        if total.correct is None
        else {"correct": total.correct, "total": total.n}
    )
    ends = {} if total.interval is None else {"interval": interval_json(total.interval)}
    clusters = {"clusters": builtins(total.clusters)} if total.clusters else {}
    fewer = {"counts": dict(total.counts)} if total.counts else {}
    return {**total.figures, **counts, **ends, **clusters, **fewer}


def _read_total(name: str, content: Mapping[str, Any]) -> Total:
    counted = next((each for each in COUNTED if each in content), "tasks")
    known = ("correct", "total", "interval", "clusters", "counts", *COUNTED)
    fields = {
        "name": name,
        "figures": {metric: value for metric, value in content.items() if metric not in known},
        "n": content["total" if "correct" in content else counted],
        "interval": content.get("interval"),
        "clusters": content.get("clusters"),
        "correct": content.get("correct"),
        "counted": counted,
        "counts": content.get("counts", {}),
    }
    return msgspec.convert(fields, Total)


def _refuse_twice(cases: Iterable[Measurement]) -> None:
    """Refuse a file that has a case twice: nobody knows which one counts."""
    for case, count in Counter(each.case for each in cases).items():
        if count > 1:
            raise RecordError(f"it has the case {case} {count} times")


def _check_version(version: object, known: int) -> None:
    if version != known:
        raise RecordError(f"its version is {version!r}, and not {known}")
