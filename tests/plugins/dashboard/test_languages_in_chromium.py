"""Languages in a real browser: the matrix sorts and stays in sight, and texts run their way."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.pages.chromium import Open, cells, choose

ROWS = "return [...document.querySelectorAll('.languages tbody tr')].map((e) => e.dataset.language)"
SIZE = {"height": 800, "deviceScaleFactor": 1, "mobile": False}


def sort(browser: Any, column: int) -> list[str]:
    """Click on the button of a column; the languages in their new order."""
    browser.execute_script(
        "document.querySelectorAll('.languages thead button')[arguments[0]].click()", column
    )
    found: list[str] = browser.execute_script(ROWS)
    return found


def test_matrix_sorts_by_name_and_figures_with_gaps_last(opened: Open) -> None:
    browser = opened("languages")
    assert len(browser.execute_script(ROWS)) == 101
    by_name = sort(browser, 0)
    initials = [name[0] for name in cells(browser, ".languages tbody th span")]
    assert initials == sorted(initials)
    assert sort(browser, 0) == by_name[::-1]
    value = """return [...document.querySelectorAll('.languages tbody tr')].map(
        (row) => row.cells[arguments[0]].dataset.sort ?? null)"""
    sort(browser, 3)
    macro = [float(each) for each in browser.execute_script(value, 3)]
    assert macro == sorted(macro, reverse=True)
    sort(browser, 3)
    assert [float(each) for each in browser.execute_script(value, 3)] == sorted(macro)
    sort(browser, 5)
    shares = browser.execute_script(value, 5)
    known = [float(each) for each in shares if each is not None]
    assert shares[len(known) :] == [None] * (len(shares) - len(known))
    assert 0 < len(known) < 101
    assert known == sorted(known, reverse=True)
    sorted_by = "return document.querySelectorAll('.languages [aria-sort=descending]').length"
    assert browser.execute_script(sorted_by) == 1


@pytest.mark.parametrize("width", [390, 1300])
def test_header_and_first_column_stay_in_sight(opened: Open, width: int) -> None:
    browser = opened("languages")
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {**SIZE, "width": width})
    places = browser.execute_script(
        """const frame = document.querySelector('.scroll.tall');
        frame.scrollIntoView();
        const table = frame.querySelector('table');
        const place = () => [...table.tHead.rows[0].cells].slice(0, 1).concat(
          table.tBodies[0].rows[60].cells[0]).map((e) => e.getBoundingClientRect());
        frame.scrollTop = 60 * 40; frame.scrollLeft = 150;
        const [corner, name] = place(), inside = frame.getBoundingClientRect();
        const root = document.documentElement;
        return [corner.top - inside.top, corner.left - inside.left, name.left - inside.left,
          frame.scrollLeft, name.width / inside.width, root.scrollWidth - root.clientWidth];"""
    )
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    top, left, name_left, scrolled, share, too_wide = places
    assert max(abs(top), abs(left), abs(name_left)) <= 2
    assert scrolled > 0
    assert share < 0.5
    assert too_wide == 0


def test_texts_have_direction_and_language(opened: Open) -> None:
    browser = opened("languages")
    said = """return [...document.querySelectorAll('#items-body .said')].slice(0, 2).map(
        (e) => [e.lang, getComputedStyle(e).direction, getComputedStyle(e).fontFamily])"""
    found = {}
    for code in ("ur", "he", "ar", "hi", "en"):
        choose(browser, "language", code)
        (language, direction, font), other = browser.execute_script(said)
        assert language == code
        assert other[1] == direction
        found[code] = direction
        if code == "ur":
            assert "Nastaliq" in font
    assert found == {"ur": "rtl", "he": "rtl", "ar": "rtl", "hi": "ltr", "en": "ltr"}
    # A number stands first, and still at the right, where the sentence begins.
    choose(browser, "language", "ur")
    begins = """const said = document.querySelector('#items-body .said'), range = new Range();
        range.setStart(said.firstChild, 0); range.setEnd(said.firstChild, 4);
        const digits = range.getBoundingClientRect(), whole = said.getBoundingClientRect();
        return [range.toString(), (digits.left - whole.left) / whole.width];"""
    digits, place = browser.execute_script(begins)
    assert digits == "2024"
    assert place > 0.5


def test_a_cell_leads_to_its_case(opened: Open) -> None:
    browser = opened("languages")
    browser.execute_script("document.querySelector('.languages tbody a').click()")
    shown = """const panel = document.querySelector(location.hash);
        return [panel.open, panel.closest('.panels').open, panel.querySelector('b').textContent]"""
    assert browser.execute_script(shown) == [True, True, "ur/SV-#"]
