"""BLiMP's fields, which ZhoBLiMP has too: `sentence_good`, `sentence_bad`, the paradigm's `UID`.

Copies and translations of other sets use the same fields, so that a file is taken as English only
where it has BLiMP's own field `linguistics_term`, as Chinese only where it has ZhoBLiMP's
`phenomenon` and is in Chinese characters; or in the language of its field `lang`.
"""

from __future__ import annotations

from pathlib import Path

from kasauti.data.pair_formats.rows import Row, RowFormat, name_of_file, text_of
from kasauti.data.pair_formats.scripts import in_script
from kasauti.data.pair_record import Pair
from kasauti.records.languages import bcp47


def _pair(path: Path, line: int, row: Row) -> Pair:
    paradigm = text_of(path, line, row, "UID") if "UID" in row else name_of_file(path)
    # pairID starts again in each UID; the hub's copies call it pair_id, some have none.
    number = row.get("pairID", row.get("pair_id", line))
    return Pair(
        id=f"{paradigm}-{number}",
        phenomenon=paradigm,
        good=text_of(path, line, row, "sentence_good"),
        bad=text_of(path, line, row, "sentence_bad"),
        source=path.name,
        language=_language(path, line, row),
    )


def _language(path: Path, line: int, row: Row) -> str | None:
    if "lang" in row:
        return bcp47(text_of(path, line, row, "lang"))
    if "linguistics_term" in row:
        return "en"
    return "zh" if "phenomenon" in row and in_script(str(row["sentence_good"]), "CJK") else None


# Copies without UID, such as TurBLiMP's on the hub, have a file for each paradigm.
BLIMP = RowFormat("BLiMP and ZhoBLiMP", ("sentence_good", "sentence_bad"), _pair)
