"""A folder of pair files, read as one data pack."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from kasauti.data.errors import DataError
from kasauti.data.files import files_in, is_folder
from kasauti.data.pair_formats.registry import UnknownFormatError, by_language, read_pair_file
from kasauti.data.pair_source import SourcePairs

SUFFIXES = (".jsonl", ".json", ".tsv", ".csv", ".txt", ".parquet")


def pair_files(folder: Path) -> list[Path]:
    """The files of a folder, and of the folders in it, that may hold pairs."""
    return [
        path
        for path in files_in(folder, "**/*")
        if path.suffix.lower() in SUFFIXES
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        and not is_folder(path)
    ]


def read_pair_folder(folder: Path) -> SourcePairs:
    """What the files of a folder hold together.

    Files in no known format (a licence, a description) are left out and counted.
    """
    found: dict[Path, SourcePairs] = {}
    unknown: list[UnknownFormatError] = []
    for path in pair_files(folder):
        try:
            found[path] = read_pair_file(path)
        except UnknownFormatError as error:
            unknown.append(error)
    if not found:
        if unknown:
            raise unknown[0]
        raise DataError(
            f"{folder} has no files of pairs. Give a folder with files that end in "
            f"{', '.join(SUFFIXES)}."
        )
    note = f"{folder.name}: files in no known format: {len(unknown)}." if unknown else ""
    return replace(joined(folder, found), note=note)


def joined(folder: Path, found: dict[Path, SourcePairs]) -> SourcePairs:
    """Several files of a folder as one; an id that two of them have gets the name of its file."""
    conventions = {each.convention for each in found.values() if each.pairs}
    if len(conventions) > 1:
        raise DataError(
            f"{folder} has files in our own format and in that of published sets, which are "
            "judged by different conventions. Pass each with its own --pairs."
        )
    ids = Counter(pair.id for each in found.values() for pair in (*each.pairs, *each.equal))
    pairs = [
        pair if ids[pair.id] == 1 else replace(pair, id=f"{_label(folder, path)}:{pair.id}")
        for path, each in found.items()
        for pair in (*each.pairs, *each.equal)
    ]
    pairs = by_language(pairs)
    return SourcePairs(
        tuple(pair for pair in pairs if pair.good != pair.bad),
        convention="".join(conventions),
        equal=tuple(pair for pair in pairs if pair.good == pair.bad),
        regions=tuple(suite for each in found.values() for suite in each.regions),
    )


def _label(folder: Path, path: Path) -> str:
    return path.relative_to(folder).with_suffix("").as_posix()
