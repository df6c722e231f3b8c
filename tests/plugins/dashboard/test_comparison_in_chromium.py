"""The comparison pages in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kasauti.reports.files.writing import write_text_whole
from kasauti.reports.pages.comparison import models_page, runs_page
from tests.support.dashboard_runs import whole_run
from tests.support.pages.chromium import CONTRAST, HEIGHT, cells, count, emulate, one
from tests.support.pages.compared_runs import BEFORE, NOW


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("comparison")
    written = {
        "runs": runs_page(BEFORE, NOW),
        "models": models_page({"first": BEFORE, "second": NOW, "whole": whole_run()}),
    }
    for name, text in written.items():
        write_text_whole(folder / f"{name}.html", text)
    return {name: folder / f"{name}.html" for name in written}


@pytest.mark.parametrize("name", ["runs", "models"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_readable(browser: Any, both: dict[str, Path], name: str, scheme: str) -> None:
    browser.get_log("browser")
    browser.get(both[name].as_uri())
    emulate(browser, scheme)
    browser.execute_script("document.querySelectorAll('details').forEach((e) => { e.open = true })")
    poor = browser.execute_script(CONTRAST)
    emulate(browser, "")
    assert poor == []
    assert count(browser, "tr[data-case] svg") == count(browser, "tr[data-case]") > 0
    assert browser.get_log("browser") == []


@pytest.mark.parametrize("name", ["runs", "models"])
@pytest.mark.parametrize("width", [320, 390, 1300])
def test_pages_fit_their_window(browser: Any, both: dict[str, Path], name: str, width: int) -> None:
    size = {"width": width, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.get(both[name].as_uri())
    root = "document.documentElement"
    wide = browser.execute_script(f"return {root}.scrollWidth - {root}.clientWidth")
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert wide == 0


def test_flips_open_and_the_theme_changes(browser: Any, both: dict[str, Path]) -> None:
    browser.get(both["runs"].as_uri())
    one(browser, "#flipped-items summary").click()
    assert len(cells(browser, "#flipped-items details[open] li")) == 14
    assert one(browser, "#flipped-items details[open] bdi").get_attribute("lang") is not None
    one(browser, "#theme").click()
    assert browser.execute_script("return document.documentElement.dataset.theme") == "dark"
    browser.execute_script("localStorage.clear()")
