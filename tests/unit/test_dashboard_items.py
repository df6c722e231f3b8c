"""The items of every suite, as the dashboard's table gets them."""

from __future__ import annotations

import math
from typing import Any

import pytest

from kasauti.reports.dashboard import dashboard
from kasauti.reports.dashboard.cases import case_panel
from kasauti.reports.dashboard.items import COLUMNS, item_groups, normalised
from tests.dashboard_runs import many_items, measured, pair, pair_case, summary
from tests.parsed_page import Page

# Items


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (pair(3), {"id": "pair-00003", "right": True, "text_score": 23.0, "score": 0.503}),
        (
            {"sentence": "अ ब", "start": 0, "end": 1, "label": "x", "predicted": "y"},
            {"id": "1", "right": False, "expected": "x", "given": "y", "span": [0, 1]},
        ),
        (
            {"id": "q", "prompt": "2+2?", "answer": "It is 4", "parsed": "4", "expected": "4"},
            {"text": "2+2?", "given": "It is 4", "expected": "4", "right": True},
        ),
        (
            {"text": "अच्छी फ़िल्म", "gold": "positive", "predicted": "positive"},
            {"text": "अच्छी फ़िल्म", "right": True},
        ),
        (
            {"prompt": "p", "expected": "4", "parsed": "5", "correct": False},
            {"text": "p", "expected": "4", "given": "5", "right": False},
        ),
        (
            {"prompt": "p", "expected": "e", "answer": "a", "chrf++": 0.25},
            {"text": "p", "score": 0.25, "right": None},
        ),
        (
            {"question": "Why?", "reference": "So.", "answer": "Yes", "violations": ["a", "b"]},
            {"text": "Why?", "expected": "So.", "given": "Yes", "more": {"violations": "a · b"}},
        ),
        ({"prompt": "p", "score": math.inf}, {"text": "p", "score": None, "right": None}),
    ],
)
def test_items_of_every_suite_take_one_form(item: dict[str, Any], expected: dict[str, Any]) -> None:
    found = normalised(item, 0, convention="perplexity")
    assert {name: found[name] for name in expected} == expected
    assert set(found) == set(COLUMNS)


@pytest.mark.parametrize(
    ("predicted", "right"), [(["a", "a", "a"], True), (["a", "b", "a"], False), ("a", True)]
)
def test_an_item_of_several_runs_is_right_where_all_are(predicted: Any, right: bool) -> None:
    assert normalised({"text": "t", "gold": "a", "predicted": predicted}, 0)["right"] is right


@pytest.mark.parametrize(
    ("outcomes", "column", "expected"),
    [
        ({"kind": "right", "items": {"x": True}}, "right", True),
        ({"kind": "score", "items": {"x": 0.25}}, "score", 0.25),
    ],
)
def test_suite_has_the_last_word_on_its_items(
    outcomes: dict[str, Any], column: str, expected: object
) -> None:
    details = {"items": [{"id": "x", "text": "t", "gold": "a", "predicted": "b"}]}
    (group,) = item_groups([measured("indicglue/ner", 0.5, 1, details=details, outcomes=outcomes)])
    assert group["rows"][0][COLUMNS.index(column)] == expected


def test_a_figure_is_told_once_in_its_panel() -> None:
    f1 = {"metric": "f1", "value": 0.5, "n": 4, "bar": None, "verdict": None}
    details = {"accuracy": 0.5, "f1": 0.5, "baselines": {"majority": 0.25}, "labels": ["a"]}
    made = Page(case_panel(measured("indicglue/x", 0.5, 4, details=details, figures=[f1])))
    named = [each["text"] for each in made.all("th", scope="row")]
    assert named == ["f1", "baselines: majority"]


def test_an_item_that_cases_share_is_there_once() -> None:
    pairs = [pair(place) for place in range(4)]
    whole = pair_case("sanskrit/case", pairs)
    part = pair_case("sanskrit/case:dative", pairs[:1])
    elsewhere = pair_case("multiblimp/case", pairs[:1])
    groups = item_groups([whole, part, elsewhere])
    assert [len(group["rows"]) for group in groups] == [4, 0, 1]
    assert [row[COLUMNS.index("also")] for row in groups[0]["rows"]] == [
        *(["sanskrit/case:dative"], None, None, None)
    ]


@pytest.mark.parametrize(
    ("suite", "details", "language"),
    [
        ("sanskrit", {}, "sa"),
        ("multiblimp", {}, "hi"),
        ("zeroshot", {"language": "sa"}, "sa"),
        ("zeroshot", {"language": "en"}, "hi"),
    ],
)
def test_language_of_the_items_is_told(suite: str, details: dict[str, Any], language: str) -> None:
    (group,) = item_groups([pair_case(f"{suite}/x", [pair(0)], details=details)])
    assert group["language"] == language


def test_twenty_thousand_items_are_data_and_not_elements() -> None:
    text = dashboard(many_items(20_000), summary())
    parts = text.split('<script type="application/json"')
    assert len(parts[0]) < 200_000
    assert len(text) < 12_000_000
