"""The dashboard in a real browser: headless Chromium, driven by its own chromedriver."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from kasauti.text.visible import visible
from tests.support.built_measurements import HOSTILE
from tests.support.pages.chromium import CONTRAST, HEIGHT, Open, cells, choose, count, emulate, one
from tests.support.runs import Run


def test_page_loads_and_says_how_many_items_it_has(opened: Open) -> None:
    browser = opened("whole")
    (told,) = cells(browser, "#items-count")
    # The two metrics score the same answer, which is there once.
    assert told == "34 items, 14 wrong."
    assert count(browser, "#items-body tr") == 34


def test_figures_of_a_real_run_equal_its_json(plain_run: Run, browser: Any) -> None:
    browser.get((plain_run.folder / "dashboard.html").as_uri())
    script = """return [...document.querySelectorAll('tr[data-case]')].map(
        (row) => [row.dataset.case, row.querySelector('data').value, row.innerText])"""
    shown = {name: (value, text) for name, value, text in browser.execute_script(script)}
    assert list(shown) == [f"multiblimp/{name}" for name in plain_run.cases]
    for name, case in plain_run.cases.items():
        value, text = shown[f"multiblimp/{name}"]
        assert float(value) == case["accuracy"]
        for told in (f"{case['accuracy']:.3f}", f"{case['interval']['low']:.3f} to", case["band"]):
            assert told in text
        assert case["verdict"] in text
    items = [item for case in plain_run.cases.values() for item in case["items"]]
    wrong = sum(item.get("right") is False for item in items)
    assert cells(browser, "#items-count") == [f"{len(items)} items, {wrong} wrong."]
    assert browser.get_log("browser") == []
    assert (plain_run.folder / "dashboard.html").as_uri() in plain_run.output.splitlines()


def test_levels_open_down_to_an_answer(opened: Open) -> None:
    browser = opened("whole")
    path = "#suite-quiz .tree > li:nth-child(2) > details"
    for _ in range(3):
        one(browser, f"{path} > summary").click()
        last, path = path, f"{path} > ul > li > details"
    one(browser, f"{last} > details > summary").click()
    one(browser, f"{last} > details li:nth-child(2) summary").click()
    answer = one(browser, f"{last} > details li:nth-child(2) dl")
    assert answer.is_displayed()
    assert "The halving." in answer.text
    assert "sentence: The halving." in answer.text


def test_hostile_text_is_inert(opened: Open) -> None:
    browser = opened("whole")
    browser.execute_script(
        "document.querySelectorAll('details').forEach((e) => { e.open = true; })"
    )
    choose(browser, "case", "multiblimp/<b>hostile</b>")
    assert browser.execute_script("return typeof window.stolen") == "undefined"
    assert count(browser, "img") == count(browser, "iframe") == 0
    assert count(browser, "script") == 2
    script = (
        "return [...document.querySelectorAll('.line:first-child .said')].map((e) => e.textContent)"
    )
    assert browser.execute_script(script) == [visible(text) for text in HOSTILE]
    tags = (
        "return [...document.querySelectorAll('#filter-tag option')].slice(1).map((e) => e.value)"
    )
    assert sorted(browser.execute_script(tags)) == sorted(
        f"kind={visible(each)}" for each in HOSTILE
    )


def test_content_policy_blocks_injected_markup(browser: Any, pages: dict[str, Path]) -> None:
    """Markup put into the page on purpose runs nothing: the second lock behind the first."""
    browser.get(pages["whole"].as_uri())
    refused = browser.execute_async_script(
        """const done = arguments[0], refused = [];
        addEventListener("securitypolicyviolation", (event) => {
          refused.push(event.effectiveDirective);
          if (refused.length === 3) done(refused.sort());
        });
        document.body.insertAdjacentHTML("beforeend", "<i onclick='window.stolen = 1'>x</i>");
        document.body.lastElementChild.click();
        document.body.insertAdjacentHTML("beforeend", "<img src='https://example.org/x.png'>");
        fetch("https://example.org").catch(() => {});"""
    )
    assert refused == ["connect-src", "img-src", "script-src-attr"]
    assert browser.execute_script("return typeof window.stolen") == "undefined"
    browser.get_log("browser")


def test_theme_follows_the_system_and_then_the_reader(opened: Open) -> None:
    browser = opened("whole")
    paper = "return getComputedStyle(document.body).backgroundColor"
    light = browser.execute_script(paper)
    button = one(browser, "#theme")
    assert button.get_attribute("aria-pressed") == "false"
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    dark = browser.execute_script(paper)
    assert dark != light
    browser.refresh()
    assert browser.execute_script(paper) == dark
    one(browser, "#theme").click()
    assert browser.execute_script(paper) == light
    emulate(browser, "dark")
    assert browser.execute_script(paper) == light
    browser.execute_script("localStorage.clear()")
    browser.refresh()
    assert browser.execute_script(paper) == dark
    emulate(browser, "")


def test_tab_reaches_verdict_first_and_focus_is_visible(opened: Open) -> None:
    browser = opened("whole")
    body = one(browser, "body")
    body.send_keys(Keys.TAB)
    assert browser.switch_to.active_element.text == "Skip to the verdict"
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    assert browser.execute_script("return document.activeElement.id") == "main"
    outline = "return getComputedStyle(document.activeElement).outlineStyle"
    for _ in range(5):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        assert browser.execute_script(outline) == "solid"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_contrast_is_sufficient(opened: Open, scheme: str) -> None:
    browser = opened("whole")
    emulate(browser, scheme)
    browser.execute_script(
        "document.querySelectorAll('details').forEach((e) => { e.open = true; })"
    )
    poor = browser.execute_script(CONTRAST)
    emulate(browser, "")
    assert poor == []


@contextmanager
def window(browser: Any, width: int) -> Iterator[None]:
    size = {"width": width, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    yield
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize("width", [320, 700, 1600])
def test_page_fits_its_window(opened: Open, width: int) -> None:
    browser = opened("whole")
    root = "document.documentElement"
    with window(browser, width):
        wide = browser.execute_script(f"return {root}.scrollWidth - {root}.clientWidth")
    assert wide == 0


def test_wide_content_is_marked(opened: Open) -> None:
    browser = opened("whole")
    wide = "return [...document.querySelectorAll('.scroll')].filter((e) => e.checkVisibility())"
    wider = f"{wide}.map((e) => e.scrollWidth > e.clientWidth + 1)"
    marked = f"{wide}.map((e) => getComputedStyle(e, '::before').content.startsWith('\"Wider'))"
    for width in (390, 1300):
        with window(browser, width):
            found = WebDriverWait(browser, 10).until(
                lambda browser: (
                    browser.execute_script(wider) == browser.execute_script(marked)
                    and browser.execute_script(marked)
                )
            )
            assert any(found) is (width == 390)


def test_scores_are_visible_on_phone(opened: Open) -> None:
    browser = opened("whole")
    with window(browser, 390):
        for cell in (".charted tbody td.number", "#items-body td.number", "#suites td.number"):
            right = f"return document.querySelector('{cell}').getBoundingClientRect().right"
            assert browser.execute_script(right) <= 390, cell


def test_controls_have_names(opened: Open) -> None:
    browser = opened("whole")
    tree = browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    roles = {"button", "textbox", "searchbox", "combobox", "link", "table", "region", "navigation"}
    nodes = [node for node in tree if not node.get("ignored") and node["role"]["value"] in roles]
    assert len(nodes) > 50
    nameless = [json.dumps(node) for node in nodes if not node.get("name", {}).get("value")]
    assert nameless == []


def test_signature_can_be_copied(opened: Open) -> None:
    browser = opened("whole")
    one(browser, "#provenance summary").click()
    button = one(browser, "#provenance .copy")
    button.click()
    WebDriverWait(browser, 10).until(lambda _: button.text in ("Copied", "Selected"))
    copied = button.get_attribute("data-copy")
    assert copied.startswith("adapter:none|case:multiblimp/word_order|device:cpu|")
    assert "signature is" in one(browser, "#announcer").get_property("textContent")
