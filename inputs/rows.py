"""Reading data files; errors say which file and line is wrong.

All modules of this package read the user's files through this one. A file is read once: what is
parsed and what the data pack's digest is made of are the same bytes, also of a pipe.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeVar

from kasauti.inputs import files as outside_files
from kasauti.inputs import formats as outside_formats
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import is_anything, is_file, is_folder, resolved

__all__ = [
    "FilesRead",
    "checked_values",
    "csv_rows",
    "digest",
    "files_in",
    "files_read",
    "is_anything",
    "is_file",
    "is_folder",
    "json_content",
    "jsonl_rows",
    "numbered_lines",
    "parsed_once",
    "read_text",
    "refuse_pipes",
    "resolved",
    "toml_tables",
]

Parsed = TypeVar("Parsed")

# What came out of pipes, which several suites may ask for and which can be read only once:
# by path, device and inode, since a path like /dev/fd/63 can come to name another pipe.
_PIPES: dict[tuple[Path, int, int], bytes] = {}


class FilesRead:
    """The bytes of the files that were read, for their digest."""

    def __init__(self) -> None:
        self._contents: dict[Path, bytes] = {}

    def __getitem__(self, path: Path) -> bytes:
        if path not in self._contents:
            self._contents[path] = _bytes_of(path)
        return self._contents[path]

    def digest(self, paths: Iterable[Path]) -> str:
        """A digest of the files, one after the other."""
        whole = hashlib.sha256()
        for path in paths:
            whole.update(self[path])
        return whole.hexdigest()


_READ: ContextVar[FilesRead | None] = ContextVar("files read", default=None)


@contextmanager
def files_read() -> Iterator[FilesRead]:
    """Within it, each file is read once, and its bytes are kept for the digest."""
    outer = _READ.get()
    if outer is not None:
        yield outer
        return
    token = _READ.set(FilesRead())
    try:
        yield _READ.get()  # type: ignore[misc]
    finally:
        _READ.reset(token)


def refuse_pipes(remedy: str) -> None:
    """Refuse what was read from a pipe, where other processes would have to read it too."""
    for path, *_ in _PIPES:
        raise KasautiError(f"{path} is a pipe, which one process can read once. {remedy}")


# What shipped files contain, by their path, what parsed them, and their digest.
_PARSED: dict[tuple[Path, object, str], Any] = {}


def parsed_once(path: Path, parse: Callable[[Path], Parsed]) -> Parsed:
    """What `parse` makes of a file that several suites ask for; again where its content changed."""
    with files_read() as files:
        key = (path, parse, files.digest([path]))
        if key not in _PARSED:
            _PARSED[key] = parse(path)
    found: Parsed = _PARSED[key]
    return found


def digest(path: Path) -> str:
    """The first characters of a file's digest, as names of data packs have it."""
    with files_read() as files:
        return files.digest([path])[:8]


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, with or without a byte order mark."""
    with files_read() as files, _data_errors():
        return outside_files.decoded(path, files[path])


def numbered_lines(path: Path, *, blank: bool = False) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers; blank ones, and one at the end, only if asked."""
    text = read_text(path)
    with _data_errors():
        for number, line in outside_files.numbered_lines(path, text):
            if len(line) > outside_formats.LONGEST_TEXT:
                outside_formats.check_lengths(f"{path}, line {number}", line.split("\t"))
            if blank or line.strip():
                yield number, line
    if blank:
        yield text.count("\n") + 2, ""


def jsonl_rows(path: Path) -> Iterator[tuple[int, Mapping[str, object]]]:
    """The objects of a JSONL file, with the numbers of their lines."""
    text = read_text(path)
    with _data_errors():
        longest = outside_formats.LONGEST_TEXT
        yield from outside_formats.json_lines(path, text, longest_text=longest)


def json_content(path: Path) -> object:
    """The value that a JSON file consists of."""
    text = read_text(path)
    with _data_errors():
        longest = outside_formats.LONGEST_TEXT
        return outside_formats.parse_json(path, text, longest_text=longest)


def toml_tables(path: Path) -> dict[str, Any]:
    """The tables of a TOML file."""
    text = read_text(path)
    with _data_errors():
        return outside_formats.parse_toml(path, text)


def csv_rows(path: Path, *, delimiter: str = ",") -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV file that are not empty, with the numbers of their lines."""
    text = read_text(path)
    with _data_errors():
        yield from outside_formats.csv_rows(path, text, delimiter=delimiter)


def checked_values(where: str, value: object) -> None:
    """Refuse what JSON from outside may not contain either: overlong texts, NaN and the like."""
    with _data_errors():
        outside_formats.check_value(where, value)


def files_in(folder: Path, pattern: str = "*") -> list[Path]:
    """What a folder contains by this pattern, sorted."""
    with _data_errors():
        return outside_files.files_in(folder, pattern)


def _bytes_of(path: Path) -> bytes:
    with _data_errors():
        pipe = outside_files.pipe_at(path)
        if pipe is None:
            return outside_files.read_bytes(path)
        if (path, *pipe) not in _PIPES:
            _PIPES[path, *pipe] = outside_files.read_bytes(path)
        return _PIPES[path, *pipe]


@contextmanager
def _data_errors() -> Iterator[None]:
    try:
        yield
    except KasautiError as error:
        raise KasautiError(str(error)) from None
