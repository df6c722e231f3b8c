"""HTML that cannot forget to escape: whatever is not markup already becomes text."""

from __future__ import annotations

import math
import re
from html import escape

from kasauti.records.direction import direction
from kasauti.records.visible import visible
from kasauti.reports.text import shortened

Child = str | None
Attribute = str | int | float | bool | None

NONE_GIVEN = "–"


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def element(name: str, *children: Child, **attributes: Attribute) -> Markup:
    """An element; `class_` and `aria_label` are the attributes class and aria-label.

    >>> element("td", "<b>", class_="number")
    '<td class="number">&lt;b&gt;</td>'
    """
    written = "".join(
        _attribute(key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items()
    )
    return Markup(f"<{name}{written}>{joined(*children)}</{name}>")


def joined(*children: Child) -> Markup:
    """Children one after another, each escaped unless it is markup."""
    return Markup(
        "".join(
            child if isinstance(child, Markup) else escape(visible(child))
            for child in children
            if child is not None
        )
    )


def prose(text: str, *, language: str | None = None) -> Markup:
    """Text of a model or of data: isolated from its surroundings, with its language if known."""
    return element("bdi", text, lang=language, dir=direction(text, language))


def number(value: float | None, *, digits: int = 3) -> Markup:
    """A figure, rounded for the eye and exact for the machine."""
    if value is None or not math.isfinite(value):
        return Markup(NONE_GIVEN if value is None else f"<data>{value}</data>")
    return element("data", shortened(value, digits=digits), value=repr(value))


def slug(text: str) -> str:
    """An id for an element: stable, and of letters that a URL need not quote."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    return f" {key}" if value is True else f' {key}="{escape(visible(str(value)))}"'
