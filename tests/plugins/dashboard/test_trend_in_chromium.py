"""The trend page in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from kasauti.reports.files.writing import write_text_whole
from kasauti.reports.pages.trend.page import trend_page
from tests.support.built_measurements import HOSTILE, metric_case, threshold
from tests.support.pages.chromium import CONTRAST, HEIGHT, cells, count, emulate, one
from tests.support.pages.trend_runs import FALLING, RISING, answers, save, training, trend_in


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two trainings, a model to compare with, a metric, and hostile names."""
    folder = tmp_path_factory.mktemp("trend")
    training(folder)
    hostile = answers(f"multiblimp/{HOSTILE[1]}", "+-" * 10)
    for place, step in enumerate((500, 1000, 2000)):
        cases = [
            answers("multiblimp/rising", FALLING[place + 1]),
            answers("sanskrit/other", RISING[place]),
            metric_case(
                "perplexity", 800.0 - 100 * place, threshold=threshold(650.0, direction="at most")
            ),
            hostile,
        ]
        save(folder, f"runs/b/checkpoint-{step}", cases, day=10 + place)
    save(folder, "gemma", [answers("multiblimp/rising", RISING[2])], day=20)
    write_text_whole(folder / "trend.html", trend_page(trend_in(folder)))
    return folder / "trend.html"


@pytest.fixture
def trend(browser: Any, page: Path) -> Iterator[Any]:
    """The page, opened; no error may reach the console."""
    browser.get(page.as_uri())
    browser.execute_script("localStorage.clear()")
    browser.get_log("browser")
    browser.get(page.as_uri())
    yield browser
    assert browser.get_log("browser") == []


def choose(browser: Any, name: str, text: str) -> None:
    Select(one(browser, f"#{name}")).select_by_visible_text(text)


def test_the_map_shows_every_case_of_the_chosen_model(trend: Any) -> None:
    assert cells(trend, "button.map-name") == ["rising", "falling"]
    assert cells(trend, "#map-count") == ["2 of 5 cases, 1 with a significant drop."]
    assert count(trend, ".onset-mark") == 2  # one of them in the legend
    assert count(trend, ".drop-mark") == 2
    choose(trend, "map-model", "runs/b")
    assert cells(trend, "button.map-name")[:2] == ["rising", HOSTILE[1].replace("_", " ")]
    choose(trend, "map-show", "below the threshold now")
    assert "rising" in cells(trend, "button.map-name")
    assert "other" not in cells(trend, "button.map-name")


def test_overall_scores_with_their_band_come_first(trend: Any) -> None:
    titles = cells(trend, "#overview-charts p")
    assert [each.split(":")[0] for each in titles] == [
        "Minimal pairs", "Sanskrit contrast sets", "metrics",
        "Share of cases that meet their threshold",
    ]  # fmt: skip
    assert count(trend, "#overview-charts .chart-frame:first-child .band") == 2  # of two trainings


def test_cells_that_meet_the_threshold_are_larger(trend: Any) -> None:
    script = """const row = document.querySelector('[data-row="1"]');
        const box = (kind) => row.querySelector('path.' + kind).getBoundingClientRect().height;
        return [box('met'), box('missed')]"""
    met, missed = trend.execute_script(script)
    assert met > missed > 0


def test_a_drop_leads_to_its_case_and_that_to_its_items(trend: Any) -> None:
    assert cells(trend, "#drops tbody th") == ["1500", "1000"]
    one(trend, "#drops tr:nth-child(2) button.show").click()
    assert cells(trend, "#case-title") == ["rising"]
    assert trend.execute_script("return state.series") == 1
    buttons = trend.find_elements("css selector", "#case-story button.show")
    assert [each.text for each in buttons] == ["14 items lost, 2 won"]
    buttons[0].click()
    assert cells(trend, "#items-count")[0].startswith("16 items: 2 learnt and kept, 14 forgotten")
    assert set(cells(trend, "#items-body td:nth-child(4)")) == {"1000", ""}


def test_all_models_share_one_chart(trend: Any) -> None:
    assert count(trend, "#case-chart .track-of") == 3
    assert count(trend, "#case-chart polyline.line") == 2
    assert count(trend, "#case-chart line.reference") == 1
    assert count(trend, "#case-chart polygon.band") == 2
    assert count(trend, "#case-chart line.threshold") == 1
    assert [text.partition(" (")[0] for text in cells(trend, "#case-legend li")[:3]] == [
        "runs/a",
        "runs/b",
        "gemma",
    ]
    assert "runs/a: onset at step 1000" in cells(trend, "#case-story")[0]


def test_points_are_spaced_by_step_or_evenly(trend: Any) -> None:
    script = """return [...document.querySelectorAll('#case-chart .series1 circle.point')]
        .map((each) => Number(each.getAttribute('cx')))"""
    first, second, third = trend.execute_script(script)
    assert (third - second) / (second - first) == pytest.approx(2, abs=0.02)
    choose(trend, "spacing", "evenly spaced")
    first, second, third = trend.execute_script(script)
    assert (third - second) / (second - first) == pytest.approx(2, abs=0.02)  # 1500 is a column
    choose(trend, "spacing", "spaced by step")


def test_items_are_filtered_by_history(trend: Any) -> None:
    assert cells(trend, "#items-count") == [
        "40 items: 12 learnt and kept, 14 forgotten, 12 right from the start, 2 never right."
    ]
    choose(trend, "item-story", "forgotten")
    assert set(cells(trend, "#items-body td:nth-child(4)")) == {"1500"}
    choose(trend, "item-story", "learnt and kept")
    choose(trend, "item-place", "step 1000")
    assert cells(trend, "#items-count")[0].startswith("8 items")
    one(trend, "#item-filters [type=reset]").click()
    WebDriverWait(trend, 5).until(lambda _: cells(trend, "#items-count")[0].startswith("40"))
    one(trend, "#item-text").send_keys("pair-00019")
    WebDriverWait(trend, 5).until(lambda _: cells(trend, "#items-count")[0].startswith("2 items"))
    strips = trend.find_elements("css selector", "#items-body .strip svg")
    assert [each.get_attribute("aria-label") for each in strips] == [
        "right at 0 of 4 checkpoints",
        "right at 2 of 4 checkpoints",
    ]


def test_the_arrow_keys_read_the_map_cell_by_cell(trend: Any) -> None:
    name = one(trend, "button.map-name")
    name.send_keys(Keys.ARROW_DOWN)
    assert trend.switch_to.active_element.text == "falling"
    trend.switch_to.active_element.send_keys(Keys.ARROW_LEFT)
    told = one(trend, "#announcer").get_property("textContent")
    assert told.startswith("falling, step 1500. accuracy 0.300 (")
    assert "−0.600 since 1000, p 0.0084, 14 lost, 2 won" in told
    assert "significant drop" in told
    assert one(trend, "#tip").is_displayed()
    trend.switch_to.active_element.send_keys(Keys.ENTER)
    assert cells(trend, "#case-title") == ["falling"]


def test_curves_are_drawn_when_they_come_into_view(trend: Any) -> None:
    one(trend, "#curves").location_once_scrolled_into_view  # noqa: B018
    WebDriverWait(trend, 5).until(lambda _: count(trend, "#curves-body svg") == 2)
    one(trend, "#curves-body figure:nth-child(2)").click()
    assert cells(trend, "#case-title") == ["falling"]


def test_hostile_names_are_inert(trend: Any) -> None:
    choose(trend, "map-model", "runs/b")
    assert trend.execute_script("return typeof window.stolen") == "undefined"
    assert count(trend, "img") == 0
    assert count(trend, "script") == 2


@pytest.mark.parametrize("width", [320, 390, 700, 1600])
def test_page_fits_its_window(trend: Any, width: int) -> None:
    size = {"width": width, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
    trend.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    trend.refresh()
    root = "document.documentElement"
    wide = trend.execute_script(f"return {root}.scrollWidth - {root}.clientWidth")
    shown = trend.execute_script(
        """const box = document.querySelector('.map-now').getBoundingClientRect();
        return box.right <= innerWidth"""
    )
    trend.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert wide == 0
    assert shown


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_contrast_is_sufficient(trend: Any, scheme: str) -> None:
    emulate(trend, scheme)
    trend.execute_script("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
    poor = trend.execute_script(CONTRAST)
    emulate(trend, "")
    assert poor == []


def test_controls_have_names(trend: Any) -> None:
    tree = trend.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    roles = {"button", "textbox", "searchbox", "combobox", "link", "table", "region", "image"}
    nodes = [node for node in tree if not node.get("ignored") and node["role"]["value"] in roles]
    assert len(nodes) > 30
    assert [node for node in nodes if not node.get("name", {}).get("value")] == []
