"""A dashboard whose every text is an attack, in a browser: nothing of it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kasauti.reports.files.writing import write_text_whole
from kasauti.reports.pages.dashboard.page import dashboard
from tests.support.pages.chromium import cells, count
from tests.support.pages.hostile_runs import ATTACKS, hostile_run


def test_no_script_of_a_hostile_run_is_executed(browser: Any, tmp_path: Path) -> None:
    from selenium.common.exceptions import NoAlertPresentException

    attack = "".join(ATTACKS[name] for name in ATTACKS)
    run = hostile_run(attack)
    write_text_whole(tmp_path / "dashboard.html", dashboard(run))
    browser.get_log("browser")
    browser.get((tmp_path / "dashboard.html").as_uri())
    with pytest.raises(NoAlertPresentException):
        _ = browser.switch_to.alert
    assert browser.execute_script("return window.stolen === undefined && window.name === ''")
    assert count(browser, "script") == 2
    assert count(browser, "#items tbody tr") > 0
    (headline,) = cells(browser, "h1")
    assert " passed" in headline
    assert browser.get_log("browser") == []
