"""WNLI: whether a sentence with a pronoun entails one that names whom the pronoun means."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

from kasauti.data.errors import DataError
from kasauti.data.indicglue.labelled_texts import LabelledText
from kasauti.data.indicglue.placeholders import same_everywhere
from kasauti.data.indicglue.rows import Row, named_rows
from kasauti.data.indicglue.splits import FileContent

# The two texts, as the official files and as the hub's name them.
FIELDS = (("sentence1", "sentence2"), ("premise", "hypothesis"))
LABELS = {
    "1": "entailment",
    "0": "not_entailment",
    "entailment": "entailment",
    "not_entailment": "not_entailment",
}
UNANSWERED = ("", "None", "-1", "2")  # 2 is the hub's number for None
STATEMENT = "कथन: "


def read_wnli(path: Path) -> FileContent[LabelledText]:
    """The pairs of a file as texts of two lines; none where it has no answers."""
    rows = list(named_rows(path))
    if not rows:
        raise DataError(f"{path} has no texts. Give a file with at least one.")
    fields = next((pair for pair in FIELDS if set(pair) <= set(rows[0][1])), None)
    if fields is None:
        raise DataError(
            f"{path} has the fields {', '.join(map(str, rows[0][1]))}. "
            f"Call the two texts {' and '.join(FIELDS[0])}."
        )
    labels = [_label(path, number, row) for number, row in rows]
    if why := same_everywhere(labels, none=""):
        return FileContent((), f"{path.name} has no answers ({why}).")
    if "" in labels:
        raise DataError(f"{path}, row {rows[labels.index('')][0]} has no label. Write 0 or 1.")
    texts = [[_text(path, number, row, field) for field in fields] for number, row in rows]
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


def _text(path: Path, number: int, row: Row, field: str) -> str:
    value = row.get(field)
    if not isinstance(value, str) or not value.strip():
        raise DataError(f"{path}, row {number} has no {field}. Fill it in.")
    return value.strip()


def _label(path: Path, number: int, row: Row) -> str:
    label = str(row.get("label", "")).strip()
    if label in UNANSWERED:
        return ""
    if label not in LABELS:
        raise DataError(f"{path}, row {number} has the label {label!r}. Write 0 or 1.")
    return LABELS[label]
