"""Tables and the marks that stand in them: verdicts, bands, intervals, bars."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kasauti.reports.dashboard.markup import Markup, element, joined, number, shortened

TITLES = {
    "multiblimp": "Minimal pairs",
    "sanskrit": "Sanskrit contrast sets",
    "probes": "Morphological probes",
    "quiz": "Quiz",
    "metrics": "Generative metrics",
    "zeroshot": "Zero-shot tasks",
    "indicglue": "IndicGLUE",
    "regression": "Compared with the baseline",
    "lint_data": "The data itself",
}
# A sign for each verdict, so that none is told by its colour alone.
SIGNS = {"passed": "✓", "failed": "✗", "inconclusive": "?"}


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
    kept = [place for place in range(len(header)) if not rows or any(row[place] for row in rows)]
    numeric = frozenset(new for new, place in enumerate(kept) if place in numeric)
    rows = [[row[place] for place in kept] for row in rows]
    head = element(
        "tr",
        *(
            element("th", name, scope="col", class_="number" if place in numeric else None)
            for place, name in enumerate(header[place] for place in kept)
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
            element("td", cell, class_="number" if place in numeric else None)
            for place, cell in enumerate(cells[1:], start=1)
        ),
    )


def scrolling(content: Markup, label: str) -> Markup:
    """A frame that scrolls sideways; with a tab stop, so that a keyboard can scroll it too."""
    return element("div", content, class_="scroll", role="region", aria_label=label, tabindex=0)


def verdict_mark(verdict: str | None) -> Markup:
    """The verdict as a word with its sign."""
    if verdict is None:
        return Markup("")
    sign = element("span", SIGNS.get(verdict, "•"), aria_hidden="true")
    return element("span", sign, " ", verdict, class_=f"verdict {verdict}")


def band_mark(band: str | None) -> Markup:
    return element("span", band, class_=f"band {band}") if band else Markup("")


def interval_text(figure: Mapping[str, Any]) -> str:
    low, high = figure.get("low"), figure.get("high")
    if low is None or high is None:
        return ""
    return f"{shortened(low)} to {shortened(high)}"


def bar_text(figure: Mapping[str, Any]) -> Markup:
    """What is asked for: "at least 0.70", with its source where the pointer rests."""
    if figure.get("bar") is None:
        return Markup("")
    told = f"{figure.get('direction') or ''} {shortened(figure['bar'], digits=2)}".strip()
    return element("span", told, title=figure.get("source"))


def figures_table(caption: str, figures: Iterable[Mapping[str, Any]]) -> Markup:
    """Any figures in the common form, with their bars where they have some."""
    rows = [
        (
            spaced(figure["metric"]),
            number(figure["value"]),
            interval_text(figure),
            "" if figure.get("n") is None else shortened(figure["n"]),
            bar_text(figure),
            verdict_mark(figure.get("verdict")),
        )
        for figure in figures
    ]
    header = ("figure", "value", "95 % interval", "n", "bar", "verdict")
    return table(caption, header, rows, numeric=frozenset({1, 2, 3}))


def spaced(name: str) -> str:
    """A name of the data as words: `character_ngrams` is "character ngrams"."""
    return name.replace("_", " ")
