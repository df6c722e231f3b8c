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

from kasauti.inputs import formats
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import decode, pipe_at, read_bytes, split_lines

Parsed = TypeVar("Parsed")

TAB = "\t"

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


def parse_once(path: Path, parse: Callable[[Path], Parsed]) -> Parsed:
    """Parse a file that several suites ask for; again only where its content changed."""
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
    """Return the text of a UTF-8 file, with or without a byte order mark."""
    with files_read() as files:
        return decode(path, files[path])


def undecoded_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file with their numbers, each to be decoded by itself."""
    with files_read() as files:
        yield from enumerate(files[path].split(b"\n"), start=1)


def numbered_lines(path: Path, *, blank: bool = False) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file with their numbers; blank ones, and one at the end, if asked."""
    text = read_text(path)
    for number, line in split_lines(path, text):
        if len(line) > formats.LONGEST_TEXT:
            formats.check_lengths(f"{path}, line {number}", line.split("\t"))
        if blank or line.strip():
            yield number, line
    if blank:
        yield text.count("\n") + 2, ""


def jsonl_rows(
    path: Path, *, bad: Callable[[KasautiError], None] | None = None
) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Yield the objects of a JSONL file, with the numbers of their lines.

    bad: takes the errors of lines, where the others are to be read on.
    """
    yield from formats.parse_jsonl(path, read_text(path), bad=bad)


def json_content(path: Path, *, longest_text: int | None = formats.LONGEST_TEXT) -> object:
    """Return the value that a JSON file consists of; `longest_text` limits each of its strings."""
    return formats.parse_json(path, read_text(path), longest_text=longest_text)


def toml_tables(path: Path) -> dict[str, Any]:
    return formats.parse_toml(path, read_text(path))


def csv_rows(path: Path, *, delimiter: str = ",") -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a CSV file that are not empty, with the numbers of their lines."""
    yield from formats.parse_csv(path, read_text(path), delimiter=delimiter)


def table_rows(path: Path, *, delimiter: str = ",") -> Iterator[tuple[int, Mapping[str, object]]]:
    """Yield the rows of a table by the names in its header, with the numbers of their lines."""
    rows = csv_rows(path, delimiter=delimiter)
    _, header = next(rows, (1, []))
    if len(set(header)) != len(header):
        raise KasautiError(f"{path} has two columns of the same name. Rename one of them.")
    for line, cells in rows:
        if len(cells) != len(header):
            raise KasautiError(
                f"{path}, line {line} does not have the columns of the header. "
                f"Write one {'tab' if delimiter == TAB else delimiter} between columns and quote "
                "cells that contain it."
            )
        yield line, dict(zip(header, cells, strict=True))


def _bytes_of(path: Path) -> bytes:
    pipe = pipe_at(path)
    if pipe is None:
        return read_bytes(path)
    if (path, *pipe) not in _PIPES:
        _PIPES[path, *pipe] = read_bytes(path)
    return _PIPES[path, *pipe]
