"""comparison.html: two runs as before and now, several models side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kasauti.analysis.model_comparison import compare_models
from kasauti.reports.pages.comparison import models_page, runs_page
from kasauti.reports.pages.comparison.models import dots, letter_of
from kasauti.reports.pages.dashboard.chart import UNIT
from tests.support.built_measurements import HOSTILE, MODEL, metric_case
from tests.support.dashboard_runs import run_of
from tests.support.pages.compared_runs import BEFORE, NOW, SURE, run_with
from tests.support.pages.parsed_page import Page
from tests.support.pages.trend_runs import answers


def rows(page: Page) -> dict[str, dict[str, Any]]:
    found = (each for each in page.all("tr") if "data-case" in each["attributes"])
    return {each["attributes"]["data-case"]: each for each in found}


def test_worse_cases_come_first_and_all_items_last() -> None:
    page = Page(runs_page(BEFORE, NOW))
    found = rows(page)
    names = ("falls", "stays", "rises", "all_items")
    assert list(found) == [f"multiblimp/{name}" for name in names]
    assert [each["attributes"].get("class") for each in found.values()] == [
        "worse", None, "better", "whole",
    ]  # fmt: skip
    text = found["multiblimp/falls"]["text"]
    for told in ("1.000", "0.300", "−0.700", "0.0001", "0.0003", "▼", "14"):
        assert told in text
    (headline,) = page.all("h1")
    assert headline["text"] == "Of 3 cases, 1 significantly worse and 1 significantly better."


def test_the_page_names_the_runs_and_what_differs_between_them() -> None:
    page = Page(runs_page(BEFORE, NOW))
    eyebrows = [each["text"] for each in page.all("p", **{"class": "eyebrow"})]
    assert eyebrows == ["Before: first, 2026-01-02 03:04", "Now: second, 2026-01-02 03:04"]
    text = " ".join(each["text"] for each in page.all("section", id="overview"))
    assert "weights" in text
    assert "dtype" not in text


def test_flipped_items_are_listed_with_their_texts() -> None:
    page = Page(runs_page(BEFORE, NOW))
    summaries = [each["text"] for each in page.all("summary")]
    assert summaries == ["multiblimp/falls: 14 lost, 0 won", "multiblimp/rises: 0 lost, 14 won"]
    items = page.all("li")
    assert sum("pair-00003" in each["text"] and "घर" in each["text"] for each in items) == 2


def test_incomparable_cases_are_listed() -> None:
    page = Page(runs_page(BEFORE, run_with({"multiblimp/new": "+-"}, "third")))
    (headline,) = page.all("h1")
    assert headline["text"] == "Nothing can be compared."
    told = [each["text"] for each in page.all("li")]
    assert "multiblimp/new is only in the second run." in told


def test_several_models_share_one_table() -> None:
    third = run_with({"multiblimp/falls": SURE[0]}, "third")
    runs = {"first": BEFORE, "second": NOW, "third": third}
    page = Page(models_page(runs, pages={"first": "first/dashboard.html"}))
    (headline,) = page.all("h1")
    assert headline["text"] == "second is clearly best in 1 of 3 cases; no clear winner in 2."
    falls = rows(page)["multiblimp/falls"]
    cells = [
        each["text"] for each in page.all("td") if falls in each["inside"] and each["text"].strip()
    ]
    assert cells[1:] == ["1.000", "0.300 ▼", "1.000", "20", "1.0000"]
    assert cells[0] == "BAC"  # by score
    (link,) = (each for each in page.all("a") if each["text"] == "first")
    assert link["attributes"]["href"] == "first/dashboard.html"


def test_only_a_clear_winner_is_called_best() -> None:
    rises = {"multiblimp/falls": SURE[0], "multiblimp/stays": "+-" * 10}
    falls = {"multiblimp/falls": SURE[1], "multiblimp/stays": "-+" * 10}
    page = Page(models_page({"up": run_with(rises, "up"), "down": run_with(falls, "down")}))
    (headline,) = page.all("h1")
    assert headline["text"] == "up is clearly best in 1 of 2 cases; no clear winner in 1."
    bold = [each for each in page.all("td") if each["attributes"]["class"] == "number best"]
    best = {name for name, row in rows(page).items() if any(row in each["inside"] for each in bold)}
    assert "multiblimp/falls" in best
    assert "multiblimp/stays" not in best


def test_models_that_cannot_be_told_apart_have_no_winner() -> None:
    runs = {name: run_with({"multiblimp/a": "+-" * 9 + end}, name) for name, end in ENDS.items()}
    (headline,) = Page(models_page(runs)).all("h1")
    assert headline["text"] == "No clear winner in the only case."


ENDS = {"x": "--", "y": "+-", "z": "++"}


def test_dots_do_not_hide_each_other() -> None:
    runs = {name: run_with({"multiblimp/a": "+-" * 10}, name) for name in ("x", "y")}
    runs["z"] = run_with({"multiblimp/a": "+" * 20}, "z")
    (row,) = compare_models(runs)
    assert dots(row, UNIT) == [("x", "50.00%", 0), ("y", "50.00%", 1), ("z", "100.00%", 0)]


def test_all_items_show_the_rank_of_each_model() -> None:
    page = Page(models_page({"first": BEFORE, "second": NOW}, pages={}))
    whole = rows(page)["multiblimp/all_items"]
    cells = [each["text"] for each in page.all("td") if whole in each["inside"]]
    assert cells[1:3] == ["0.600 rank 1-2", "0.600 rank 1-2"]


def test_models_without_common_cases_are_reported() -> None:
    runs = {"a": run_of(metric_case("chrf", 40.0)), "b": run_of(metric_case("chrf", 41.0))}
    assert "The models have no case in common." in models_page(runs)


def test_letters_continue_after_z() -> None:
    assert [letter_of(place) for place in (0, 25, 26, 52)] == ["A", "Z", "A2", "A3"]


def test_hostile_text_stays_text() -> None:
    hostile = answers("multiblimp/<b>x</b>", "+" * 20)
    items = tuple(replace(each, texts=HOSTILE[:2]) for each in hostile.items)
    before = run_of(replace(hostile, items=items), model_config={**MODEL, "model": HOSTILE[0]})
    now = run_of(answers("multiblimp/<b>x</b>", "-" * 20))
    for page in (runs_page(before, now), models_page({HOSTILE[0]: before, "b": now})):
        parsed = Page(page)
        assert len(parsed.all("script")) == 1
        assert not parsed.all("img")
        assert "multiblimp/<b>x</b>" in rows(parsed)
