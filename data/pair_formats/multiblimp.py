"""MultiBLiMP: one table per language, with `sen`, `wrong_sen`, `phenomenon` and `lang`."""

from __future__ import annotations

from pathlib import Path

from kasauti.data.pair_formats.rows import Row, RowFormat, text_of
from kasauti.data.pair_record import Pair
from kasauti.records.languages import bcp47


def _pair(path: Path, line: int, row: Row) -> Pair:
    language = text_of(path, line, row, "lang")
    return Pair(
        id=f"{language}-{line}",
        phenomenon=text_of(path, line, row, "phenomenon"),
        good=text_of(path, line, row, "sen"),
        bad=text_of(path, line, row, "wrong_sen"),
        source=path.name,
        language=bcp47(language),
    )


MULTIBLIMP = RowFormat(
    "MultiBLiMP", ("sen", "wrong_sen", "phenomenon", "lang"), _pair, multilingual=True
)
