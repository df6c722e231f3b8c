"""The rows of a file with named fields: JSONL, JSON, CSV with a header, or Parquet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.parquet import columnar_rows
from kasauti.inputs.rows import csv_rows, json_content, jsonl_rows

Row = Mapping[str, object]
# IndicGLUE's cloze questions are a list under this name; its other JSON files are bare lists.
CLOZE_DATA = "cloze_data"
# In so many rows one label of two does not occur alone by chance.
ROWS_THAT_TELL = 20


def named_rows(path: Path) -> Iterable[tuple[int, Row]]:
    """Each row with its number: of its line, or in a JSON or Parquet file from 1."""
    match path.suffix:
        case ".jsonl":
            return jsonl_rows(path)
        case ".parquet":
            return columnar_rows(path)
        case ".csv":
            return _csv(path)
        case _:
            return _json(path)


def same_everywhere(labels: Sequence[str], *, none: str) -> str:
    """The reason why these labels are placeholders, or nothing; `none` stands for a missing one.

    Test files are published without answers, or with one value for all.
    """
    if all(label == none for label in labels):
        return "no row has a label"
    if len(set(labels)) == 1 and len(labels) >= ROWS_THAT_TELL:
        return f"every label is {labels[0]}"
    return ""


def _json(path: Path) -> Iterable[tuple[int, Row]]:
    content = json_content(path)
    rows = content.get(CLOZE_DATA) if isinstance(content, dict) else content
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise KasautiError(f"{path} has no list of questions. Put one under {CLOZE_DATA}.")
    return enumerate(rows, start=1)


def _csv(path: Path) -> Iterable[tuple[int, Row]]:
    rows = list(csv_rows(path))
    if not rows:
        return []
    names = rows[0][1]
    for line, cells in rows[1:]:
        if len(cells) != len(names):
            raise KasautiError(
                f"{path}, line {line} has {len(cells)} columns where {len(names)} are expected. "
                "Give every line a value for each column."
            )
    return [(line, dict(zip(names, cells, strict=True))) for line, cells in rows[1:]]
