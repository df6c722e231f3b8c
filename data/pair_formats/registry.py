"""All formats of minimal pairs; a file's is recognized by its content."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from kasauti.data.errors import DataError
from kasauti.data.files import jsonl_rows, read_text
from kasauti.data.pair_formats.blimp import BLIMP
from kasauti.data.pair_formats.multiblimp import MULTIBLIMP
from kasauti.data.pair_formats.own import OWN
from kasauti.data.pair_formats.rows import Row, RowFormat, table_rows
from kasauti.data.pair_record import Pair
from kasauti.data.pair_source import SourcePairs
from kasauti.records.languages import iso639_3

ROW_FORMATS: tuple[RowFormat, ...] = (OWN, MULTIBLIMP, BLIMP)


def read_pair_file(path: Path) -> SourcePairs:
    """The pairs of a file, those with two equal sentences apart."""
    form: RowFormat | None = None
    pairs: list[Pair] = []
    for line, row in _rows(path):
        form = _recognized(path, line, row, form)
        pairs.append(form.pair(path, line, row))
    if form is None:
        raise DataError(f"{path} has no pairs. Give a file with at least one pair.")
    _refuse_repeated_ids(path, pairs)
    if form.multilingual:
        pairs = _by_language(pairs)
    usable = tuple(pair for pair in pairs if pair.good != pair.bad)
    if not usable:
        raise DataError(
            f"{path} has only pairs of two equal sentences. Give a file with at least one pair "
            "whose sentences differ."
        )
    equal = tuple(pair for pair in pairs if pair.good == pair.bad)
    return SourcePairs(usable, convention=form.convention, equal=equal)


def _rows(path: Path) -> Iterator[tuple[int, Row]]:
    """The rows of a table or of JSONL; which of them it is, the first line tells."""
    first = next((line for line in read_text(path).split("\n") if line.strip()), "")
    if path.suffix.lower() == ".tsv" or ("\t" in first and not first.lstrip().startswith("{")):
        return table_rows(path, delimiter="\t")
    return jsonl_rows(path)


def _recognized(path: Path, line: int, row: Row, before: RowFormat | None) -> RowFormat:
    """The format of a row; one file has one."""
    for form in (before,) if before else ROW_FORMATS:
        if row.keys() >= set(form.fields):
            return form
    known = "; ".join(f"{form.name}: {', '.join(form.fields)}" for form in ROW_FORMATS)
    raise DataError(
        f"{path}, line {line} has the fields {', '.join(map(str, row)) or '(none)'}. "
        f"Give those of one of the formats ({known})."
    )


def _by_language(pairs: list[Pair]) -> list[Pair]:
    """In a file of several languages a phenomenon is one of its own in each: hin/SV-G."""
    if len({pair.language for pair in pairs}) == 1:
        return pairs
    return [
        replace(pair, phenomenon=f"{iso639_3(pair.language or '')}/{pair.phenomenon}")
        for pair in pairs
    ]


def _refuse_repeated_ids(path: Path, pairs: list[Pair]) -> None:
    seen: set[str] = set()
    for pair in pairs:
        if pair.id in seen:
            raise DataError(f"{path} has two pairs with the id {pair.id}. Rename one of them.")
        seen.add(pair.id)
