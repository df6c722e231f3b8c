"""Labelled texts in TSV, CSV, JSONL and Parquet, with or without a header; and WNLI's pairs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from kasauti.data.fields import text_field
from kasauti.data.indicglue.rows import Row as NamedRow
from kasauti.data.indicglue.rows import named_rows, same_everywhere
from kasauti.data.indicglue.splits import FileContent
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.rows import csv_rows, numbered_lines

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
# WNLI: the two texts, as the official files and as the hub's name them.
WNLI_FIELDS = (("sentence1", "sentence2"), ("premise", "hypothesis"))
WNLI_LABELS = {
    "1": "entailment",
    "0": "not_entailment",
    "entailment": "entailment",
    "not_entailment": "not_entailment",
}
WNLI_UNANSWERED = ("", "None", "-1", "2")  # 2 is the hub's number for None
STATEMENT = "कथन: "

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


def read_texts(path: Path) -> FileContent[LabelledText]:
    """The texts of a file; refused where it is not clear which column is the label."""
    if path.suffix in (".jsonl", ".parquet"):
        rows = _read_named(path)
    else:
        rows = _unnamed(path)
        text, label, first = _columns(path, rows)
        rows = [(line, (cells[text], cells[label])) for line, cells in rows[first:]]
    if not rows:
        raise KasautiError(f"{path} has no texts. Give a file with at least one.")
    return FileContent(
        tuple(_read_label(path, number, row) for number, row in enumerate(rows, start=1))
    )


def _read_label(path: Path, number: int, row: Row) -> LabelledText:
    line, (text, label) = row
    if not text.strip() or not label.strip():
        raise KasautiError(f"{path}, line {line}: the text or the label is empty. Fill it in.")
    return LabelledText(str(number), text.strip(), label.strip())


def _unnamed(path: Path) -> list[Row]:
    """The rows of a CSV or TSV file; in a TSV file, published without quotes, they are text."""
    lines = ((line, text.split("\t")) for line, text in numbered_lines(path))
    rows: list[Row] = list(csv_rows(path) if path.suffix == ".csv" else lines)
    for line, cells in rows:
        if len(cells) != len(rows[0][1]) or len(cells) < 2:
            raise KasautiError(
                f"{path}, line {line} has {len(cells)} columns where {max(len(rows[0][1]), 2)} "
                "are expected. Give every line a label and a text."
            )
    return rows


def _read_named(path: Path) -> list[Row]:
    rows: list[Row] = []
    for line, row in named_rows(path):
        names = list(row)
        text = [column for column, name in enumerate(names) if _is_text_name(name)]
        label = [column for column, name in enumerate(names) if _is_label_name(name)]
        if len(text) != 1 or len(label) != 1:
            raise KasautiError(
                f"{path}, line {line} has the fields {', '.join(names)}. "
                "Call the two that matter text and label."
            )
        cells = [row[names[column]] for column in (text[0], label[0])]
        if not isinstance(cells[0], str) or not isinstance(cells[1], str | int):
            raise KasautiError(f"{path}, line {line}: the text is not a string. Correct it.")
        rows.append((line, [str(cell) for cell in cells]))
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
            raise KasautiError(
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
        raise KasautiError(f"{path} has {len(rows[0][1])} columns without names. {REMEDY}")
    counts = [Counter(cells[column] for _, cells in rows) for column in (0, 1)]
    for column, count in enumerate(counts):
        if len(count) * 2 <= min(len(rows), len(counts[1 - column])):
            others_come_again = sorted(count.values())[1:2] != [1]
            if count[rows[0][1][column]] == 1 and others_come_again and len(rows) > ROWS_THAT_TELL:
                raise KasautiError(f"The first line of {path} may be a header. {REMEDY}")
            return column
    raise KasautiError(f"It is not clear which column of {path} is the label. {REMEDY}")


def _is_text_name(cell: str) -> bool:
    return cell.strip().lower() in TEXT_NAMES


def _is_label_name(cell: str) -> bool:
    name = cell.strip().lower()
    return name in LABEL_NAMES or name.endswith("_label")


def read_wnli(path: Path) -> FileContent[LabelledText]:
    """WNLI's pairs of a sentence with a pronoun and one that names whom it means.

    They are texts of two lines; none where the file has no answers.
    """
    rows = list(named_rows(path))
    if not rows:
        raise KasautiError(f"{path} has no texts. Give a file with at least one.")
    fields = next((pair for pair in WNLI_FIELDS if set(pair) <= set(rows[0][1])), None)
    if fields is None:
        raise KasautiError(
            f"{path} has the fields {', '.join(map(str, rows[0][1]))}. "
            f"Call the two texts {' and '.join(WNLI_FIELDS[0])}."
        )
    labels = [_wnli_read_label(path, number, row) for number, row in rows]
    if why := same_everywhere(labels, none=""):
        return FileContent((), f"{path.name} has no answers ({why}).")
    if "" in labels:
        raise KasautiError(f"{path}, row {rows[labels.index('')][0]} has no label. Write 0 or 1.")
    texts = [
        [text_field(f"{path}, row {number}", row, field) for field in fields]
        for number, row in rows
    ]
    # The hub's file calls the text with the pronoun the hypothesis; it is the longer one.
    first, second = (0, 1) if _mean(texts, 0) >= _mean(texts, 1) else (1, 0)
    return FileContent(
        tuple(
            LabelledText(str(number), f"{pair[first]}\n{STATEMENT}{pair[second]}", label)
            for number, (pair, label) in enumerate(zip(texts, labels, strict=True), start=1)
        )
    )


def _mean(texts: list[list[str]], column: int) -> float:
    return fmean(len(pair[column]) for pair in texts)


def _wnli_read_label(path: Path, number: int, row: NamedRow) -> str:
    label = str(row.get("label", "")).strip()
    if label in WNLI_UNANSWERED:
        return ""
    if label not in WNLI_LABELS:
        raise KasautiError(f"{path}, row {number} has the label {label!r}. Write 0 or 1.")
    return WNLI_LABELS[label]
