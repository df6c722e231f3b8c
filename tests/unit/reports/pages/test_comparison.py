"""comparison.html: two runs as before and now, several models side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kasauti.reports.pages.comparison import models_page, runs_page
from kasauti.reports.pages.comparison.models import letter_of
from tests.support.built_measurements import HOSTILE, MODEL, metric_case
from tests.support.dashboard_runs import run_of
from tests.support.pages.compared_runs import BEFORE, NOW, SURE, run_with
from tests.support.pages.parsed_page import Page
from tests.support.pages.trend_runs import answers


def rows(page: Page) -> dict[str, dict[str, Any]]:
    found = (each for each in page.all("tr") if "data-case" in each["attributes"])
    return {each["attributes"]["data-case"]: each for each in found}


def test_what_got_worse_comes_first_and_all_items_last() -> None:
    page = Page(runs_page(BEFORE, NOW))
    found = rows(page)
    names = ("falls", "stays", "rises", "all_items")
    assert list(found) == [f"multiblimp/{name}" for name in names]
    assert [each["attributes"].get("class") for each in found.values()] == [
        "worse", None, "better", "whole",
    ]  # fmt: skip
    text = found["multiblimp/falls"]["text"]
    for told in ("1.000", "0.300", "−0.700", "0.0001", "0.0005", "▼", "14"):
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


def test_what_cannot_be_compared_is_said() -> None:
    page = Page(runs_page(BEFORE, run_with({"multiblimp/new": "+-"}, "third")))
    (headline,) = page.all("h1")
    assert headline["text"] == "Nothing can be compared."
    told = [each["text"] for each in page.all("li")]
    assert "multiblimp/new is only in the second run." in told


def test_several_models_stand_in_one_table() -> None:
    third = run_with({"multiblimp/falls": SURE[0]}, "third")
    runs = {"first": BEFORE, "second": NOW, "third": third}
    page = Page(models_page(runs, pages={"first": "first/dashboard.html"}))
    (headline,) = page.all("h1")
    assert headline["text"] == "first is best in 2 of 3 cases."
    falls = rows(page)["multiblimp/falls"]
    cells = [
        each["text"] for each in page.all("td") if falls in each["inside"] and each["text"].strip()
    ]
    assert cells[1:] == ["1.000", "0.300 ▼", "1.000", "20", "1.0000"]
    assert cells[0] == "BCA"  # the best is drawn last, above the others
    (link,) = (each for each in page.all("a") if each["text"] == "first")
    assert link["attributes"]["href"] == "first/dashboard.html"


def test_models_with_nothing_in_common_are_said_so() -> None:
    runs = {"a": run_of(metric_case("chrf", 40.0)), "b": run_of(metric_case("chrf", 41.0))}
    assert "The models have no case in common." in models_page(runs)


def test_letters_go_on_after_the_alphabet() -> None:
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
