"""The index of all runs in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kasauti.analysis.history.history_file import read_history
from kasauti.reports.files.writing import write_text_whole
from kasauti.reports.pages.runs import runs_index
from tests.support.pages.chromium import CONTRAST, HEIGHT, cells, emulate, one
from tests.support.pages.trend_runs import training


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = training(training(tmp_path_factory.mktemp("index")), "runs/b", day=10)
    runs = read_history(folder / "history.jsonl").runs
    path = folder / "index.html"
    write_text_whole(path, runs_index(folder, runs, [f"{folder}/{'x' * 99}"], beside=path))
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_index_is_readable_and_fits(browser: Any, page: Path, scheme: str) -> None:
    browser.get_log("browser")
    emulate(browser, scheme)
    for width in (320, 390, 1400):
        size = {"width": width, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        browser.get(page.as_uri())
        root = "document.documentElement"
        assert browser.execute_script(f"return {root}.scrollWidth - {root}.clientWidth") == 0
        assert browser.execute_script(CONTRAST) == []
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    emulate(browser, "")
    assert browser.get_log("browser") == []


def test_every_word_of_a_search_counts(browser: Any, page: Path) -> None:
    browser.get(page.as_uri())
    assert cells(browser, "#runs-count") == ["8 rows"]
    one(browser, "#filter-text").send_keys("runs/b 0.8")
    assert cells(browser, "#runs-count") == ["1 of 8 rows"]
    shown = cells(browser, "#runs-table tbody tr:not([hidden]) th")
    assert [each.split()[0] for each in shown] == ["runs/b/checkpoint-1000"]
