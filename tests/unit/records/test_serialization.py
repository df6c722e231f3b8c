"""Records on their way to JSON and back: nothing is lost."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kasauti.records import (
    HOLDS,
    CaseId,
    Change,
    Figure,
    FlippedItem,
    Interval,
    Item,
    Layer,
    Layers,
    Measurement,
    Outcomes,
    Overall,
    Provenance,
    Run,
    Slice,
    SuiteResult,
    Threshold,
    Total,
    Unmeasured,
    Work,
)
from kasauti.records.serialization.cases import (
    COMMON,
    OF_CHANGE,
    case_json,
    pack,
    read_measurement,
    unpack,
)
from kasauti.records.serialization.files import baseline_json, read_run
from kasauti.records.thresholds import KINDS, Verdict
from kasauti.reports.files.results_json import results_json
from tests.support.built_measurements import without_work

# Any text that JSON can hold.
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
names = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="/"), min_size=1)
numbers = st.floats(allow_nan=False, allow_infinity=False)
counts = st.integers(0, 1000)
shares = st.floats(0, 1)
directions = st.sampled_from(sorted(HOLDS))
verdicts = st.sampled_from(get_args(Verdict))
intervals = st.builds(Interval, numbers, numbers)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | numbers | texts,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(texts, inner, max_size=2),
    max_leaves=4,
)
tuples_of_texts = st.lists(texts, max_size=2).map(tuple)
optional_texts = st.none() | texts
filled = texts.filter(bool)
case_ids = st.builds(CaseId, names, names)
thresholds = st.builds(
    Threshold, texts, directions, st.none() | numbers, texts, st.none() | st.sampled_from(KINDS)
)
# A metric is shown under its name, so it cannot have that of another field.
metrics = filled.filter(lambda name: name not in COMMON | OF_CHANGE)


figures = st.builds(
    Figure,
    metrics,
    numbers,
    n=st.none() | counts,
    interval=st.none() | intervals,
    threshold=st.none() | thresholds,
    verdict=st.none() | verdicts,
    band=st.none() | filled,
    why_shown=texts,
)
items = st.builds(
    Item,
    id=texts,
    texts=tuples_of_texts,
    expected=optional_texts,
    given=optional_texts,
    right=st.none() | st.booleans(),
    score=st.none() | numbers,
    language=st.none() | filled,
    answer_language=st.none() | filled,
    tags=st.dictionaries(texts, texts, max_size=2),
    note=texts,
    scores=st.lists(numbers, max_size=2).map(tuple),
    span=st.none() | st.tuples(counts, counts),
    details=st.dictionaries(texts, json_values, max_size=2),
)
outcomes = st.one_of(
    st.builds(
        Outcomes,
        st.just("right"),
        st.dictionaries(texts, st.sampled_from([0.0, 1.0]), min_size=1, max_size=3),
    ),
    st.builds(Outcomes, st.just("score"), st.dictionaries(texts, numbers, min_size=1, max_size=3)),
)
slices = st.lists(
    st.builds(Slice, st.sampled_from("ab"), filled, counts, st.integers(1, 9), intervals),
    max_size=3,
    unique_by=lambda each: (each.tag, each.value),
).map(lambda found: tuple(sorted(found, key=lambda each: each.tag)))
layers = st.builds(
    Layers,
    st.lists(
        st.builds(
            Layer,
            layer=counts,
            accuracy=shares,
            correct=counts,
            total=counts,
            interval=intervals,
            macro_f1=shares,
            control_accuracy=shares,
            selectivity=numbers,
            codelength=numbers,
            compression=numbers,
        ),
        min_size=1,
        max_size=2,
        unique_by=lambda each: each.layer,
    ).map(tuple),
    counts,
    st.none() | shares,
)
flips = st.lists(
    st.builds(FlippedItem, texts, texts, numbers, numbers, st.none() | filled), max_size=2
).map(tuple)
changes = st.builds(
    Change,
    compared=case_ids,
    metric=texts,
    before=numbers,
    now=numbers,
    test=texts,
    p=shares,
    p_holm=shares,
    cases=counts,
    drop=numbers,
    smallest_detectable_drop=st.none() | numbers,
    lost=counts,
    won=counts,
    flips_lost=flips,
    flips_won=flips,
    new_cases=tuples_of_texts,
    alpha=shares,
)
works = st.builds(Work, counts, counts)
measurements = st.builds(
    Measurement,
    case=case_ids,
    headline=figures,
    provenance=st.builds(Provenance, st.dictionaries(texts, texts, max_size=2), st.none() | works),
    message=texts,
    reasons=tuples_of_texts,
    figures=st.lists(figures, max_size=2).map(tuple),
    items=st.lists(items, max_size=2).map(tuple),
    outcomes=st.none() | outcomes,
    details=st.dictionaries(
        texts.filter(lambda name: name not in COMMON | OF_CHANGE), json_values, max_size=2
    ),
    notes=tuples_of_texts,
    slices=slices,
    layers=st.none() | layers,
    chosen=st.dictionaries(texts, st.dictionaries(texts, counts, max_size=2), max_size=2),
    language=st.none() | filled,
    unit=texts,
    score_name=filled,
    level=texts,
    parent=st.none() | case_ids,
    change=st.none() | changes,
    model=texts,
).filter(lambda each: each.headline.metric not in each.details)


def through_json(content: object) -> Any:
    return json.loads(json.dumps(content, ensure_ascii=False, allow_nan=False))


many = settings(suppress_health_check=list(HealthCheck), max_examples=100)


@many
@given(measurements)
def test_measurement_json_round_trip(measurement: Measurement) -> None:
    without = replace(measurement, provenance=Provenance(measurement.settings))
    assert read_measurement(through_json(case_json(measurement))) == without


@many
@given(measurements)
def test_measurement_pack_round_trip(measurement: Measurement) -> None:
    assert unpack(pack(measurement)) == measurement


totals = st.builds(
    Total,
    name=st.sampled_from(["overall", "file/overall"]),
    figures=st.dictionaries(st.sampled_from(["accuracy", "f1"]), numbers, min_size=1),
    n=counts,
    interval=st.none() | intervals,
    correct=st.none() | counts,
)


@st.composite
def runs(draw: st.DrawFn) -> Run:
    """Runs of up to two suites, whose measurements stand together."""
    found: list[Measurement] = []
    results: list[SuiteResult] = []
    for suite in draw(st.lists(st.sampled_from(["pairs", "quiz"]), max_size=2, unique=True)):
        kept = draw(st.lists(measurements, min_size=1, max_size=2))
        found += [
            replace(each, case=CaseId(suite, f"case-{index}")) for index, each in enumerate(kept)
        ]
        if draw(st.booleans()):
            overall = st.builds(
                Overall, st.just(f"{suite}_score"), numbers, st.none() | filled, counts
            )
            result = st.builds(
                SuiteResult,
                suite=st.just(suite),
                title=texts,
                section=st.just(f"{suite}_results"),
                totals=st.lists(totals, max_size=2, unique_by=lambda each: each.name).map(tuple),
                overall=st.none() | overall,
                details=st.dictionaries(st.just("by_level"), json_values),
                findings=st.dictionaries(texts, tuples_of_texts, max_size=2),
            )
            results.append(draw(result))
    unmeasured = st.builds(Unmeasured, texts, st.sampled_from(["failed", "skipped"]), texts)
    return Run(
        date=draw(texts),
        measurements=tuple(found),
        suites=tuple(results),
        unmeasured=tuple(draw(st.lists(unmeasured, max_size=2))),
        diagnosis=draw(tuples_of_texts),
        model_config=draw(st.dictionaries(texts, texts, max_size=2)),
        versions=draw(st.dictionaries(texts, texts, max_size=2)),
        work=draw(works),
    )


@many
@given(runs())
def test_run_json_round_trip(run: Run) -> None:
    assert read_run(json.loads(results_json(run))) == without_work(run)


@many
@given(st.lists(measurements, max_size=3, unique_by=lambda each: each.case))
def test_baseline_keeps_compared_fields_of_cases_with_outcomes(
    found: list[Measurement],
) -> None:
    run = read_run(through_json(baseline_json(found, saved="2026-01-01")))
    assert run.date == "2026-01-01"
    expected = [each for each in found if each.outcomes is not None]
    for kept, whole in zip(run.measurements, expected, strict=True):
        assert (kept.case, kept.outcomes) == (whole.case, whole.outcomes)
        assert (kept.headline.metric, kept.headline.value) == (
            whole.headline.metric,
            whole.headline.value,
        )
        assert (kept.headline.n, kept.headline.threshold) == (
            whole.headline.n,
            whole.headline.threshold,
        )
        assert kept.settings == whole.settings
        assert not kept.items
