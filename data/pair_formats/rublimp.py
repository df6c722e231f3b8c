"""RuBLiMP: CSV with the corpus sentence (`source_sentence`), the corrupted one and a `PID`."""

from __future__ import annotations

from pathlib import Path

from kasauti.data.pair_formats.rows import Row, RowFormat, text_of
from kasauti.data.pair_formats.scripts import in_script
from kasauti.data.pair_record import Pair


def _pair(path: Path, line: int, row: Row) -> Pair:
    paradigm = text_of(path, line, row, "PID")
    good = text_of(path, line, row, "source_sentence")
    return Pair(
        # The set's own ids name corpus sentences, which may stand in several paradigms.
        id=f"{paradigm}-{row.get('id', line)}-{line - 1}",
        phenomenon=paradigm,
        good=good,
        bad=text_of(path, line, row, "target_sentence"),
        gloss=_gloss(row),
        source=path.name,
        tags={"domain": str(row["domain"])} if row.get("domain") else {},
        language="ru" if in_script(good, "CYRILLIC") else None,
    )


def _gloss(row: Row) -> str:
    right, wrong = row.get("source_word"), row.get("target_word")
    return f"{wrong} for {right}" if right and wrong else ""


RUBLIMP = RowFormat("RuBLiMP", ("source_sentence", "target_sentence", "phenomenon", "PID"), _pair)
