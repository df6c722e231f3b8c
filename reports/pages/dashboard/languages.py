"""Languages and phenomena as one table to sort, and accuracy beside what the tokenizer does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kasauti.analysis.by_language import (
    LanguageRow,
    LanguageTable,
)
from kasauti.records import Measurement
from kasauti.reports.pages.dashboard.fertility_plot import Plot, fertility_plots
from kasauti.reports.wording.languages import shown_table, tokenization_texts

TALL = 20  # rows, from which on the table scrolls in its own frame


@dataclass(frozen=True, slots=True)
class Languages:
    """The results by language; `links` has the first case of each language and phenomenon."""

    table: LanguageTable
    links: Mapping[tuple[str, str], Measurement]
    plots: Sequence[Plot]

    @property
    def is_tall(self) -> bool:
        return len(self.table.rows) > TALL

    def fertility(self, row: LanguageRow) -> list[tuple[str, float | None]]:
        """Fertility of the tokenizer as texts, with the values that they sort by."""
        found = row.tokenization
        values = (found.per_word, found.per_byte, found.broken) if found else (None, None, None)
        return list(zip(tokenization_texts(found), values, strict=True))


def languages_of(cases: Sequence[Measurement]) -> Languages | None:
    """The results by language; None where they say no more than the cases do."""
    found = shown_table(cases)
    if found is None:
        return None
    links: dict[tuple[str, str], Measurement] = {}
    for case in cases:
        if case.language is not None and case.is_by_language:
            links.setdefault((case.language, case.case.phenomenon), case)
    return Languages(found, links, fertility_plots(found))
