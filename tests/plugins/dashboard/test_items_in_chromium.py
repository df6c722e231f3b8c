"""The dashboard's table of items in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from tests.support.built_measurements import BOY
from tests.support.pages.chromium import Open, cells, choose, count, one, search
from tests.support.runs import Run


def test_items_of_a_real_run_equal_its_json(plain_run: Run, browser: Any) -> None:
    browser.get((plain_run.folder / "dashboard.html").as_uri())
    name, case = next(iter(plain_run.cases.items()))
    choose(browser, "case", f"multiblimp/{name}")
    script = """return [...document.querySelectorAll('#items-body tr')].map((row) =>
        [...row.querySelectorAll('.said')].map((e) => e.textContent).concat(
        [...row.querySelectorAll('data')].map((e) => Number(e.value))))"""
    wrong_first = sorted(case["items"], key=lambda item: item.get("right") is not False)
    page = 50
    assert len(wrong_first) > page
    assert browser.execute_script(script) == [
        [*item["texts"], *item["scores"], item["score"]] for item in wrong_first[:page]
    ]


def test_a_pair_of_a_real_run_unfolds_its_english(plain_run: Run, browser: Any) -> None:
    browser.get((plain_run.folder / "dashboard.html").as_uri())
    search(browser, "There are five rooms in this house.", "1 of")
    one(browser, "#items-body .open").click()
    told = dict(zip(cells(browser, ".beneath dt"), cells(browser, ".beneath dd"), strict=True))
    assert told["in English"] == "There are five rooms in this house."
    assert told["what is wrong"] == "singular noun after the numeral five"


def test_pairs_scored_behind_their_common_start_are_pairs(opened: Open) -> None:
    browser = opened("decided")
    assert cells(browser, "#items-body .label") == ["good", "bad"] * 4
    assert count(browser, "#items-body mark.good") == count(browser, "#items-body mark.bad") == 4
    assert cells(browser, "#items-head th")[3:5] == ["Good, logprob", "Bad, logprob"]
    assert cells(browser, "#items-body tr:last-child td.number")[:2] == [
        "−4.250\nafter 3 shared",
        "−6.500\nafter 3 shared",
    ]


def test_filters_narrow_the_items(opened: Open) -> None:
    browser = opened("many")
    choose(browser, "right", "wrong")
    assert cells(browser, "#items-count") == ["4 000 of 20 000 items, 4 000 wrong."]
    assert set(cells(browser, "#items-body td:first-child")) == {"✗ wrong"}
    choose(browser, "case", "multiblimp/second")
    choose(browser, "tag", "tense=past")
    assert cells(browser, "#items-count") == ["1 000 of 20 000 items, 1 000 wrong."]
    search(browser, "pair-1999", "1 of 20 000")
    assert cells(browser, "#items-body .open") == ["pair-19990"]
    one(browser, "#filters [type=reset]").click()
    assert cells(browser, "#items-count") == ["20 000 items, 4 000 wrong."]


def test_search_ignores_case_and_composition(opened: Open) -> None:
    browser = opened("many")
    search(browser, f"{BOY} 7 घर", "1 of 20 000")
    search(browser, "no such text", "0 of 20 000")
    search(browser, f"{BOY} 7 घर".replace("\u095c", "\u0921\u093c"), "1 of 20 000")
    search(browser, "PAIR-00007", "1 of 20 000")
    search(browser, "no such text", "0 of 20 000")
    assert count(browser, "#items-body tr") == 0


def test_headers_sort_both_ways(opened: Open) -> None:
    browser = opened("many")
    header = "#items-head [data-sort=score]"
    margins = "document.querySelectorAll('#items-body td:last-child data')"
    script = f"return [...{margins}].map((e) => Number(e.value))"
    sorts = "return document.querySelector('#items-head [data-sort=score]').parentElement.ariaSort"
    assert browser.execute_script(sorts) == "none"
    one(browser, header).click()
    rising = browser.execute_script(script)
    assert rising == sorted(rising)
    assert rising[0] == pytest.approx(-0.5)
    assert browser.execute_script(sorts) == "ascending"
    one(browser, header).click()
    falling = browser.execute_script(script)
    assert falling == sorted(falling, reverse=True)
    assert falling[0] == pytest.approx(0.5 + 19.999)
    assert browser.execute_script(sorts) == "descending"


def test_sorting_keeps_the_focus_on_its_button(opened: Open) -> None:
    browser = opened("whole")
    one(browser, "#items-head [data-sort=name]").send_keys(Keys.ENTER)
    assert browser.execute_script("return document.activeElement.dataset.sort") == "name"


def test_only_one_page_of_many_items_becomes_elements(opened: Open) -> None:
    browser = opened("many")
    assert count(browser, "#items-body tr") == 50
    assert count(browser, "*") < 5_000
    assert cells(browser, "#page-place") == ["page 1 of 400"]
    one(browser, "#page-last").click()
    assert cells(browser, "#items-body .open")[-1] == "pair-19999"
    assert one(browser, "#page-next").get_property("disabled")
    Select(one(browser, "#page-size")).select_by_visible_text("100")
    assert count(browser, "#items-body tr") == 100


def test_difference_of_a_pair_is_marked(opened: Open) -> None:
    browser = opened("whole")
    first = "#items-body tr:first-child"
    assert cells(browser, f"{first} mark.good") == ["जाता"]
    assert cells(browser, f"{first} mark.bad") == ["जाती"]
    assert cells(browser, f"{first} .said") == [f"{BOY} 0 घर जाता है।", f"{BOY} 0 घर जाती है।"]
    assert cells(browser, "#items-body mark.span") == ["राम ने", "राम ने"]


def test_a_row_opens_and_closes(opened: Open) -> None:
    browser = opened("whole")
    button = one(browser, "#items-body .open")
    button.send_keys(Keys.ENTER)
    assert button.get_attribute("aria-expanded") == "true"
    assert "tense\npast" in cells(browser, "#items-body .beneath")[0]
    button.send_keys(Keys.ENTER)
    assert button.get_attribute("aria-expanded") == "false"
    assert count(browser, "#items-body .beneath") == 0


def test_case_link_opens_case_and_slices_filter_items(opened: Open) -> None:
    browser = opened("whole")
    one(browser, "a[href='#case-multiblimp-word-order']").click()
    WebDriverWait(browser, 10).until(
        lambda _: one(browser, "#case-multiblimp-word-order p").is_displayed()
    )
    one(browser, "[data-tag='tense=present']").send_keys(Keys.ENTER)
    assert cells(browser, "#items-count") == ["6 of 34 items, 0 wrong."]
    assert browser.execute_script("return document.activeElement.id") == "items-title"


def test_flipped_item_leads_to_its_row(opened: Open) -> None:
    browser = opened("whole")
    one(browser, "#comparison details summary").click()
    one(browser, "#comparison button[data-text=pair-00001]").click()
    assert cells(browser, "#items-body .open") == ["pair-00001"]


def test_texts_have_the_language_of_their_item(opened: Open) -> None:
    browser = opened("whole")
    script = """return [...document.querySelectorAll('#items-body .said')].map(
        (e) => [e.lang, e.dir, e.parentElement.firstChild.textContent])"""
    for case, language in (("multiblimp/word_order", "hi"), ("sanskrit/case_choice", "sa")):
        choose(browser, "case", case)
        told = browser.execute_script(script)
        assert {tuple(each) for each in told} == {
            (language, "auto", "good"),
            (language, "auto", "bad"),
        }
    choose(browser, "case", "probes/case_detection")
    told = {label: language for language, _, label in browser.execute_script(script)}
    assert told == {"text": "hi", "expected": "", "given": ""}
    choose(browser, "case", "quiz/unit-01")
    told = {label: language for language, _, label in browser.execute_script(script)}
    assert told == {"text": "", "expected": "en", "given": "en"}
