"""JBLiMP: JSONL with `good_sentence`, `bad_sentence`, `phenomenon` and `paradigm`."""

from __future__ import annotations

import re
from pathlib import Path

from kasauti.data.pair_formats.rows import Row, RowFormat, text_of
from kasauti.data.pair_formats.scripts import in_script
from kasauti.data.pair_record import Pair


def _pair(path: Path, line: int, row: Row) -> Pair:
    good = text_of(path, line, row, "good_sentence")
    return Pair(
        id=str(row.get("ID", line)),
        # "island effects", "control/raising": a case id has neither spaces nor further parts.
        phenomenon=re.sub(r"[\s/]", "_", text_of(path, line, row, "phenomenon")),
        good=good,
        bad=text_of(path, line, row, "bad_sentence"),
        source=path.name,
        tags={"paradigm": text_of(path, line, row, "paradigm")},
        language="ja" if in_script(good, "HIRAGANA", "KATAKANA", "CJK") else None,
    )


JBLIMP = RowFormat("JBLiMP", ("good_sentence", "bad_sentence", "phenomenon", "paradigm"), _pair)
