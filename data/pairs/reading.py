"""Files and folders of minimal pairs; a file's format is recognized by its content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from kasauti.data.pairs.formats.format import BY_LOGPROB, Row, RowFormat
from kasauti.data.pairs.formats.pair import Pair, SourcePairs
from kasauti.data.pairs.formats.registry import (
    DOCUMENT_FORMATS,
    FORMATS,
    LINE_FORMATS,
    ROW_FORMATS,
)
from kasauti.inputs.errors import BadLines, KasautiError
from kasauti.inputs.files import files_in, is_folder
from kasauti.inputs.parquet import columnar_rows
from kasauti.inputs.rows import TAB, csv_rows, json_content, jsonl_rows, read_text, table_rows
from kasauti.text.languages import iso639_3

COLUMNAR = (".parquet", ".arrow")
SUFFIXES = (".jsonl", ".json", ".tsv", ".csv", ".txt", *COLUMNAR)
# What `save_to_disk` of the package datasets writes beside the rows.
DESCRIPTIONS = ("dataset_info.json", "state.json", "dataset_dict.json")
UNDETERMINED = "und"  # as ISO 639-3 has it
DELIMITERS = (TAB, ";", ",")

Rows = Iterable[tuple[int, Mapping[str, object]]]  # the number of a line, and its fields


class UnknownFormatError(KasautiError):
    """A file that is in none of the formats."""


def read_pairs(path: Path) -> list[Pair]:
    """The pairs of a file in any of the formats."""
    return list(read_pair_file(path).pairs)


def read_pair_file(path: Path) -> SourcePairs:
    """The pairs of a file, those of two equal sentences apart, or its suite of regions."""
    if path.suffix.lower() in COLUMNAR:
        return _of_rows(path, columnar_rows(path))
    first = next((line.strip() for line in read_text(path).split("\n") if line.strip()), "")
    for form in LINE_FORMATS:
        if first.startswith(form.marks):
            return _without_equal(path, form.read(path), convention=BY_LOGPROB)
    if path.suffix.lower() != ".jsonl" and _is_document(first):
        return _of_document(path)
    if first.startswith(("{", "[")) or path.suffix.lower() == ".jsonl":
        bad = BadLines(path)
        return _of_rows(path, jsonl_rows(path, bad=bad.add), bad)
    return _of_rows(path, _table(path, first))


def pair_files(folder: Path) -> list[Path]:
    """The files of a folder, and of the folders in it, that may hold pairs."""
    return [
        path
        for path in files_in(folder, "**/*")
        if path.suffix.lower() in SUFFIXES
        and path.name not in DESCRIPTIONS
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        and not is_folder(path)
    ]


def read_pair_folder(folder: Path) -> SourcePairs:
    """The pairs of all files of a folder, as one pack."""
    paths = pair_files(folder)
    if not paths:
        raise KasautiError(
            f"{folder} has no files of pairs. Give a folder with files that end in "
            f"{', '.join(SUFFIXES)}."
        )
    found, unknown = read_known_files(paths)
    note = f"{folder.name}: files in no known format: {unknown}." if unknown else ""
    return replace(join_files(folder, found), note=note)


def read_known_files(paths: Iterable[Path]) -> tuple[dict[Path, SourcePairs], int]:
    """The files in a known format, and the number of others (a licence, a description)."""
    found: dict[Path, SourcePairs] = {}
    unknown: list[UnknownFormatError] = []
    for path in paths:
        try:
            found[path] = read_pair_file(path)
        except UnknownFormatError as error:
            unknown.append(error)
    if not found:
        raise unknown[0]
    return found, len(unknown)


def join_files(folder: Path, found: Mapping[Path, SourcePairs]) -> SourcePairs:
    """Several files of a folder as one; an id that two of them have gets the name of its file."""
    conventions = {each.convention for each in found.values() if each.pairs}
    if len(conventions) > 1:
        raise KasautiError(
            f"{folder} has files in our own format and in that of published sets, which are "
            "judged by different conventions. Pass each with its own --pairs."
        )
    ids = Counter(pair.id for each in found.values() for pair in (*each.pairs, *each.equal))
    labels = {path: path.relative_to(folder).with_suffix("").as_posix() for path in found}
    pairs = _by_language(
        pair if ids[pair.id] == 1 else replace(pair, id=f"{labels[path]}:{pair.id}")
        for path, each in found.items()
        for pair in (*each.pairs, *each.equal)
    )
    return SourcePairs(
        tuple(pair for pair in pairs if pair.good != pair.bad),
        convention="".join(conventions),
        equal=tuple(pair for pair in pairs if pair.good == pair.bad),
        regions=tuple(suite for each in found.values() for suite in each.regions),
    )


def _without_equal(path: Path, pairs: list[Pair], *, convention: str) -> SourcePairs:
    """The pairs of a file, without those of two equal sentences."""
    if not pairs:
        raise KasautiError(f"{path} has no pairs. Give a file with at least one pair.")
    for name, count in Counter(pair.id for pair in pairs).items():
        if count > 1:
            raise KasautiError(f"{path} has two pairs with the id {name}. Rename one of them.")
    usable = tuple(pair for pair in pairs if pair.good != pair.bad)
    if not usable:
        raise KasautiError(
            f"{path} has only pairs of two equal sentences. Give a file with at least one pair "
            "whose sentences differ."
        )
    equal = tuple(pair for pair in pairs if pair.good == pair.bad)
    return SourcePairs(usable, convention=convention, equal=equal)


def _by_language(pairs: Iterable[Pair]) -> list[Pair]:
    """Name a phenomenon in each language on its own where there are several: hin/SV-G."""
    pairs = list(pairs)
    if len({pair.language for pair in pairs}) <= 1:
        return pairs
    return [_under_language(pair, iso639_3(pair.language or UNDETERMINED)) for pair in pairs]


def _under_language(pair: Pair, code: str) -> Pair:
    name = pair.phenomenon
    return pair if name.startswith(f"{code}/") else replace(pair, phenomenon=f"{code}/{name}")


def _is_document(first: str) -> bool:
    """True if a file is JSON as a whole, by its first line."""
    if not first.startswith("{"):
        return first.startswith("[")
    return not first.endswith("}") or any(
        form.keys and all(f'"{key}"' in first for key in form.keys) for form in DOCUMENT_FORMATS
    )


def _of_document(path: Path) -> SourcePairs:
    content = json_content(path)
    for form in DOCUMENT_FORMATS:
        if form.matches(content):
            found = form.read(path, content)
            if isinstance(found, SourcePairs):
                return found
            return _without_equal(path, found, convention=BY_LOGPROB)
    if isinstance(content, list):
        return _of_rows(path, enumerate(content, start=1))
    fields = ", ".join(map(str, content)) if isinstance(content, dict) else "no fields"
    raise UnknownFormatError(f"{path} has the fields {fields}. {_known()}")


def _table(path: Path, first: str) -> Rows:
    """The rows of a table; its header shows what stands between its columns."""
    for delimiter in DELIMITERS:
        _, header = next(csv_rows(path, delimiter=delimiter), (1, []))
        if any(set(form.fields) <= set(header) for form in ROW_FORMATS):
            return table_rows(path, delimiter=delimiter)
    if path.suffix.lower() == ".tsv":
        return table_rows(path, delimiter=TAB)
    raise UnknownFormatError(f"{path} starts with {first[:80]!r}. {_known()}")


def _of_rows(path: Path, rows: Rows, bad: BadLines | None = None) -> SourcePairs:
    form: RowFormat | None = None
    pairs: list[Pair] = []
    bad = bad or BadLines(path)
    for line, fields in rows:
        try:
            form = _recognize(path, line, fields, form)
            pairs.append(form.pair(Row(path, line, fields)))
        except KasautiError as error:
            if form is None:  # of no row is it known what it should be
                raise
            bad.add(error)
    bad.refuse()
    found = _by_language(pairs) if form and form.multilingual else pairs
    return _without_equal(path, found, convention=form.convention if form else "")


def _recognize(
    path: Path, line: int, fields: Mapping[str, object], before: RowFormat | None
) -> RowFormat:
    """The format of a row; one file has one."""
    for form in (before,) if before else ROW_FORMATS:
        if fields.keys() >= set(form.fields):
            return form
    near = max((before,) if before else ROW_FORMATS, key=lambda form: _share(form, fields))
    lacking = [name for name in near.fields if name not in fields]
    missing = f"; missing: {', '.join(lacking)}" if before or _share(near, fields) else ""
    raise UnknownFormatError(
        f"{path}, line {line} has the fields {', '.join(map(str, fields)) or '(none)'}{missing}. "
        f"{_known()}"
    )


def _share(form: RowFormat, fields: Mapping[str, object]) -> float:
    """Return the share of a format's fields that a row has."""
    return sum(name in fields for name in form.fields) / len(form.fields)


def _known() -> str:
    known = "; ".join(f"{form.name}: {form.described}" for form in FORMATS)
    return f"Use one of the known formats ({known})."
