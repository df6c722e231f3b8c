"""Languages on the dashboard: the matrix, the plots, and which items a large page holds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kasauti.records import FlippedItem, Run
from kasauti.reports.pages.dashboard.languages import languages_of
from kasauti.reports.pages.dashboard.page import dashboard
from kasauti.reports.pages.items import MOST_ITEMS, page_items
from tests.support.built_measurements import pair, pair_case, regression_case
from tests.support.dashboard_runs import many_items, run_of, whole_run
from tests.support.pages.language_runs import language_run, many_languages
from tests.support.pages.parsed_page import Page


@pytest.fixture(scope="module")
def several() -> Run:
    return language_run(["ur", "hi", "zh", "en"], ["SV-#", "SV-P"], pairs=5)


def test_matrix_shows_each_cell_with_n_and_interval(several: Run) -> None:
    page = Page(dashboard(several))
    (matrix,) = page.all("table", **{"class": "languages sortable"})
    rows = [each for each in page.all("tr") if "data-language" in each["attributes"]]
    assert [row["attributes"]["data-language"] for row in rows] == ["ur", "hi", "zh", "en"]
    assert "Urdu urd" in rows[0]["text"]
    assert "5 · 0." in rows[0]["text"]
    assert "macro mean over languages" in matrix["text"]
    links = {each["attributes"]["href"][1:] for each in page.all("a", **{"class": "plain"})}
    ids = {each["attributes"].get("id") for each in page.elements}
    assert links
    assert links <= ids


def test_plots_say_how_many_languages_they_leave_out(several: Run) -> None:
    page = Page(dashboard(several))
    by_word, by_byte = page.all("svg", **{"class": "dots"})
    assert by_word["attributes"]["aria-label"].startswith(
        "macro mean accuracy by tokens per word, 3 languages. Spearman"
    )
    assert by_word["attributes"]["aria-label"].endswith("Not known for 1.")
    assert "4 languages" in by_byte["attributes"]["aria-label"]
    titles = [each["text"] for each in page.all("title")]
    assert any(title.startswith("Urdu: ") for title in titles)


def test_single_language_has_figures_but_no_plots() -> None:
    text = dashboard(language_run(["hi"], pairs=5))
    page = Page(text)
    assert len([each for each in page.all("tr") if "data-language" in each["attributes"]]) == 1
    assert not page.all("svg", **{"class": "dots"})
    assert "macro mean over languages" not in text


def test_cases_without_a_language_have_no_matrix() -> None:
    run = run_of(pair_case("multiblimp/a", [pair(1)], language=None))
    assert languages_of(run.measurements) is None


def test_many_cases_are_folded_in_scrolling_table() -> None:
    page = Page(dashboard(language_run(many_languages(101), pairs=1)))
    assert page.all("div", **{"class": "scroll tall"})
    assert any(each["text"].startswith("All 480 cases") for each in page.all("summary"))
    assert not Page(dashboard(whole_run())).all("div", **{"class": "scroll tall"})


def test_a_page_holds_all_items_up_to_a_number() -> None:
    run = many_items(40)
    assert page_items(run.measurements, most=40) == (list(run.measurements), "")


def test_large_page_keeps_wrong_items_and_names_full_file() -> None:
    run = many_items(100)
    kept, note = page_items(run.measurements, most=50)
    assert [sum(item.right is False for item in each.items) for each in kept] == [10, 10]
    assert sum(len(each.items) for each in kept) == 20
    assert note == (
        "This page has 20 of 100 items: the wrong ones. evaluation_results.json has all of them."
    )


def test_each_case_keeps_its_worst_wrong_items() -> None:
    few = pair_case("multiblimp/few", [pair(number, right=False) for number in range(3)])
    many = pair_case(
        "multiblimp/many", [pair(number, right=False, score=float(number)) for number in range(50)]
    )
    kept, note = page_items([few, many], most=13)
    assert [len(each.items) for each in kept] == [3, 10]
    assert [item.score for item in kept[1].items] == [float(number) for number in range(10)]
    assert "13 of 53 items: the 10 worst of each case." in note


def test_items_that_a_comparison_points_to_stay() -> None:
    case = pair_case("multiblimp/a", [pair(number) for number in range(20)])
    flips = (FlippedItem("pair-00007", "", 0.0, 1.0),)
    compared = regression_case("multiblimp/a", 0.5, 1.0, flips_lost=(), flips_won=flips)
    kept, _ = page_items([case, compared], most=5)
    assert [item.id for item in kept[0].items] == ["pair-00007"]


def test_page_with_a_part_of_the_items_says_so() -> None:
    run = many_items(MOST_ITEMS // 100)
    copies = [
        replace(case, case=replace(case.case, name=f"{case.case.name}-{number}"))
        for number in range(101)
        for case in run.measurements
    ]
    text = dashboard(run_of(*copies))
    assert "items: the wrong ones. evaluation_results.json has all of them." in text
    assert "Show its wrong items" in text
