"""Labelled texts: TSV, CSV, JSONL and Parquet; with or without a header, label or text first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kasauti.data.errors import DataError
from kasauti.data.files import csv_rows, numbered_lines
from kasauti.data.indicglue.rows import named_rows

TEXT_NAMES = frozenset(
    {"text", "sentence", "review", "headline", "headlines", "title", "content", "article"}
)
LABEL_NAMES = frozenset(
    {"label", "labels", "class", "category", "topic", "sentiment", "polarity", "experience"}
)
# With fewer rows, a label that occurs once does not suggest a header.
ROWS_THAT_TELL = 20
# IndicGLUE's own files have no header, and the label first.
OFFICIAL = re.compile(r"[a-z]{2}-(train|valid|test)\.csv")
REMEDY = "Write label and text, with a tab between them, as its first line."

Row = tuple[int, Sequence[str]]  # the number of a line, and its cells


@dataclass(frozen=True, slots=True)
class LabelledText:
    """A text and its label; `id` is its number in the file."""

    id: str
    text: str
    label: str

    @property
    def shown(self) -> tuple[str, str]:
        """The question and the right answer, as text for a report."""
        return self.text, self.label


def read_labelled_texts(path: Path) -> list[LabelledText]:
    """The texts of a file; refused where it is not clear which column is the label."""
    if path.suffix in (".jsonl", ".parquet"):
        rows = _named(path)
    else:
        rows = _csv(path) if path.suffix == ".csv" else _tsv(path)
        text, label, first = _columns(path, rows)
        rows = [(line, (cells[text], cells[label])) for line, cells in rows[first:]]
    if not rows:
        raise DataError(f"{path} has no texts. Give a file with at least one.")
    return [_labelled(path, number, row) for number, row in enumerate(rows, start=1)]


def _labelled(path: Path, number: int, row: Row) -> LabelledText:
    line, (text, label) = row
    if not text.strip() or not label.strip():
        raise DataError(f"{path}, line {line}: the text or the label is empty. Fill it in.")
    return LabelledText(str(number), text.strip(), label.strip())


def _tsv(path: Path) -> list[Row]:
    # Quotation marks are part of the text: published TSV files do not quote.
    return _same_width(path, [(line, text.split("\t")) for line, text in numbered_lines(path)])


def _csv(path: Path) -> list[Row]:
    return _same_width(path, list(csv_rows(path)))


def _named(path: Path) -> list[Row]:
    rows: list[Row] = []
    for line, row in named_rows(path):
        names = list(row)
        text = [column for column, name in enumerate(names) if _is_text_name(name)]
        label = [column for column, name in enumerate(names) if _is_label_name(name)]
        if len(text) != 1 or len(label) != 1:
            raise DataError(
                f"{path}, line {line} has the fields {', '.join(names)}. "
                "Call the two that matter text and label."
            )
        cells = [row[names[column]] for column in (text[0], label[0])]
        if not isinstance(cells[0], str) or not isinstance(cells[1], str | int):
            raise DataError(f"{path}, line {line}: the text is not a string. Correct it.")
        rows.append((line, [str(cell) for cell in cells]))
    return rows


def _same_width(path: Path, rows: list[Row]) -> list[Row]:
    for line, cells in rows:
        if len(cells) != len(rows[0][1]) or len(cells) < 2:
            raise DataError(
                f"{path}, line {line} has {len(cells)} columns where {max(len(rows[0][1]), 2)} "
                "are expected. Give every line a label and a text."
            )
    return rows


def _columns(path: Path, rows: Sequence[Row]) -> tuple[int, int, int]:
    """The columns of the text and of the label, and the first row of data."""
    if not rows:
        return 0, 1, 0
    head = rows[0][1]
    text = [column for column, cell in enumerate(head) if _is_text_name(cell)]
    label = [column for column, cell in enumerate(head) if _is_label_name(cell)]
    if len(text) == len(label) == 1:
        return text[0], label[0], 1
    for column in text + label:
        if not any(cells[column] == head[column] for _, cells in rows[1:]):
            raise DataError(
                f"The first line of {path} has a column {head[column]}, but not clearly a text "
                f"and a label. {REMEDY}"
            )
    if OFFICIAL.fullmatch(path.name) and len(head) == 2:
        return 1, 0, 0
    column = _label_column(path, rows)
    return 1 - column, column, 0


def _label_column(path: Path, rows: Sequence[Row]) -> int:
    """Of two columns without names: labels are few and come again, texts are many."""
    if len(rows[0][1]) != 2:
        raise DataError(f"{path} has {len(rows[0][1])} columns without names. {REMEDY}")
    counts = [Counter(cells[column] for _, cells in rows) for column in (0, 1)]
    for column, count in enumerate(counts):
        if len(count) * 2 <= min(len(rows), len(counts[1 - column])):
            others_come_again = sorted(count.values())[1:2] != [1]
            if count[rows[0][1][column]] == 1 and others_come_again and len(rows) > ROWS_THAT_TELL:
                raise DataError(f"The first line of {path} may be a header. {REMEDY}")
            return column
    raise DataError(f"It is not clear which column of {path} is the label. {REMEDY}")


def _is_text_name(cell: str) -> bool:
    return cell.strip().lower() in TEXT_NAMES


def _is_label_name(cell: str) -> bool:
    name = cell.strip().lower()
    return name in LABEL_NAMES or name.endswith("_label")
