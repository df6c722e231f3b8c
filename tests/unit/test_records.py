"""Records: what they refuse, what they say, and that none loses anything on its way to JSON."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kasauti.records import (
    HOLDS,
    Bar,
    CaseId,
    Change,
    Direction,
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
    Total,
    Unmeasured,
    Verdict,
    Work,
)
from kasauti.records.decoding import RecordError, read_measurement, read_run
from kasauti.records.encoding import COMMON, OF_CHANGE, baseline_json, measurement_json, run_json

# Any text that JSON can hold.
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
names = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="/"), min_size=1)
numbers = st.floats(allow_nan=False, allow_infinity=False)
counts = st.integers(0, 1000)
shares = st.floats(0, 1)
directions = st.sampled_from(sorted(HOLDS))
verdicts = st.sampled_from(["passed", "failed", "inconclusive"])
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
bars = st.builds(Bar, texts, directions, st.none() | numbers, texts)
# A metric is shown under its name, so it cannot have that of another field.
metrics = filled.filter(lambda name: name not in COMMON | OF_CHANGE)


figures = st.builds(
    Figure,
    metrics,
    numbers,
    n=st.none() | counts,
    interval=st.none() | intervals,
    bar=st.none() | bars,
    verdict=st.none() | verdicts,
    band=st.none() | filled,
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


many = settings(suppress_health_check=list(HealthCheck), max_examples=200)


@many
@given(measurements)
def test_a_measurement_survives_json(measurement: Measurement) -> None:
    assert read_measurement(through_json(measurement_json(measurement))) == measurement


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
def test_a_run_survives_json(run: Run) -> None:
    assert read_run(through_json(run_json(run))) == run


@many
@given(st.lists(measurements, max_size=3))
def test_a_baseline_keeps_what_is_compared_of_the_cases_with_outcomes(
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
        assert (kept.headline.n, kept.headline.bar) == (whole.headline.n, whole.headline.bar)
        assert kept.settings == whole.settings
        assert not kept.items


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("multiblimp/negation", CaseId("multiblimp", "negation")),
        ("quiz/unit-01/chapter-02", CaseId("quiz", "unit-01/chapter-02")),
    ],
)
def test_a_case_id_is_written_as_it_is_parsed(text: str, case: CaseId) -> None:
    assert CaseId.parse(text) == case
    assert str(case) == text


@pytest.mark.parametrize("text", ["", "multiblimp", "multiblimp/", "/negation"])
def test_a_case_id_has_a_suite_and_a_name(text: str) -> None:
    with pytest.raises(ValueError, match="is not a case id. Write suite/name"):
        CaseId.parse(text)


def test_a_suite_has_no_slash() -> None:
    with pytest.raises(ValueError, match="is not a case id"):
        CaseId("a/b", "c")


def test_a_case_id_knows_its_pack_and_whether_it_is_part_of_others() -> None:
    shipped, own = CaseId("multiblimp", "negation"), CaseId("multiblimp", "mine/case:dative")
    part = CaseId("sanskrit", "case:dative")
    assert [each.pack for each in (shipped, own, part)] == ["", "mine", ""]
    assert [each.is_part for each in (shipped, own, part)] == [False, False, True]


@pytest.mark.parametrize(
    ("direction", "expected"),
    [
        ("at least", ["failed", "passed", "passed"]),
        ("more than", ["failed", "failed", "passed"]),
        ("at most", ["passed", "passed", "failed"]),
        ("less than", ["passed", "failed", "failed"]),
    ],
)
def test_the_verdict_below_at_and_above_a_threshold(
    direction: Direction, expected: list[Verdict]
) -> None:
    bar = Bar("fair", direction, 0.7, "a source")
    assert [bar.verdict(value) for value in (0.6, 0.7, 0.8)] == expected
    assert bar.verdict(math.nan) == "failed"
    assert bar.verdict(0.7, Interval(0.0, 1.0)) == expected[1]  # the point decides


@pytest.mark.parametrize(
    ("direction", "expected"),
    [
        ("at least", ["failed", "inconclusive", "passed", "inconclusive", "passed"]),
        ("more than", ["failed", "inconclusive", "inconclusive", "failed", "passed"]),
        ("at most", ["passed", "inconclusive", "inconclusive", "passed", "failed"]),
        ("less than", ["passed", "inconclusive", "failed", "inconclusive", "failed"]),
    ],
)
def test_a_confident_verdict_asks_the_whole_interval(
    direction: Direction, expected: list[Verdict]
) -> None:
    bar = Bar("fair", direction, 0.7, "a source")
    ends = [(0.5, 0.6), (0.6, 0.8), (0.7, 0.8), (0.6, 0.7), (0.8, 0.9)]
    found = [bar.verdict(0.7, Interval(*each), confident=True) for each in ends]
    assert found == expected
    assert bar.verdict(0.8, None, confident=True) == bar.verdict(0.8)


def test_a_bar_without_a_value_gives_no_verdict() -> None:
    with pytest.raises(ValueError, match="no drop has no value"):
        Bar("no drop", "at least", None, "a baseline").verdict(0.5)


@pytest.mark.parametrize(
    ("direction", "verdict", "outcome"),
    [
        ("at least", "passed", "meets the threshold"),
        ("at least", "failed", "is below the threshold"),
        ("at most", "failed", "is above the threshold"),
        ("at least", "inconclusive", "is inconclusive: its interval contains the threshold"),
    ],
)
def test_a_figure_reads_as_a_sentence(direction: Direction, verdict: Verdict, outcome: str) -> None:
    bar = Bar("fair", direction, 0.7, "a source")
    figure = Figure("accuracy", 0.5, n=10, interval=Interval(0.2, 0.8), bar=bar, verdict=verdict)
    assert str(figure) == (
        f"accuracy 0.500 (n = 10, 95 % interval 0.200 to 0.800) {outcome} for fair: "
        f"{direction} 0.700 (a source)."
    )


def test_a_figure_without_a_threshold_is_its_value() -> None:
    assert str(Figure("accuracy", 0.5)) == "accuracy 0.500."
    bar = Bar("no significant drop", "at least", None, "a baseline")
    assert str(Figure("drop", 0.25, n=4, bar=bar)) == "drop 0.250 (n = 4)."


@pytest.mark.parametrize(
    ("kind", "found", "message"),
    [
        ("right", {}, "of at least one item"),
        ("guess", {"a": 1.0}, "outcomes are right or score"),
        ("right", {"a": 0.5}, "neither right nor wrong"),
        ("score", {"a": math.nan}, "NaN or infinite"),
        ("score", {"a": math.inf}, "NaN or infinite"),
    ],
)
def test_outcomes_that_cannot_be_compared_are_refused(
    kind: Any, found: dict[str, float], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Outcomes(kind, found)


def test_outcomes_are_those_of_the_items() -> None:
    found = [Item(id="a", right=True, score=0.5), Item(id="b", right=False, score=0.0)]
    assert Outcomes.of(found) == Outcomes("right", {"a": 1.0, "b": 0.0})
    assert Outcomes.of(found, kind="score") == Outcomes("score", {"a": 0.5, "b": 0.0})
    with pytest.raises(ValueError, match="two items have the id a"):
        Outcomes.of([found[0], found[0]])
    with pytest.raises(ValueError, match="the item c has no outcome"):
        Outcomes.of([Item(id="c")])


V1_CASE = {
    "accuracy": 0.5,
    "correct": 1,
    "total": 2,
    "pairs": [
        {"id": "p1", "good": "यह घर है।", "bad": "यह घर हैं।", "right": True},
        {"id": "p2", "good": "वे घर हैं।", "bad": "वे घर है।", "right": False},
    ],
    "interval": {"low": 0.1, "high": 0.9},
    "band": "poor",
    "bar": {"band": "fair", "direction": "at least", "value": 0.7, "source": "a table"},
    "verdict": "failed",
    "signature": "data:d@1|model:m",
    "case": "multiblimp/number",
    "metric": "accuracy",
    "n": 2,
    "settings": {"data": "d@1", "model": "m"},
    "outcomes": {"kind": "right", "items": {"p1": True, "p2": False}},
}
V1_RESULTS = {
    "multiblimp": {
        "number": V1_CASE,
        "overall": {"accuracy": 0.5, "correct": 1, "total": 2, "interval": {"low": 0, "high": 1}},
    },
    "summary": {
        "evaluation_date": "2026-01-01T00:00:00+00:00",
        "model_config": {"model": "m", "adapter": "none"},
        "overall_scores": {"multiblimp_accuracy": 0.5},
        "bands": {"multiblimp_accuracy": "poor"},
        "diagnosis": ["Everything is poor."],
    },
}
V1_BASELINE = {
    "kasauti_baseline": 1,
    "saved": "2026-01-01T00:00:00+00:00",
    "cases": [
        {
            **{name: V1_CASE[name] for name in ("case", "metric", "n", "signature", "settings")},
            "value": 0.5,
            "direction": "at least",
            "outcomes": V1_CASE["outcomes"],
        }
    ],
}


def test_results_of_the_first_version_can_be_compared_with() -> None:
    run = read_run(through_json(V1_RESULTS))
    (case,) = run.measurements
    assert (run.model, run.date) == ("m", "2026-01-01T00:00:00+00:00")
    assert (str(case.case), case.headline.value, case.headline.n) == ("multiblimp/number", 0.5, 2)
    assert case.headline.bar == Bar("fair", "at least", 0.7, "a table")
    assert (case.verdict, case.headline.band) == ("failed", "poor")
    assert case.outcomes == Outcomes("right", {"p1": 1.0, "p2": 0.0})
    assert [item.text for item in case.items] == [
        "यह घर है।  * यह घर हैं।",
        "वे घर हैं।  * वे घर है।",
    ]
    assert case.signature == "data:d@1|model:m"


def test_a_baseline_of_the_first_version_can_be_compared_with() -> None:
    (case,) = read_run(through_json(V1_BASELINE)).measurements
    assert (str(case.case), case.headline.metric, case.headline.value) == (
        "multiblimp/number",
        "accuracy",
        0.5,
    )
    assert case.headline.bar is not None
    assert case.headline.bar.direction == "at least"
    assert case.outcomes == Outcomes("right", {"p1": 1.0, "p2": 0.0})
    assert case.settings == {"data": "d@1", "model": "m"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ([], "it is not a JSON object"),
        ({"a": 1}, "it is neither a baseline nor an evaluation_results.json"),
        ({"kasauti_baseline": 9, "cases": []}, "its version is 9, and not 2"),
        ({"kasauti_results": 9, "summary": {}}, "its version is 9, and not 2"),
        ({"kasauti_baseline": 2}, "it lacks or garbles 'cases'"),
        ({"kasauti_baseline": 2, "cases": [{}]}, "a case lacks or garbles 'metric'"),
        (
            {"kasauti_baseline": 1, "cases": [{**V1_BASELINE["cases"][0], "value": "0.5"}]},  # type: ignore[index]
            "multiblimp/number lacks or garbles the number '0.5'",
        ),
        (
            {
                "kasauti_baseline": 1,
                "cases": [
                    {**V1_BASELINE["cases"][0], "direction": "above"}  # type: ignore[index]
                ],
            },
            "multiblimp/number lacks or garbles the direction 'above'",
        ),
    ],
)
def test_a_file_that_is_no_run_is_refused(content: object, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_run(content)
    assert str(caught.value) == message
