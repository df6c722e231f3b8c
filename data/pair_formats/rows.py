"""Formats whose files are rows with named fields: JSONL, or a table with a header."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

from kasauti.data.errors import DataError
from kasauti.data.files import csv_rows
from kasauti.data.pair_record import Pair

Row = Mapping[str, object]
BY_LOGPROB = "logprob"
TAB = "\t"
_SPLIT = re.compile(r"(data|train|test|validation|dev)([-_.]|$)")


@dataclass(frozen=True, slots=True)
class RowFormat:
    """A format that is recognized by the fields of its rows.

    convention: what the protocol of its paper compares two sentences by; empty: the suite's own.
    multilingual: whether one file may hold the same phenomenon in several languages.
    """

    name: str
    fields: tuple[str, ...]
    pair: Callable[[Path, int, Row], Pair]  # the file, the number of the line, the row
    convention: str = BY_LOGPROB
    multilingual: bool = False


def name_of_file(path: PurePath) -> str:
    """What a file is called; where it is a split of its folder, as on the hub, by the folder.

    >>> name_of_file(PurePath("passive_1/train-00000-of-00001.parquet"))
    'passive_1'
    """
    folder = path.parent.name
    return folder if folder and _SPLIT.match(path.stem) else path.stem


def text_of(path: Path, line: int, row: Row, key: str) -> str:
    """A field that must hold text."""
    value = row[key]
    if not isinstance(value, str) or not value.strip():
        raise DataError(f"{path}, line {line}: {key} is empty or not a string. Fill it in.")
    return value


def table_rows(path: Path, *, delimiter: str) -> Iterator[tuple[int, Row]]:
    """The rows of a table by the names in its header, with the numbers of their lines."""
    rows = csv_rows(path, delimiter=delimiter)
    _, header = next(rows, (1, []))
    if len(set(header)) != len(header):
        raise DataError(f"{path} has two columns of the same name. Rename one of them.")
    for line, cells in rows:
        if len(cells) != len(header):
            raise DataError(
                f"{path}, line {line} does not have the columns of the header. "
                f"Write one {'tab' if delimiter == TAB else delimiter} between columns and quote "
                "cells that contain it."
            )
        yield line, dict(zip(header, cells, strict=True))
