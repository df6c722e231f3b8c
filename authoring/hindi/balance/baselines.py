"""The committed table of what baselines get on the Hindi pairs (`baselines.tsv`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kasauti.inputs.rows import csv_rows

TABLE = Path(__file__).parent / "baselines.tsv"
COLUMNS = ("shorter", "unigram", "bigram", "outside_bigram", "outside_trigram")


@dataclass(frozen=True, slots=True)
class BaselineRow:
    """One phenomenon of one set: the number of pairs, and each baseline's accuracy."""

    pair_set: str
    phenomenon: str
    pairs: int
    accuracies: tuple[float, ...]


def write_table(path: Path, rows: Iterable[BaselineRow]) -> None:
    """Write the table."""
    lines = ["\t".join(("set", "phenomenon", "pairs", *COLUMNS))]
    for row in rows:
        figures = (f"{figure:.3f}" for figure in row.accuracies)
        lines.append("\t".join((row.pair_set, row.phenomenon, str(row.pairs), *figures)))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def read_table(path: Path) -> list[BaselineRow]:
    """Read the table."""
    rows = [cells for _, cells in csv_rows(path, delimiter="\t")][1:]
    return [
        BaselineRow(cells[0], cells[1], int(cells[2]), tuple(map(float, cells[3:])))
        for cells in rows
    ]
