"""The items of every suite, as the dashboard's table gets them."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from kasauti.records import Item
from kasauti.reports.pages.dashboard.chart import UNIT
from kasauti.reports.pages.dashboard.page import dashboard
from kasauti.reports.pages.dashboard.suite import Panel
from kasauti.reports.pages.items import COLUMNS, item_groups, item_row
from kasauti.reports.pages.offline_page import macro
from tests.support.built_measurements import figure, measured, pair, pair_case
from tests.support.dashboard_runs import many_items
from tests.support.pages.parsed_page import Page


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (pair(3), {"id": "pair-00003", "right": True, "scores": [23.0, 28.03], "score": 0.503}),
        (
            pair(3, scores=(), details={"rest_logprobs": [-4.0, -6.5], "shared_tokens": 2}),
            {"scores": [-4.0, -6.5], "more": {"rest_logprobs": "-4.0 · -6.5", "shared_tokens": 2}},
        ),
        (
            Item(id="1", texts=("अ ब",), span=(0, 1), expected="x", given="y", right=False),
            {"texts": ["अ ब"], "right": False, "expected": "x", "given": "y", "span": [0, 1]},
        ),
        (
            Item(id="q", texts=("2+2?",), language="en", answer_language="hi"),
            {"language": "en", "answer_language": "hi", "right": None, "score": None, "tags": None},
        ),
        (Item(id="q", given=""), {"given": "", "expected": None, "texts": []}),
        (
            Item(id="q", details={"violations": ["a", "b"], "empty": [], "tokens": 3}),
            {"more": {"violations": "a · b", "tokens": 3}},
        ),
        (
            Item(id="q", details={"said": [{"name": "n", "start": 1, "end": 2, "missing": ""}]}),
            {"more": {"said": "name: n"}},
        ),
        (
            Item(id="q\x00", score=math.inf, scores=(math.nan, 1.0), details={"x": math.inf}),
            {"id": "q⟨U+0000⟩", "score": None, "scores": [None, 1.0], "more": {"x": None}},
        ),
    ],
)
def test_an_item_is_a_row_that_json_can_hold(item: Item, expected: dict[str, Any]) -> None:
    row = item_row(item)
    assert len(row) == len(COLUMNS)
    found = dict(zip(COLUMNS, row, strict=True))
    assert {name: found[name] for name in expected} == expected
    assert json.loads(json.dumps(row, allow_nan=False)) == row


def test_group_states_meaning_of_scores() -> None:
    (group,) = item_groups([pair_case("a/b/c", [pair(0)], language="sa", unit="logprob")])
    told = {name: group[name] for name in ("suite", "case", "score", "unit", "language")}
    assert told == {
        "suite": "a",
        "case": "b/c",
        "score": "margin",
        "unit": "logprob",
        "language": "sa",
    }


def test_a_case_without_items_has_no_group() -> None:
    assert item_groups([measured("a/b", 0.5)]) == []


def test_figure_is_shown_once_in_panel() -> None:
    details = {"accuracy": 0.5, "f1": 0.5, "baselines": {"majority": 0.25}, "labels": ["a"]}
    f1 = figure("f1", 0.5, 4, threshold=None)
    panel = Panel(measured("indicglue/x", 0.5, 4, details=details, figures=(f1,)))
    made = Page(macro("dashboard/suite.html", "case_panel", panel, UNIT))
    named = [each["text"] for each in made.all("th", scope="row")]
    assert named == ["f1", "baselines: majority"]
    assert [each["text"] for each in made.all("li")] == ["a"]


def test_shared_item_is_included_once() -> None:
    pairs = [pair(number) for number in range(4)]
    whole = pair_case("sanskrit/case", pairs)
    part = pair_case("sanskrit/case:dative", pairs[:1])
    elsewhere = pair_case("multiblimp/case", pairs[:1])
    groups = item_groups([whole, part, elsewhere])
    assert [len(group["rows"]) for group in groups] == [4, 0, 1]
    assert [row[COLUMNS.index("also")] for row in groups[0]["rows"]] == [
        *(["sanskrit/case:dative"], None, None, None)
    ]


def test_twenty_thousand_items_are_data_and_not_elements() -> None:
    text = dashboard(many_items(20_000))
    parts = text.split('<script type="application/json"')
    assert len(parts[0]) < 200_000
    assert len(text) < 12_000_000
