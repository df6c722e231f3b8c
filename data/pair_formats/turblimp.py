"""TurBLiMP: a table with `;` between the columns `good_sentence`, `bad_sentence`, `phenomenon`.

It also marks the `critical_region`; only a table that has it is taken as Turkish.
"""

from __future__ import annotations

from pathlib import Path

from kasauti.data.pair_formats.rows import Row, RowFormat, text_of
from kasauti.data.pair_record import Pair


def _pair(path: Path, line: int, row: Row) -> Pair:
    phenomenon = text_of(path, line, row, "phenomenon")
    return Pair(
        id=f"{phenomenon}-{line - 1}",
        phenomenon=phenomenon,
        good=text_of(path, line, row, "good_sentence"),
        bad=text_of(path, line, row, "bad_sentence"),
        source=path.name,
        language="tr" if "critical_region" in row else None,
    )


TURBLIMP = RowFormat("TurBLiMP", ("good_sentence", "bad_sentence", "phenomenon"), _pair)
