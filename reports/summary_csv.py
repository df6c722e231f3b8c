"""evaluation_summary.csv: one row a case, for a spreadsheet or pandas."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

COLUMNS = (
    "case",
    "metric",
    "value",
    "n",
    "low",
    "high",
    "bar",
    "direction",
    "required",
    "band",
    "verdict",
    "signature",
)


def write_summary(path: Path, measurements: Iterable[Mapping[str, Any]]) -> None:
    # utf-8-sig: without the mark a spreadsheet takes the file for another encoding.
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for measurement in measurements:
            writer.writerow([_inert(measurement[column]) for column in COLUMNS])


def _inert(cell: object) -> object:
    """Text that a spreadsheet would run as a formula is quoted, so that it stays text."""
    if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{cell}"
    return cell
