"""Files of answers and their references, which the generative metrics compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kasauti.data.errors import DataError
from kasauti.data.files import jsonl_rows

FIELDS = ("prediction", "reference")


@dataclass(frozen=True, slots=True)
class Prediction:
    """A model's answer and what it should have said."""

    id: str
    text: str
    reference: str


def read_predictions(path: Path) -> tuple[Prediction, ...]:
    """One JSON object per line: `prediction`, `reference`, and an `id` (else its line's number)."""
    found: dict[str, Prediction] = {}
    for number, row in jsonl_rows(path):
        name = str(row.get("id", number))
        if name in found:
            raise DataError(f"{path}, line {number}: the id {name} occurs twice. Make ids unique.")
        texts = {field: _text(path, number, row, field) for field in FIELDS}
        found[name] = Prediction(name, texts["prediction"], texts["reference"])
    if not found:
        raise DataError(f"{path} has no predictions. Give one JSON object per line.")
    return tuple(found.values())


def predictions_beside(
    path: Path, of: tuple[Prediction, ...], *, name: str
) -> tuple[Prediction, ...]:
    """Another file's answers to the same questions, in the same order."""
    others = {each.id: each for each in read_predictions(path)}
    for each in of:
        if each.id not in others or others[each.id].reference != each.reference:
            raise DataError(
                f"{path} has no answer to {each.id} with the same reference as {name}. "
                "Give two files of answers to the same questions."
            )
    if len(others) != len(of):
        raise DataError(
            f"{path} has {len(others)} answers and {name} has {len(of)}. "
            "Give two files of answers to the same questions."
        )
    return tuple(others[each.id] for each in of)


def _text(path: Path, number: int, row: Mapping[str, object], field: str) -> str:
    text = row.get(field)
    if not isinstance(text, str):
        raise DataError(f"{path}, line {number} has no {field}. Give it as text.")
    if field == "reference" and not text.strip():
        raise DataError(f"{path}, line {number} has an empty reference. Give what was expected.")
    return text
