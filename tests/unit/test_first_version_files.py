"""Files of the first version, which still load, and files that are no run at all."""

from __future__ import annotations

import json

import pytest

from kasauti.records import Bar, Outcomes
from kasauti.records.decoding import RecordError, read_run

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
    run = read_run(json.loads(json.dumps(V1_RESULTS)))
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
    (case,) = read_run(json.loads(json.dumps(V1_BASELINE))).measurements
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
        ({"kasauti_baseline": 2}, "it has a missing or invalid value: 'cases'"),
        ({"kasauti_baseline": 2, "cases": [{}]}, "a case has a missing or invalid value: 'metric'"),
        (
            {"kasauti_baseline": 1, "cases": [{**V1_BASELINE["cases"][0], "value": "0.5"}]},  # type: ignore[index]
            "multiblimp/number has a missing or invalid value: the number '0.5'",
        ),
        (
            {
                "kasauti_baseline": 1,
                "cases": [
                    {**V1_BASELINE["cases"][0], "direction": "above"}  # type: ignore[index]
                ],
            },
            "multiblimp/number has a missing or invalid value: the direction 'above'",
        ),
    ],
)
def test_a_file_that_is_no_run_is_refused(content: object, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_run(content)
    assert str(caught.value) == message
