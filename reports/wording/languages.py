"""Languages in reports: their names, and results by language as rows of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kasauti.analysis.by_language import LanguageRow, LanguageTable, language_table
from kasauti.records import Interval, Measurement
from kasauti.records.tokenization import Tokenization
from kasauti.reports.wording.text import count_text, interval_text, number_text
from kasauti.scorers.statistics.intervals import Share
from kasauti.text.languages import bcp47, iso639_3, language_name

NOT_KNOWN = "–"


def language_text(code: str | None) -> str:
    """A language for a person: `Hindi (hin)`; its code alone where it has no name here."""
    if not code:
        return ""
    name, three = language_name(code), iso639_3(bcp47(code))
    return three if name in (code, three) else f"{name} ({three})"


def are_mixed(measurements: Iterable[Measurement]) -> bool:
    """Return True if the cases are in more than one known language."""
    return len({each.language for each in measurements} - {None}) > 1


def shown_table(measurements: Sequence[Measurement]) -> LanguageTable | None:
    """The results by language, where they say more than those by case.

    That is where languages share phenomena, or where it is known what a tokenizer makes of them.
    """
    table = language_table(measurements)
    if table is None or not (table.shared or any(row.tokenization for row in table.rows)):
        return None
    return table


def matrix_header(table: LanguageTable) -> tuple[str, ...]:
    """The columns of `matrix_rows`."""
    return (
        *("language", "n", "accuracy", "95 % interval", "mean over phenomena"),
        *table.shared,
        *("tokens per word", "tokens per byte", "unknown or byte tokens"),
    )


def matrix_rows(table: LanguageTable) -> Iterator[tuple[str, ...]]:
    """A row per language, then the means over all of them where there are several."""
    for row in table.rows:
        yield _row(row, table.shared)
    if not table.is_multilingual:
        return
    blank, end = [""] * len(table.shared), [""] * 3
    over = {"languages": table.over_languages, "phenomena": table.over_phenomena}
    columns = [
        f"{number_text(mean.value)} ({count_text(mean.count, 'language')})"
        for mean in map(table.column, table.shared)
    ]
    yield ("all, micro mean", *_share(table.micro), "", *blank, *end)
    for name, macro in over.items():
        cells = columns if name == "languages" else blank
        figures = ("", number_text(macro.value), interval_text(macro.interval), "")
        yield (f"all, macro mean over {macro.count} {name}", *figures, *cells, *end)


def cell_text(cell: Share | None) -> str:
    """A cell of the matrix: the share, n and the interval."""
    if cell is None:
        return ""
    return f"{number_text(cell.accuracy)} (n {cell.total}, {ends_text(cell.interval)})"


def ends_text(interval: Interval) -> str:
    """An interval in little room."""
    return f"{interval.low:.2f}–{interval.high:.2f}"


def tokenization_texts(found: Tokenization | None) -> tuple[str, str, str]:
    """Tokens per word and per byte, and the share of unknown and byte tokens."""
    if found is None:
        return NOT_KNOWN, NOT_KNOWN, NOT_KNOWN
    per_word = NOT_KNOWN if found.per_word is None else number_text(found.per_word, digits=2)
    broken = NOT_KNOWN if found.broken is None else f"{100 * found.broken:.1f} %"
    return per_word, number_text(found.per_byte), broken


def _row(row: LanguageRow, shared: Sequence[str]) -> tuple[str, ...]:
    return (
        language_text(row.language),
        *_share(row.micro),
        number_text(row.macro.value),
        *(cell_text(row.cells.get(name)) for name in shared),
        *tokenization_texts(row.tokenization),
    )


def _share(cell: Share) -> tuple[str, str, str]:
    return number_text(cell.total), number_text(cell.accuracy), interval_text(cell.interval)
