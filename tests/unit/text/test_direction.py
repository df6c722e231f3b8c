"""Text direction."""

from __future__ import annotations

import pytest

from kasauti.reports.pages.offline_page import macro
from kasauti.text.languages import direction
from tests.support.pages.language_runs import OTHERS, RIGHT_TO_LEFT


def prose(text: str, *, language: str) -> str:
    return macro("dashboard/parts.html", "prose", text, language)


@pytest.mark.parametrize("code", RIGHT_TO_LEFT)
def test_urdu_hebrew_arabic_are_rtl_even_after_digit(code: str) -> None:
    for text in RIGHT_TO_LEFT[code]:
        assert direction(text, code) == direction(f"3 {text}", code) == "rtl"
        assert f'lang="{code}" dir="rtl"' in prose(text, language=code)


@pytest.mark.parametrize("code", OTHERS)
def test_other_languages_run_as_their_letters_do(code: str) -> None:
    assert [direction(text, code) for text in OTHERS[code]] == ["auto", "auto"]
    assert 'dir="auto"' in prose(OTHERS[code][0], language=code)


def test_direction_uses_letters_not_code_subtags() -> None:
    assert direction("ذهب", "ar-EG") == direction("گفت", "fa_Arab") == "rtl"
    assert direction("larka school jata hai", "ur") == "auto"
    assert direction("ذهب", None) == "auto"  # the first letter tells
