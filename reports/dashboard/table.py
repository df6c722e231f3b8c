"""Tables and the marks that stand in them: verdicts, bands, thresholds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kasauti.records import Bar, Figure
from kasauti.reports.dashboard.markup import Markup, element, joined, number
from kasauti.reports.text import (
    SIGNS,
    interval_text,
    judged_text,
    sample_text,
    spaced,
    threshold_text,
)


def table(
    caption: str,
    header: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    numeric: frozenset[int] = frozenset(),
    hidden_caption: bool = False,
) -> Markup:
    """A table whose first column names its rows; columns with nothing in them are left out."""
    rows = [list(row) for row in rows]
    kept = [column for column in range(len(header)) if not rows or any(row[column] for row in rows)]
    numeric = frozenset(new for new, column in enumerate(kept) if column in numeric)
    rows = [[row[column] for column in kept] for row in rows]
    head = element(
        "tr",
        *(
            element("th", name, scope="col", class_="number" if index in numeric else None)
            for index, name in enumerate(header[column] for column in kept)
        ),
    )
    body = [_row(row, numeric) for row in rows]
    title = element("caption", caption, class_="unseen" if hidden_caption else None)
    content = joined(title, element("thead", head), element("tbody", *body))
    return scrolling(element("table", content), caption)


def _row(cells: Sequence[str], numeric: frozenset[int]) -> Markup:
    return element(
        "tr",
        element("th", cells[0], scope="row"),
        *(
            element("td", cell, class_="number" if column in numeric else None)
            for column, cell in enumerate(cells[1:], start=1)
        ),
    )


def scrolling(content: Markup, label: str, *, tall: bool = False) -> Markup:
    """A frame that scrolls sideways; with a tab stop, so that a keyboard can scroll it too.

    tall: whether it also scrolls up and down, so that the header can stay in sight.
    """
    kind = "scroll tall" if tall else "scroll"
    return element("div", content, class_=kind, role="region", aria_label=label, tabindex=0)


def verdict_mark(verdict: str | None, *, borderline: bool = False) -> Markup:
    """The verdict as a word with its sign."""
    if verdict is None:
        return Markup("")
    sign = element("span", SIGNS.get(verdict, "•"), aria_hidden="true")
    word = judged_text(verdict, borderline=borderline)
    return element("span", sign, " ", word, class_=f"verdict {verdict}")


def band_mark(band: str | None) -> Markup:
    return element("span", band, class_=f"band {band}") if band else Markup("")


def threshold_mark(bar: Bar | None) -> Markup:
    """What is required: "at least 0.70", with its source where the pointer rests."""
    return element("span", threshold_text(bar), title=bar.source) if bar else Markup("")


def figures_table(caption: str, figures: Iterable[Figure]) -> Markup:
    """Any figures, with their thresholds where they have some."""
    rows = [
        (
            spaced(figure.metric),
            number(figure.value),
            interval_text(figure.interval),
            sample_text(figure),
            threshold_mark(figure.bar),
            verdict_mark(figure.verdict, borderline=figure.borderline),
        )
        for figure in figures
    ]
    header = ("figure", "value", "95 % interval", "n", "threshold", "verdict")
    return table(caption, header, rows, numeric=frozenset({1, 2, 3}))
