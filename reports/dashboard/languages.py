"""Languages and phenomena as one table to sort, and accuracy beside what the tokenizer does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kasauti.analysis.by_language import (
    Cell,
    LanguageRow,
    LanguageTable,
    Macro,
    is_by_language,
)
from kasauti.records import Interval, Measurement
from kasauti.records.languages import iso639_3, language_name
from kasauti.records.tokenization import Tokenization
from kasauti.reports.dashboard.fertility_plot import fertility_plots
from kasauti.reports.dashboard.markup import Markup, element, joined, number, slug
from kasauti.reports.dashboard.table import scrolling
from kasauti.reports.languages import NOT_KNOWN, ends_text, shown_table, tokenization_texts
from kasauti.reports.text import counted, interval_text, shortened, spaced

TALL = 20  # rows, from which on the table scrolls in its own frame
FERTILITY = ("tokens per word", "tokens per byte", "unknown or byte tokens")
EXPLAINED = (
    "Each cell is the share of right pairs, with n and the 95 % interval below it. The micro mean "
    "counts every pair alike, a macro mean every language or every phenomenon. The buttons in the "
    "header sort."
)

# The first case of each language and phenomenon.
Links = Mapping[tuple[str, str], Measurement]


def language_views(cases: Sequence[Measurement]) -> Markup | None:
    """The matrix and the plots; nothing where languages say no more than the cases do."""
    found = shown_table(cases)
    if found is None:
        return None
    links: dict[tuple[str, str], Measurement] = {}
    for case in cases:
        if case.language is not None and is_by_language(case):
            links.setdefault((case.language, case.case.phenomenon), case)
    return joined(
        element("h3", "Languages and phenomena" if found.is_multilingual else "Language"),
        element("p", EXPLAINED, class_="muted") if found.is_multilingual else None,
        _means(found) if found.is_multilingual else None,
        language_matrix(found, links),
        fertility_plots(found),
    )


def language_matrix(found: LanguageTable, links: Links) -> Markup:
    """A row per language, a column per phenomenon that languages share."""
    names = ("language", "n", "micro mean", "macro mean", *found.shared, *FERTILITY)
    head = element("tr", *(_heading(name, found.is_multilingual) for name in names))
    body = [_row(row, found.shared, links) for row in found.rows]
    content = joined(
        element("caption", "Results by language and phenomenon", class_="unseen"),
        element("thead", head),
        element("tbody", *body),
        element("tfoot", _foot(found)) if found.is_multilingual else None,
    )
    drawn = element("table", content, class_="languages sortable")
    return scrolling(drawn, "Results by language", tall=len(found.rows) > TALL)


def _means(found: LanguageTable) -> Markup:
    """The three means over everything, beside each other."""
    micro = found.micro
    means = (
        (f"micro mean of {counted(micro.total, 'pair')}", micro.accuracy, micro.interval),
        *(
            (f"macro mean over {macro.count} {name}", macro.value, macro.interval)
            for name, macro in (
                ("languages", found.over_languages),
                ("phenomena", found.over_phenomena),
            )
        ),
    )
    shown = [
        element(
            "div",
            element("dt", name),
            element("dd", number(value), " ", _small(interval_text(interval))),
        )
        for name, value, interval in means
    ]
    return element("dl", *shown, class_="overall", aria_label="Means over all languages")


def _heading(name: str, sortable: bool) -> Markup:
    if not sortable:
        return element("th", spaced(name), scope="col")
    button = element("button", spaced(name), type="button")
    return element("th", button, scope="col", aria_sort="none")


def _row(row: LanguageRow, shared: Sequence[str], links: Links) -> Markup:
    name = language_name(row.language)
    title = joined(element("span", name), " ", element("code", iso639_3(row.language)))
    return element(
        "tr",
        element("th", title, scope="row", data_sort=name),
        element("td", shortened(row.micro.total), class_="number", data_sort=row.micro.total),
        _figures(row.micro.accuracy, row.micro.interval),
        _figures(row.macro.value, row.macro.interval),
        *(_cell(row.cells.get(each), links.get((row.language, each))) for each in shared),
        *_fertility(row.tokenization),
        data_language=row.language,
    )


def _cell(cell: Cell | None, case: Measurement | None) -> Markup:
    if cell is None or case is None:
        return element("td", element("span", "no pairs", class_="unseen"))
    link = element(
        "a", shortened(cell.accuracy), href=f"#{slug(f'case-{case.case}')}", class_="plain"
    )
    told = _small(f"{shortened(cell.total)} · {ends_text(cell.interval)}")
    shade = f"shade{round(10 * cell.accuracy**2)}"
    return element("td", link, told, class_=shade, data_sort=repr(cell.accuracy))


def _figures(value: float, interval: Interval) -> Markup:
    return element("td", number(value), _small(ends_text(interval)), data_sort=repr(value))


def _fertility(found: Tokenization | None) -> list[Markup]:
    values = (found.per_word, found.per_byte, found.broken) if found else (None, None, None)
    texts = tokenization_texts(found)
    return [
        element("td", text, class_="number", data_sort=None if value is None else repr(value))
        for text, value in zip(texts, values, strict=True)
    ]


def _foot(found: LanguageTable) -> Markup:
    """Of each column the mean over its languages; n counts these."""
    return element(
        "tr",
        element("th", "macro mean over languages", scope="row"),
        element("td", shortened(len(found.rows)), class_="number"),
        element("td", NOT_KNOWN),
        _figures(found.over_languages.value, found.over_languages.interval),
        *(_column(found.column(name)) for name in found.shared),
        *(element("td") for _ in FERTILITY),
    )


def _column(macro: Macro) -> Markup:
    told = _small(f"{macro.count} · {ends_text(macro.interval)}")
    return element("td", number(macro.value), told, title=counted(macro.count, "language"))


def _small(text: str) -> Markup:
    return element("small", text)
