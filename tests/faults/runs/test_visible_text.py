"""Text from outside, as the terminal and GitHub Actions get to see it."""

from __future__ import annotations

import io
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kasauti.fixtures.recording.reporter import Reporter
from kasauti.text.visible import LONGEST, line_by_line, on_one_line, visible

HOSTILE = st.sampled_from(
    [
        *("\x1b[31m", "\x1b]0;title\x07", "\r\n", "\n::error::pwned", "::error::", "##[error]"),
        *("\x9b2J", "\u202e", "\u2066", "\ud800", "\u2028", "\x85", "\t", " ", "#", ":", "x" * 300),
    ]
)
TEXTS = st.lists(HOSTILE | st.text(max_size=20)).map("".join)
TURNS = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@given(TEXTS)
@example("::")
@example(" \t:::x")
@example("###[x")
def test_one_line_text_is_harmless(text: str) -> None:
    shown = on_one_line(text)
    assert len(shown) <= LONGEST
    assert shown.splitlines() in ([], [shown])
    assert not {unicodedata.category(sign) for sign in shown} & {"Cc", "Cs", "Zl", "Zp"}
    assert not TURNS & set(shown)
    assert not shown.lstrip().startswith("::")
    assert "##[" not in shown
    assert on_one_line(shown) == shown
    shown.encode("utf-8")


@given(TEXTS, st.integers(min_value=3, max_value=50))
def test_a_cut_is_marked_and_nothing_else_is(text: str, longest: int) -> None:
    whole = on_one_line(text, longest=None)
    shown = on_one_line(text, longest=longest)
    assert len(shown) <= longest
    if len(whole) <= longest:
        assert shown == whole
    else:
        assert shown.endswith(" …")
        assert whole.startswith(shown.removesuffix(" …"))


@given(TEXTS)
def test_lines_stay_lines_and_each_is_harmless(text: str) -> None:
    shown = line_by_line(text)
    assert len(shown.split("\n")) == len(text.split("\n"))
    assert not any(line.lstrip().startswith("::") for line in shown.split("\n"))
    assert not {unicodedata.category(sign) for sign in shown.replace("\n", "")} & {"Cc", "Cs"}


@given(TEXTS)
def test_plain_text_is_unchanged(text: str) -> None:
    harmless = "".join(sign for sign in text if sign.isalnum() or sign in " ।\u200d")[:LONGEST]
    assert visible(harmless) == on_one_line(harmless) == harmless


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mx", "␛[31mx"),
        ("a\nb\r\nc", "a⏎b⏎c"),
        ("a\x00b", "a⟨U+0000⟩b"),
        ("x\n::error::pwned", "x⏎::error::pwned"),
        ("::error::pwned", ": :error::pwned"),
    ],
)
def test_invisible_characters_get_a_visible_sign(text: str, shown: str) -> None:
    assert on_one_line(text) == shown


def test_the_title_of_a_line_acts_nowhere(pytestconfig: pytest.Config) -> None:
    file = io.StringIO()
    Reporter(pytestconfig, file).write_sep("-", "generated xml file: \x1b[31m\n::error::x/j.xml")
    assert file.getvalue().count("\n") == 1
    assert "\x1b" not in file.getvalue()
