"""Text of models and data in Markdown: rendered, it is that text and nothing else."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kasauti.reports.files.markdown import bullets, fence, fold, plain, table
from kasauti.text.visible import visible
from tests.support.built_measurements import HOSTILE
from tests.support.pages.parsed_markdown import rendered

TEXTS = st.text(
    st.one_of(st.sampled_from("|`*_[]()<>&~#+-=!\\:/.@$ \n\t19ax"), st.characters(codec="utf-8"))
)


def words(text: str) -> list[str]:
    return visible(text).split()


@given(TEXTS)
@example("*_emphasis_*")
@example("1. one")
@example("- - -")
@example("# heading")
@example("<b>")
@example("&lt;")
@example("`code`")
@example("\\|")
@example("~~gone~~")
def test_a_line_shows_the_text_and_nothing_else(text: str) -> None:
    page = rendered([f"- {plain(text, longest=None)}"])
    assert page.elements == ["ul", "li"]
    assert page.text.split() == words(text)


@given(TEXTS, TEXTS)
def test_a_cell_shows_the_text_and_stays_one_cell(first: str, second: str) -> None:
    page = rendered(table(("a", "b"), [(first, second), ("kept", "kept")]))
    head = ["table", "thead", "tr", "th", "th", "tbody"]
    assert page.elements == [*head, "tr", "td", "td", "tr", "td", "td"]
    shown = ["a", "b", *words(plain_end(first)), *words(plain_end(second)), "kept", "kept"]
    assert page.text.split() == shown


def plain_end(text: str) -> str:
    """The kept part of a long text."""
    line = " ".join(words(text))
    return line if len(line) <= 200 else f"{line[:200].rstrip()} …"


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_makes_no_element(text: str) -> None:
    page = rendered([*bullets([text]), "", *table(("a",), [(text,)])])
    assert set(page.elements) <= {"ul", "li", "table", "thead", "tbody", "tr", "th", "td"}


@pytest.mark.parametrize(
    "text",
    [
        *("https://example.org", "HTTP://example.org", "www.example.org", "WWW.example.org"),
        *("ftp://example.org", "a@example.org", "$x^2$"),
    ],
)
def test_github_autolinks_and_math_are_broken_up(text: str) -> None:
    # GitHub reads these from the source itself; a code in the place of the sign is none of them.
    known = r"://|www\.|\w@\w|\$\w"
    assert not re.search(known, plain(f"see {text} there"), re.IGNORECASE)


@pytest.mark.parametrize(
    "text", ["word_order", "0.875", "-0.563", "case: 95 % interval", "लड़का घर जाता है।", "a-b (c)!"]
)
def test_ordinary_text_stays_readable_in_the_source(text: str) -> None:
    assert plain(text) == text


def test_long_text_is_truncated_by_default() -> None:
    assert plain("x" * 300) == "x" * 200 + " …"
    assert plain("x" * 300, longest=None) == "x" * 300
    assert rendered([plain("*" * 300)]).text.strip() == "*" * 200 + " …"


def test_columns_with_nothing_in_them_are_left_out() -> None:
    lines = table(("a", "b", "c"), [("1", "", "x"), ("2", "", "")], numeric=(0, 2))
    assert lines == ["| a | c |", "| ---: | ---: |", "| 1 | x |", "| 2 |  |"]
    assert table(("a",), []) == []


@given(st.lists(TEXTS, min_size=1))
def test_text_cannot_end_code_block(texts: list[str]) -> None:
    page = rendered([*fence(texts), "", "after"])
    assert page.elements == ["pre", "code", "p"]
    assert page.text.split() == [*words(" ".join(texts)), "after"]


def test_folded_section_contains_table() -> None:
    page = rendered(fold("2 <more>", table(("a",), [("1",)])))
    assert page.elements[:2] == ["details", "summary"]
    assert "table" in page.elements
    assert "2 <more>" in page.text
