"""HTML that cannot forget to escape: whatever is not markup already becomes text."""

from __future__ import annotations

import math
import re
from html import escape

Child = str | None
Attribute = str | int | float | bool | None

NONE_GIVEN = "–"
DEVANAGARI = re.compile(r"[\u0900-\u097f]")
# Control characters, marks that turn the direction of what follows, and halves of pairs: they
# show nothing of themselves and spoil what is around them.
UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
HALVES = re.compile("[\ud800-\udfff]")


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def element(name: str, *children: Child, **attributes: Attribute) -> Markup:
    """An element; `class_` and `aria_label` are the attributes class and aria-label.

    >>> element("td", "<b>", class_="number")
    '<td class="number">&lt;b&gt;</td>'
    """
    told = "".join(
        _attribute(key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items()
    )
    return Markup(f"<{name}{told}>{joined(*children)}</{name}>")


def joined(*children: Child) -> Markup:
    """Children one after another, each escaped unless it is markup."""
    return Markup(
        "".join(
            child if isinstance(child, Markup) else escape(visible(child))
            for child in children
            if child is not None
        )
    )


def visible(text: str) -> str:
    """Text in which what has no glyph is told by its code point.

    >>> visible("a\\x00b")
    'a⟨U+0000⟩b'
    """
    text = HALVES.sub("\ufffd", text)
    return UNSEEN.sub(lambda match: f"⟨U+{ord(match[0]):04X}⟩", text)


def prose(text: str, *, language: str | None = None, tag: str = "bdi") -> Markup:
    """Text of a model or of data: kept apart from its surroundings, its language told if known."""
    return element(tag, text, lang=language or language_of(text), dir="auto")


def language_of(text: str, suite: str = "") -> str | None:
    """The language of text in Devanagari: Sanskrit in its own suite, Hindi elsewhere."""
    if not DEVANAGARI.search(text):
        return None
    return "sa" if suite.startswith("sanskrit") else "hi"


def number(value: float | None, *, digits: int = 3) -> Markup:
    """A figure, rounded for the eye and exact for the machine."""
    if value is None or not math.isfinite(value):
        return Markup(NONE_GIVEN if value is None else f"<data>{value}</data>")
    return element("data", shortened(value, digits=digits), value=repr(value))


def shortened(value: float, *, digits: int = 3) -> str:
    """A figure as people write it: whole numbers whole, others to some digits, none in powers."""
    if isinstance(value, int):
        return f"{value:,}".replace(",", "\u202f") if abs(value) >= 10_000 else str(value)
    text = f"{value:.{digits}f}" if abs(value) < 100 else f"{value:,.1f}".replace(",", "\u202f")
    return text.replace("-", "−")


def slug(text: str) -> str:
    """An id for an element: stable, and of letters that a URL need not quote."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    return f" {key}" if value is True else f' {key}="{escape(visible(str(value)))}"'
