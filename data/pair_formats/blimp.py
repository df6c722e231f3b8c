"""BLiMP's fields: `sentence_good`, `sentence_bad` and the paradigm's `UID`.

Copies and translations of other sets use the same fields, so that a file is taken as English only
where it has BLiMP's own field `linguistics_term`, or says so.
"""

from __future__ import annotations

from pathlib import Path

from kasauti.data.pair_formats.rows import Row, RowFormat, text_of
from kasauti.data.pair_record import Pair
from kasauti.records.languages import bcp47


def _pair(path: Path, line: int, row: Row) -> Pair:
    return Pair(
        # pairID starts again in each UID; some copies have none.
        id=f"{row['UID']}-{row.get('pairID', line)}",
        phenomenon=text_of(path, line, row, "UID"),
        good=text_of(path, line, row, "sentence_good"),
        bad=text_of(path, line, row, "sentence_bad"),
        source=path.name,
        language=_language(path, line, row),
    )


def _language(path: Path, line: int, row: Row) -> str | None:
    if "lang" in row:
        return bcp47(text_of(path, line, row, "lang"))
    return "en" if "linguistics_term" in row else None


BLIMP = RowFormat("BLiMP", ("sentence_good", "sentence_bad", "UID"), _pair)
