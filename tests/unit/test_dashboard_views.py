"""The dashboard's charts, tables, layers, choices, quiz and comparison."""

from __future__ import annotations

import math
from typing import Any

import pytest

from kasauti.reports.dashboard.cases import case_chart
from kasauti.reports.dashboard.chart import UNIT, Scale, axis, bar_chart, scale_of
from kasauti.reports.dashboard.comparison import comparison_section
from kasauti.reports.dashboard.layers import layer_curve, layer_map
from kasauti.reports.dashboard.markup import shortened
from kasauti.reports.dashboard.matrix import choice_matrix
from kasauti.reports.dashboard.quiz import parent_of, quiz_tree, quiz_views
from kasauti.reports.dashboard.table import figures_table, table
from tests.dashboard_runs import HOSTILE, measured, probe_case, quiz_case, regression_case
from tests.parsed_page import Page

# Charts


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        ([], UNIT),
        ([{"value": 0.3, "bar": 0.7}], UNIT),
        ([{"value": 41.5, "bar": 30.0}], Scale(0.0, 60.0)),
        ([{"value": 812.0, "bar": None}], Scale(0.0, 1000.0)),
        ([{"value": -0.15, "high": 0.05}], Scale(-0.2, 0.06)),
        ([{"value": -3.0}], Scale(-4.0, 0.0)),
        ([{"value": math.inf, "bar": 2.0}], Scale(0.0, 2.0)),
    ],
)
def test_scale_holds_every_figure(figures: list[dict[str, Any]], expected: Scale) -> None:
    scale = scale_of(figures)
    assert (scale.low, scale.high) == pytest.approx((expected.low, expected.high))


def test_bar_is_as_long_as_its_value_and_shows_interval_and_threshold() -> None:
    figure = {"value": 0.625, "low": 0.5, "high": 0.75, "bar": 0.7, "verdict": "failed"}
    drawn = Page(bar_chart(figure, UNIT))
    (filled,) = drawn.all("rect")
    assert (filled["attributes"]["x"], filled["attributes"]["width"]) == ("0.00%", "62.50%")
    assert filled["attributes"]["class"] == "filled failed"
    whisker, *_ = drawn.all("line", **{"class": "whisker"})
    assert (whisker["attributes"]["x1"], whisker["attributes"]["x2"]) == ("50.00%", "75.00%")
    (threshold,) = drawn.all("line", **{"class": "threshold"})
    assert threshold["attributes"]["x1"] == threshold["attributes"]["x2"] == "70.00%"


def test_a_negative_value_is_drawn_from_zero_to_the_left() -> None:
    (filled,) = Page(bar_chart({"value": -1.0}, Scale(-2.0, 2.0))).all("rect")
    assert (filled["attributes"]["x"], filled["attributes"]["width"]) == ("25.00%", "25.00%")


def test_bands_have_a_column_where_there_are_some() -> None:
    def columns(*cases: dict[str, Any]) -> list[str]:
        made = Page(case_chart("accuracy", cases))
        assert {
            len([c for c in made.all("td") if row in c["inside"]]) for row in made.all("tr")[1:]
        } == {len(made.all("th", scope="col")) - 1}
        return [each["text"] for each in made.all("th", scope="col")]

    assert "band" in columns(measured("a/b", 0.9, 10), measured("a/c", 0.9, 10, band=None))
    assert "band" not in columns(measured("a/b", 0.9, 10, band=None))


def test_axis_tells_both_ends() -> None:
    assert [each["text"] for each in Page(axis(Scale(0.0, 1000.0))).all("text")] == [
        *("0", "250", "500", "750", "1\u202f000")
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.12345, "0.123"), (7, "7"), (20000, "20\u202f000"), (812.25, "812.2"), (-0.5, "−0.500")],
)
def test_figures_are_written_as_people_write_them(value: float, text: str) -> None:
    assert shortened(value) == text


# Tables


def test_columns_without_content_are_left_out() -> None:
    made = Page(table("t", ("name", "empty", "n"), [("a", "", "1"), ("b", "", "2")]))
    assert [each["text"] for each in made.all("th", scope="col")] == ["name", "n"]
    assert [each["text"] for each in made.all("td")] == ["1", "2"]


def test_any_figures_make_a_table() -> None:
    figures = [
        {
            "metric": "voice_score",
            "value": 0.72,
            "n": 10,
            "bar": 0.75,
            "direction": "at least",
            "verdict": "failed",
            "low": None,
            "high": None,
            "source": "documented",
        },
        {
            "metric": "tokens",
            "value": 12,
            "n": None,
            "bar": None,
            "direction": None,
            "verdict": None,
            "low": None,
            "high": None,
            "source": None,
        },
    ]
    made = Page(figures_table("Figures", figures))
    gated, shown = [each["text"] for each in made.all("tr")[1:]]
    assert gated == "voice score0.72010at least 0.75✗ failed"
    assert shown == "tokens12"


# Layers, choices, quiz, comparison


def test_layer_map_has_a_cell_for_every_layer() -> None:
    cells = Page(layer_map([probe_case("probes/case")])).all("td")
    assert [each["text"] for each in cells] == ["45", "70", "90", "85"]
    assert [each["attributes"]["class"] for each in cells] == [
        *("shade2", "shade5", "shade8 chosen", "shade7")
    ]


def test_layer_curve_follows_the_accuracies() -> None:
    drawn = Page(layer_curve(probe_case("probes/case")))
    (line,) = drawn.all("polyline", **{"class": "accuracy"})
    heights = [float(point.split(",")[1]) for point in line["attributes"]["points"].split()]
    bottom, top = 128.0, 8.0  # where 0 and 1 stand
    assert [(bottom - y) / (bottom - top) for y in heights] == pytest.approx(
        [0.45, 0.7, 0.9, 0.85], abs=0.001
    )
    (dot,) = drawn.all("circle")
    assert f"{dot['attributes']['cx']},{dot['attributes']['cy']}" in line["attributes"]["points"]


def test_choice_matrix_counts_every_choice() -> None:
    chosen = {"dative": {"dative": 3, "accusative": 1}, "locative": {"locative": 2}}
    made = Page(choice_matrix(chosen, "sanskrit/case"))
    assert [each["text"] for each in made.all("td")] == ["1", "3", "", "", "", "2"]
    hits = [each for each in made.all("td") if "hit" in (each["attributes"].get("class") or "")]
    assert [each["text"] for each in hits] == ["3", "2"]


def test_quizzes_stand_below_those_they_are_part_of() -> None:
    topic = quiz_case("topic", "unit-01/chapter-01/topic-01", 0.7, ["a"])
    chapter = quiz_case("chapter", "unit-01/chapter-01", 0.9, ["a"])
    unit = quiz_case("unit", "unit-01", 0.9, ["a"])
    other = quiz_case("unit", "unit-011", 0.9, ["a"])
    final = quiz_case("final", "final_assessment", 0.9, ["a"])
    cases = [topic, other, final, unit, chapter]
    assert [parent_of(each, cases) for each in (topic, chapter, unit, final)] == [
        *(chapter, unit, None, None)
    ]
    assert parent_of(topic, [final, unit, topic]) is unit
    assert parent_of(topic, [other, topic]) is parent_of(other, [unit, other]) is None
    assert parent_of(quiz_case("chapter", "unit-011/chapter-01", 0.9, ["a"]), [unit]) is None
    made = Page(quiz_tree(cases))
    roots = [each for each in made.all("details", **{"class": "quiz"}) if not _in(each, "details")]
    assert [each["text"].partition("accuracy")[0] for each in roots] == [
        *("final final assessment", "unit unit-01", "unit unit-011")
    ]
    names = {each["text"] for each in made.all("b")}
    assert {"chapter-01", "topic-01"} <= names
    (alone,) = Page(quiz_tree([topic])).all("b")
    assert alone["text"] == "unit-01/chapter-01/topic-01"


def _in(found: dict[str, Any], tag: str) -> bool:
    return any(each["tag"] == tag for each in found["inside"])


def test_quiz_shows_answers_and_violations_as_text() -> None:
    made = Page(quiz_tree([quiz_case("unit", "unit-01", 0.5, ["Credit.", HOSTILE[1]])]))
    told = " ".join(each["text"] for each in made.all("dd"))
    assert HOSTILE[1] in told
    assert "name: the cause · said: halving · sentence: The halving." in told


def test_report_of_the_quiz_comes_before_its_levels() -> None:
    report = {"recommendations": ["[HIGH] review the topics"], "failed_topics": [], "passed": False}
    text = quiz_views([quiz_case("unit", "unit-01", 0.5, ["a"])], report)
    assert "Recommendations" in text
    assert "Failed topics" not in text
    assert text.index("review the topics") < text.index("unit-01")


def test_comparison_shows_before_and_now_and_what_flipped() -> None:
    assert comparison_section([]) is None
    made = Page(str(comparison_section([regression_case("multiblimp/word_order", 0.9, 0.75)])))
    (row,) = [each for each in made.all("tr") if "data-case" in each["attributes"]]
    assert [each["text"] for each in made.all("td") if row in each["inside"]][1:] == [
        *("0.900", "0.750", "−0.150", "100", "0.012", "0.025", "0.080", "✗ failed")
    ]
    (before,) = made.all("circle", **{"class": "before"})
    (now,) = made.all("circle", **{"class": "now failed"})
    assert (before["attributes"]["cx"], now["attributes"]["cx"]) == ("90.00%", "75.00%")
    buttons = made.all("button", **{"data-case": "multiblimp/word_order"})
    assert [each["text"] for each in buttons] == ["pair-00001", "pair-00002", "pair-00003"]
