"""One headless Chromium for all tests of pages, and the dashboards that they open in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kasauti.reports.files.writing import write_text_whole
from kasauti.reports.pages.dashboard.page import dashboard
from tests.support.dashboard_runs import decided_early, many_items, whole_run
from tests.support.pages.chromium import Open
from tests.support.pages.language_runs import language_run, many_languages

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMEDRIVER = shutil.which("chromedriver")
FLAGS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    # Without motion, so that what is clicked stands where it was found.
    *("--window-size=1300,900", "--force-prefers-reduced-motion"),
)
ITEMS = 20_000


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One session for all tests; each opens its page anew."""
    if CHROMIUM is None or CHROMEDRIVER is None:
        pytest.skip("needs Chromium and its driver: apt-get install chromium chromium-driver")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    # The driver is named, so that selenium does not look for one on the network.
    service = webdriver.ChromeService(executable_path=CHROMEDRIVER)
    driver = webdriver.Chrome(options=options, service=service)
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    runs = {
        "whole": whole_run(),
        "many": many_items(ITEMS),
        "languages": language_run(many_languages(101), pairs=2),
        "decided": decided_early(),
    }
    for name, run in runs.items():
        write_text_whole(folder / f"{name}.html", dashboard(run))
    return {name: folder / f"{name}.html" for name in runs}


@pytest.fixture
def opened(browser: Any, pages: dict[str, Path]) -> Iterator[Open]:
    """Open a page; whatever is then done on it, no error may reach the console."""

    def open_page(name: str) -> Any:
        browser.get(pages[name].as_uri())
        browser.execute_script("localStorage.clear()")
        browser.get_log("browser")
        browser.get(pages[name].as_uri())
        return browser

    yield open_page
    assert browser.get_log("browser") == []
