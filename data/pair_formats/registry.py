"""All formats of minimal pairs; a file's is recognized by its content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from kasauti.data.errors import DataError
from kasauti.data.files import csv_rows, json_content, jsonl_rows, read_text
from kasauti.data.pair_formats import clams, syntaxgym
from kasauti.data.pair_formats.bhs import BHS, pairs_of_lists
from kasauti.data.pair_formats.blimp import BLIMP
from kasauti.data.pair_formats.jblimp import JBLIMP
from kasauti.data.pair_formats.multiblimp import MULTIBLIMP
from kasauti.data.pair_formats.own import OWN
from kasauti.data.pair_formats.rows import BY_LOGPROB, TAB, Row, RowFormat, table_rows
from kasauti.data.pair_formats.rublimp import RUBLIMP
from kasauti.data.pair_formats.turblimp import TURBLIMP
from kasauti.data.pair_record import Pair
from kasauti.data.pair_source import SourcePairs
from kasauti.data.parquet_files import parquet_rows
from kasauti.records.languages import iso639_3

# In this order: a format with more fields before one that has some of them.
ROW_FORMATS: tuple[RowFormat, ...] = (OWN, MULTIBLIMP, RUBLIMP, JBLIMP, TURBLIMP, BLIMP, BHS)
UNDETERMINED = "und"  # as ISO 639-3 has it
DELIMITERS = (TAB, ";", ",")
# Formats whose files are not rows with names.
OTHERS = {
    "CLAMS": "lines of True or False, a tab and a sentence",
    "BHS": "JSON of [[start, start], [right end, wrong end]]",
    "SyntaxGym": f"JSON with {', '.join(syntaxgym.FIELDS)}",
}


class UnknownFormatError(DataError):
    """A file that is in none of the formats."""


def read_pair_file(path: Path) -> SourcePairs:
    """What a file holds: pairs, those with two equal sentences apart, or a suite of regions."""
    if path.suffix.lower() == ".parquet":
        return _of_rows(path, parquet_rows(path))
    first = next((line.strip() for line in read_text(path).split("\n") if line.strip()), "")
    if first.startswith(clams.MARKS):
        return sorted_out(path, clams.read_clams(path), convention=BY_LOGPROB)
    if path.suffix.lower() != ".jsonl" and _is_document(first):
        return _of_document(path)
    if first.startswith(("{", "[")) or path.suffix.lower() == ".jsonl":
        return _of_rows(path, jsonl_rows(path))
    return _of_rows(path, _table(path, first))


def sorted_out(path: Path, pairs: list[Pair], *, convention: str) -> SourcePairs:
    """The pairs of a file, without those of two equal sentences."""
    if not pairs:
        raise DataError(f"{path} has no pairs. Give a file with at least one pair.")
    _refuse_repeated_ids(path, pairs)
    usable = tuple(pair for pair in pairs if pair.good != pair.bad)
    if not usable:
        raise DataError(
            f"{path} has only pairs of two equal sentences. Give a file with at least one pair "
            "whose sentences differ."
        )
    equal = tuple(pair for pair in pairs if pair.good == pair.bad)
    return SourcePairs(usable, convention=convention, equal=equal)


def by_language(pairs: Iterable[Pair]) -> list[Pair]:
    """Where there are several languages, a phenomenon is one of its own in each: hin/SV-G."""
    pairs = list(pairs)
    if len({pair.language for pair in pairs}) <= 1:
        return pairs
    return [_under_language(pair, iso639_3(pair.language or UNDETERMINED)) for pair in pairs]


def _under_language(pair: Pair, code: str) -> Pair:
    name = pair.phenomenon
    return pair if name.startswith(f"{code}/") else replace(pair, phenomenon=f"{code}/{name}")


def _is_document(first: str) -> bool:
    """Whether a file is JSON as a whole, by its first line."""
    if first.startswith("["):
        return True
    one_line = first.startswith("{") and first.endswith("}")
    described = all(f'"{field}"' in first for field in syntaxgym.FIELDS)
    return first.startswith("{") and (not one_line or described)


def _of_document(path: Path) -> SourcePairs:
    content = json_content(path)
    if isinstance(content, dict) and content.keys() >= set(syntaxgym.FIELDS):
        return SourcePairs((), regions=(syntaxgym.suite_of(path, content),))
    if isinstance(content, list) and all(isinstance(row, dict) for row in content):
        return _of_rows(path, enumerate(content, start=1))
    if isinstance(content, list):
        return sorted_out(path, pairs_of_lists(path, content), convention=BY_LOGPROB)
    fields = ", ".join(map(str, content)) if isinstance(content, dict) else "no fields"
    raise UnknownFormatError(f"{path} has the fields {fields}. {_known()}")


def _table(path: Path, first: str) -> Iterator[tuple[int, Row]]:
    """The rows of a table; what stands between its columns, its header tells."""
    for delimiter in DELIMITERS:
        _, header = next(csv_rows(path, delimiter=delimiter), (1, []))
        if any(set(form.fields) <= set(header) for form in ROW_FORMATS):
            return table_rows(path, delimiter=delimiter)
    if path.suffix.lower() == ".tsv":
        return table_rows(path, delimiter=TAB)
    raise UnknownFormatError(f"{path} starts with {first[:80]!r}. {_known()}")


def _of_rows(path: Path, rows: Iterable[tuple[int, Row]]) -> SourcePairs:
    form: RowFormat | None = None
    pairs: list[Pair] = []
    for line, row in rows:
        form = _recognized(path, line, row, form)
        pairs.append(form.pair(path, line, row))
    found = by_language(pairs) if form and form.multilingual else pairs
    return sorted_out(path, found, convention=form.convention if form else "")


def _recognized(path: Path, line: int, row: Row, before: RowFormat | None) -> RowFormat:
    """The format of a row; one file has one."""
    for form in (before,) if before else ROW_FORMATS:
        if row.keys() >= set(form.fields):
            return form
    raise UnknownFormatError(
        f"{path}, line {line} has the fields {', '.join(map(str, row)) or '(none)'}. {_known()}"
    )


def _known() -> str:
    rows = {form.name: ", ".join(form.fields) for form in ROW_FORMATS}
    known = "; ".join(f"{name}: {fields}" for name, fields in (*rows.items(), *OTHERS.items()))
    return f"Use one of the known formats ({known})."


def _refuse_repeated_ids(path: Path, pairs: list[Pair]) -> None:
    seen: set[str] = set()
    for pair in pairs:
        if pair.id in seen:
            raise DataError(f"{path} has two pairs with the id {pair.id}. Rename one of them.")
        seen.add(pair.id)
