"""Records: what they refuse, and what they say."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kasauti.fixtures.recording.record import check_values
from kasauti.fixtures.suites.judgement import Judge
from kasauti.records import (
    CaseId,
    Direction,
    Figure,
    Interval,
    Item,
    Measurement,
    Outcomes,
    Provenance,
    Threshold,
    Verdict,
)
from kasauti.records.serialization.cases import case_json, read_measurement, validate
from kasauti.thresholds import Thresholds
from tests.support.built_measurements import measured


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


def test_case_id_has_pack_and_part_flag() -> None:
    shipped, own = CaseId("multiblimp", "negation"), CaseId("multiblimp", "mine/case:dative")
    part = CaseId("sanskrit", "case:dative")
    assert [each.pack for each in (shipped, own, part)] == ["", "mine", ""]
    assert [each.is_part for each in (shipped, own, part)] == [False, False, True]


CLOSE: Verdict = "too close to call"


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
    threshold = Threshold("fair", direction, 0.7, "a source")
    assert [threshold.verdict(value) for value in (0.6, 0.7, 0.8)] == expected
    assert threshold.verdict(math.nan) == "failed"


@pytest.mark.parametrize(
    ("direction", "expected"),
    [
        ("at least", ["failed", CLOSE, "passed", CLOSE, "passed"]),
        ("more than", ["failed", CLOSE, CLOSE, "failed", "passed"]),
        ("at most", ["passed", CLOSE, CLOSE, "passed", "failed"]),
        ("less than", ["passed", CLOSE, "failed", CLOSE, "failed"]),
    ],
)
def test_interval_that_contains_the_threshold_is_too_close_to_call(
    direction: Direction, expected: list[Verdict]
) -> None:
    threshold = Threshold("fair", direction, 0.7, "a source")
    ends = [(0.5, 0.6), (0.6, 0.8), (0.7, 0.8), (0.6, 0.7), (0.8, 0.9)]
    assert [threshold.verdict(0.7, Interval(*each)) for each in ends] == expected


@pytest.mark.parametrize("ends", [(math.nan, 0.5), (0.5, math.nan), (-math.inf, 0.5)])
def test_an_interval_has_finite_ends(ends: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="two finite ends"):
        Interval(*ends)


def test_a_bar_without_a_value_gives_no_verdict() -> None:
    with pytest.raises(ValueError, match="no drop has no value"):
        Threshold("no drop", "at least", None, "a baseline").verdict(0.5)


@pytest.mark.parametrize(
    ("direction", "verdict", "outcome"),
    [
        ("at least", "passed", "meets the threshold"),
        ("at least", "failed", "is below the threshold"),
        ("at most", "failed", "is above the threshold"),
        (
            *("at least", "undecided"),
            "is undecided: too few items were scored to judge it by the threshold",
        ),
    ],
)
def test_figure_text_is_a_sentence(direction: Direction, verdict: Verdict, outcome: str) -> None:
    threshold = Threshold("fair", direction, 0.7, "a source")
    figure = Figure(
        "accuracy", 0.5, n=10, interval=Interval(0.2, 0.8), threshold=threshold, verdict=verdict
    )
    assert str(figure) == (
        f"accuracy 0.500 (n = 10, 95 % interval 0.200 to 0.800) {outcome} for fair: "
        f"{direction} 0.700 (a source)."
    )


@pytest.mark.parametrize(("value", "side"), [(0.75, "meets"), (0.65, "is below")])
def test_figure_too_close_to_call_says_on_which_side_it_is(value: float, side: str) -> None:
    held = Threshold("fair", "at least", 0.7, "a source")
    close = Figure("accuracy", value, threshold=held, verdict=CLOSE)
    assert str(close) == (
        f"accuracy {value:.3f} {side} the threshold for fair: at least 0.700 (a source). It is too "
        "close to call: the interval contains the threshold."
    )


def test_a_figure_without_a_threshold_is_its_value() -> None:
    assert str(Figure("accuracy", 0.5)) == "accuracy 0.500."
    threshold = Threshold("no significant drop", "at least", None, "a baseline")
    assert str(Figure("drop", 0.25, n=4, threshold=threshold)) == "drop 0.250 (n = 4)."


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


def test_outcomes_come_from_items() -> None:
    found = [Item(id="a", right=True, score=0.5), Item(id="b", right=False, score=0.0)]
    assert Outcomes.of(found) == Outcomes("right", {"a": 1.0, "b": 0.0})
    assert Outcomes.of(found, kind="score") == Outcomes("score", {"a": 0.5, "b": 0.0})
    with pytest.raises(ValueError, match="two items have the id a"):
        Outcomes.of([found[0], found[0]])
    with pytest.raises(ValueError, match="the item c has no outcome"):
        Outcomes.of([Item(id="c")])


@pytest.mark.parametrize("name", ["items", "notes", "verdict"])
def test_detail_shadowing_standard_key_is_refused(name: str) -> None:
    measurement = Measurement(
        case=CaseId("mine", "a"), headline=Figure("accuracy", 0.5), provenance=Provenance({})
    )
    with pytest.raises(ValueError, match=f"mine/a calls a detail or its metric {name}"):
        validate(replace(measurement, details={name: 1}))
    with pytest.raises(ValueError, match="Give it another name"):
        validate(replace(measurement, headline=Figure(name, 0.5)))


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        (["shown"], "shown"),
        ([None], "shown"),
        (["shown", "passed"], "passed"),
        (["passed", "shown"], "passed"),
        (["shown", "failed"], "failed"),
        (["shown", "undecided", CLOSE, None], "undecided"),
        (["passed", CLOSE], CLOSE),
        ([CLOSE, "failed"], "failed"),
    ],
)
def test_case_without_threshold_is_shown(verdicts: list[Verdict | None], expected: str) -> None:
    first, *others = (Figure("a", 0.5, verdict=verdict) for verdict in verdicts)
    case = Measurement(
        case=CaseId("a", "b"), headline=first, figures=tuple(others), provenance=Provenance({})
    )
    assert case.verdict == expected
    assert case.met == (expected in ("passed", CLOSE))
    assert case.red == (expected in ("failed", "undecided"))
    assert bool(case.why_shown) == (expected == "shown")


def test_a_shown_figure_says_why() -> None:
    figure = Figure("Perplexity", 12.5, 3, verdict="shown", why_shown="Another scale.")
    assert str(figure) == "Perplexity 12.500 (n = 3) is shown, not judged: Another scale."


@pytest.mark.parametrize(
    ("value", "confident", "red"),
    [(0.75, False, False), (0.65, False, True), (0.75, True, True), (0.65, True, True)],
)
def test_exit_code_of_a_close_case_follows_the_point_unless_confident(
    value: float, confident: bool, red: bool
) -> None:
    judge = Judge(Thresholds({}), require="fair", confident=confident)
    held = Threshold("fair", "at least", 0.7, "a source")
    interval = Interval(0.6, 0.8)
    found = judge.by_threshold(held, "accuracy", value, n=50, interval=interval)
    case = Measurement(case=CaseId("a", "b"), headline=found, provenance=Provenance({}))
    assert (case.verdict, case.red, case.met) == (CLOSE, red, not red)
    assert bool(case.why_red) is red
    assert read_measurement(case_json(case)) == case


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"details": {"by": [{"x": np.float64(1)}]}}, r"a/b.details.by\[0\].x is a float64"),
        ({"items": (Item(id="i", score=np.float64(1)),)}, r"a/b.items\[0\].score is a float64"),
        ({"items": (Item(id="i", score=math.nan),)}, r"a/b.items\[0\].score is nan"),
        ({"items": (Item(id="i", score=math.inf),)}, r"a/b.items\[0\].score is inf"),
    ],
)
def test_foreign_and_infinite_values_are_refused_with_path(
    changes: dict[str, Any], message: str
) -> None:
    check_values(measured("a/b", 0.5))
    with pytest.raises((TypeError, ValueError), match=message):
        check_values(measured("a/b", 0.5, **changes))
