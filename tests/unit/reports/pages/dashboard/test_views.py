"""The dashboard's charts, tables, layers, choices, quiz and comparison."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from kasauti.records import Figure, Interval, Measurement, SuiteResult
from kasauti.reports.pages.dashboard.chart import UNIT, Scale, drawn_values, scale_of
from kasauti.reports.pages.dashboard.layers import Probed, probed_of
from kasauti.reports.pages.dashboard.page import dashboard
from kasauti.reports.pages.dashboard.suite import Chart, Choices, Panel, SuiteView, tree_of
from kasauti.reports.pages.offline_page import macro
from kasauti.reports.wording.text import number_text, threshold_text
from tests.support.built_measurements import (
    HOSTILE,
    WRONG,
    figure,
    measured,
    probe_case,
    question,
    quiz_case,
    regression_case,
    threshold,
)
from tests.support.dashboard_runs import run_of
from tests.support.pages.parsed_page import Page


def drawn(template: str, name: str, *arguments: object) -> Page:
    """Output of a macro of the dashboard."""
    return Page(macro(f"dashboard/{template}.html", name, *arguments))


def tree(*cases: Measurement) -> Page:
    return drawn("suite", "tree", tree_of(cases))


# Charts


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], UNIT),
        ([0.3, 0.7], UNIT),
        ([41.5, 30.0], Scale(0.0, 60.0)),
        ([812.0], Scale(0.0, 1000.0)),
        ([-0.15, 0.05], Scale(-0.2, 0.06)),
        ([-3.0], Scale(-4.0, 0.0)),
        ([math.inf, 2.0], Scale(0.0, 2.0)),
    ],
)
def test_scale_holds_every_value(values: list[float], expected: Scale) -> None:
    scale = scale_of(values)
    assert (scale.low, scale.high) == pytest.approx((expected.low, expected.high))


def test_chart_covers_value_interval_and_threshold() -> None:
    assert set(drawn_values(figure("x", 0.5, interval=Interval(0.4, 0.6)))) == {0.5, 0.4, 0.6, 0.7}
    assert set(drawn_values(Figure("x", 0.5, threshold=threshold(None)))) == {0.5}


def test_bar_length_matches_value_with_interval_and_threshold() -> None:
    chart = drawn("charts", "bar_chart", figure("x", 0.625, interval=Interval(0.5, 0.75)), UNIT)
    (filled,) = chart.all("rect")
    assert (filled["attributes"]["x"], filled["attributes"]["width"]) == ("0.00%", "62.50%")
    assert filled["attributes"]["class"] == "filled failed"
    whisker, *_ = chart.all("line", **{"class": "whisker"})
    assert (whisker["attributes"]["x1"], whisker["attributes"]["x2"]) == ("50.00%", "75.00%")
    (threshold,) = chart.all("line", **{"class": "threshold"})
    assert threshold["attributes"]["x1"] == threshold["attributes"]["x2"] == "70.00%"


def test_a_negative_value_is_drawn_from_zero_to_the_left() -> None:
    (filled,) = drawn("charts", "bar_chart", Figure("x", -1.0), Scale(-2.0, 2.0)).all("rect")
    assert (filled["attributes"]["x"], filled["attributes"]["width"]) == ("25.00%", "25.00%")


def test_bands_column_appears_only_with_bands() -> None:
    def columns(*cases: Measurement) -> list[str]:
        made = drawn("suite", "case_chart", Chart("accuracy", cases))
        assert {
            len([c for c in made.all("td") if row in c["inside"]]) for row in made.all("tr")[1:]
        } == {len(made.all("th", scope="col")) - 1}
        return [each["text"] for each in made.all("th", scope="col")]

    bandless = measured("a/c", 0.9, headline={"band": None})
    assert "band" in columns(measured("a/b", 0.9), bandless)
    assert "band" not in columns(bandless)


def test_axis_labels_both_ends() -> None:
    labels = [each["text"] for each in drawn("charts", "axis", Scale(0.0, 1000.0)).all("text")]
    assert labels == ["0", "250", "500", "750", "1\u202f000"]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.12345, "0.123"), (7, "7"), (20000, "20\u202f000"), (812.25, "812.2"), (-0.5, "−0.500")],
)
def test_figures_are_written_as_people_write_them(value: float, text: str) -> None:
    assert number_text(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.7, "at least 0.70"),
        (0.125, "at least 0.125"),
        (500.0, "at least 500.0"),
        (None, "fair"),
    ],
)
def test_threshold_is_shown_exactly(value: float | None, text: str) -> None:
    assert threshold_text(threshold(value)) == text


# Tables


def test_columns_without_content_are_left_out() -> None:
    made = drawn("parts", "table", "t", ("name", "empty", "n"), [("a", "", "1"), ("b", "", "2")])
    assert [each["text"] for each in made.all("th", scope="col")] == ["name", "n"]
    assert [each["text"] for each in made.all("td")] == ["1", "2"]


def test_any_figures_make_a_table() -> None:
    figures = [
        figure("voice_score", 0.72, 10, threshold=threshold(0.75)),
        figure("tokens", 12, None, threshold=None),
    ]
    made = drawn("parts", "figures_table", "Figures", figures)
    gated, shown = [each["text"] for each in made.all("tr")[1:]]
    assert gated == "voice score0.72010at least 0.75✗ failed"
    assert shown == "tokens12"


# Layers, choices, levels, comparison


def probed() -> Probed:
    suite = SuiteResult(
        suite="probes", title="probes", section="p", details={"average_by_layer": {"0": 0.5}}
    )
    found = probed_of([probe_case("probes/case")], suite)
    assert found is not None
    return found


def test_layer_map_has_a_cell_for_every_layer() -> None:
    cells = drawn("layers", "layer_map", probed()).all("td")
    assert [each["text"] for each in cells] == ["45", "70", "90", "85"]
    assert [each["attributes"]["class"] for each in cells] == [
        *("shade2", "shade5", "shade8 chosen", "shade7")
    ]


def test_layer_curve_follows_the_accuracies() -> None:
    curve = drawn("layers", "layer_curve", probed().curves[0])
    (line,) = curve.all("polyline", **{"class": "accuracy"})
    heights = [float(point.split(",")[1]) for point in line["attributes"]["points"].split()]
    bottom, top = 128.0, 8.0  # where 0 and 1 stand
    assert [(bottom - y) / (bottom - top) for y in heights] == pytest.approx(
        [0.45, 0.7, 0.9, 0.85], abs=0.001
    )
    (dot,) = curve.all("circle")
    assert f"{dot['attributes']['cx']},{dot['attributes']['cy']}" in line["attributes"]["points"]
    levels = {
        name: curve.all("line", **{"class": name})[0]["attributes"]["y1"]
        for name in ("letters", "threshold")
    }
    assert levels == {"letters": "68.0", "threshold": "44.0"}  # 0.5 and 0.7


def test_cases_without_layers_have_no_map() -> None:
    suite = SuiteResult(suite="a", title="a", section="a")
    assert probed_of([measured("a/b", 0.5)], suite) is None


def test_choice_matrix_counts_every_choice() -> None:
    chosen = {"dative": {"dative": 3, "accusative": 1}, "locative": {"locative": 2}}
    choices = Choices(measured("sanskrit/case", 0.5, chosen=chosen))
    made = drawn("suite", "choice_matrix", choices)
    assert [each["text"] for each in made.all("td")] == ["1", "3", "", "", "", "2"]
    hits = [each for each in made.all("td") if "hit" in (each["attributes"].get("class") or "")]
    assert [each["text"] for each in hits] == ["3", "2"]


def level(name: str, kind: str) -> Measurement:
    return quiz_case(kind, name, [question("q")])


def test_cases_are_nested_below_parents() -> None:
    topic = level("unit-01/chapter-01/topic-01", "topic")
    chapter = level("unit-01/chapter-01", "chapter")
    unit, other = level("unit-01", "unit"), level("unit-011", "unit")
    final = level("final_assessment", "final")
    made = tree(topic, chapter, unit, other, final)
    branches = made.all("details", **{"class": "branch"})
    names = {
        _name(each): [_name(above) for above in each["inside"] if above in branches]
        for each in branches
    }
    assert names == {
        "unit unit-01": [],
        "chapter chapter-01": ["unit unit-01"],
        "topic topic-01": ["unit unit-01", "chapter chapter-01"],
        "unit unit-011": [],
        "final final assessment": [],
    }
    (alone,) = tree(topic).all("b")
    assert alone["text"] == "unit-01/chapter-01/topic-01"


def _name(branch: dict[str, Any]) -> str:
    return str(branch["text"]).partition("accuracy")[0]


def test_levels_are_shown_only_if_present() -> None:
    assert not tree(measured("quiz/a", 0.5)).elements
    (branch,) = tree(measured("unheard_of/a", 0.5, level="part")).all("summary")
    assert branch["text"].startswith("part")


def test_an_item_of_a_level_is_shown_as_text() -> None:
    wrong = question("q", right=False, given=HOSTILE[1], details={"violations": [WRONG]})
    made = tree(quiz_case("unit", "unit-01", [wrong]))
    told = " ".join(each["text"] for each in made.all("dd"))
    assert HOSTILE[1] in told
    assert "name: the cause · said: halving · sentence: The halving." in told
    assert [each["text"] for each in made.all("summary")][1] == "1 item"


def test_findings_come_before_the_levels() -> None:
    case = level("unit-01", "unit")
    suite = replace(run_of(case).suites[0], findings={"Advice": ("review the topics", HOSTILE[0])})
    made = drawn("suite", "suite_section", SuiteView(suite, [case]))
    texts = [each["text"] for each in made.all("h3")]
    assert texts == ["Advice", "Levels", "Case by case"]
    assert [each["text"] for each in made.all("li")][3:5] == ["review the topics", HOSTILE[0]]


def test_comparison_shows_before_and_now_and_what_flipped() -> None:
    without = Page(dashboard(run_of(measured("multiblimp/a", 0.5), suites=())))
    assert not without.all("section", id="comparison")
    made = Page(dashboard(run_of(regression_case("multiblimp/word_order", 0.9, 0.75))))
    (row,) = [each for each in made.all("tr") if "data-case" in each["attributes"]]
    assert [each["text"] for each in made.all("td") if row in each["inside"]][1:] == [
        *("0.900", "0.750", "−0.150", "100", "0.0123", "0.0246", "0.080", "✗ failed")
    ]
    (before,) = made.all("circle", **{"class": "before"})
    (now,) = made.all("circle", **{"class": "now failed"})
    assert (before["attributes"]["cx"], now["attributes"]["cx"]) == ("90.00%", "75.00%")
    buttons = made.all("button", **{"data-case": "multiblimp/word_order"})
    assert [each["text"] for each in buttons] == ["pair-00001", "pair-00002", "pair-00003"]
    texts = [(each["attributes"].get("lang"), each["text"]) for each in made.all("bdi")]
    assert texts == [(None, HOSTILE[0]), ("hi", "लड़का"), ("hi", "लड़की")]


def test_verdicts_stand_beside_question_reference_and_answer() -> None:
    judged = [
        question(name, details={"verdict": verdict, "verdict_reason": HOSTILE[0] + verdict})
        for name, verdict in (("q1", "right"), ("q2", "wrong"), ("q3", "unread"))
    ]
    case = quiz_case("topic", "t", [*judged, question("q4")])
    page = drawn("suite", "case_panel", Panel(case), UNIT)
    (table,) = page.all("table", **{"class": "verdicts"})
    _, *rows = [each["text"] for each in page.all("tr") if table in each["inside"]]
    assert [row.rpartition(">")[2] for row in rows] == ["wrong", "unread", "right"]
    for part in ("What drives the cycle?", "The credit cycle drives it.", "Credit.", HOSTILE[0]):
        assert part in rows[0]
    without = quiz_case("topic", "t", [question("q4")])
    page = drawn("suite", "case_panel", Panel(without), UNIT)
    assert not page.all("table", **{"class": "verdicts"})
