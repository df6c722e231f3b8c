"""The one place that opens files from outside: read once, within limits, decoded as UTF-8.

Files of data, thresholds and finished runs are the user's or somebody else's. Whatever is wrong
with one of them is a KasautiError.
"""

from __future__ import annotations

import codecs
import os
import select
import stat
import time
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

from kasauti.inputs.errors import FileMissingError, KasautiError

# Far above what is published: the largest treebanks have about 200 MiB.
LARGEST_FILE = 512 * 2**20
LONGEST_LINE = 2**20
# How long a pipe may send nothing. One that a shell made, as for <(zcat FILE), has a command at
# its other end, which may take its time; a named pipe may have nobody there.
PATIENCE = 5.0
PATIENCE_WITH_COMMANDS = 60.0
OF_COMMANDS = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")
PART = 2**20

UTF_16_32 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
GZIP = b"\x1f\x8b"


def read_bytes(path: Path) -> bytes:
    """The content of a file or of a pipe, which can be read only once."""
    try:
        # Without O_NONBLOCK, opening a pipe waits until somebody writes to it.
        with FileIO(path, opener=_open_without_waiting) as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode):
                if status.st_size > LARGEST_FILE:
                    raise _too_large(path)
            elif not (stat.S_ISFIFO(status.st_mode) or stat.S_ISCHR(status.st_mode)):
                raise KasautiError(f"{path} is neither a file nor a pipe. Give a file.")
            return _all_of(path, file, endless=not stat.S_ISREG(status.st_mode))
    except FileNotFoundError:
        raise FileMissingError(f"{path} does not exist. Check the path of the file.") from None
    except IsADirectoryError:
        raise KasautiError(f"{path} is a folder. Give a file.") from None
    except OSError as error:
        raise KasautiError(
            f"{path} cannot be read ({error.strerror or error}). Give a readable file."
        ) from None
    except ValueError as error:
        if isinstance(error, KasautiError):
            raise
        # A path with a NUL character.
        raise KasautiError(f"{str(path)!r} is not a path. Check it.") from None


def decode(path: Path, content: bytes) -> str:
    """The text of a UTF-8 file, with or without a byte order mark; lines end in \\n."""
    if content.startswith(UTF_16_32):
        raise KasautiError(f"{path} is not UTF-8 but UTF-16 or UTF-32. Save the file as UTF-8.")
    if content.startswith(GZIP):
        raise KasautiError(f"{path} is compressed. Unpack it first, for example with gunzip.")
    if (at := content.find(b"\0")) >= 0:
        line = content.count(b"\n", 0, at) + 1
        raise KasautiError(
            f"{path}, line {line} has a NUL byte, so it is not text in UTF-8. "
            "Save the file as UTF-8."
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise KasautiError(
            f"{path} is not UTF-8 at byte {error.start} (line {line}). Save the file as UTF-8."
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def split_lines(path: Path, text: str) -> Iterator[tuple[int, str]]:
    """All lines of a text, also blank ones, with their numbers."""
    # Not str.splitlines: it also breaks at U+2028 and the like, which JSON allows in strings.
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            raise KasautiError(
                f"{path}, line {number} has {len(line):,} characters, and at most "
                f"{LONGEST_LINE:,} can be read. Write one record per line."
            )
        yield number, line


def is_folder(path: Path) -> bool:
    """Return whether there is such a folder; no error where this cannot be found out."""
    return os.path.isdir(path)  # noqa: PTH112  # Path.is_dir raises, e.g. for a name too long


def is_file(path: Path) -> bool:
    """Return whether there is such a regular file; no error where this cannot be found out."""
    return os.path.isfile(path)  # noqa: PTH113  # Path.is_file raises, e.g. for a name too long


def is_anything(path: Path) -> bool:
    """Return whether something has this name, if only a link that leads nowhere."""
    return os.path.lexists(path)


def pipe_at(path: Path) -> tuple[int, int] | None:
    """The device and the inode of a pipe, which can be read only once; None for anything else."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None  # reading it says why
    return (status.st_dev, status.st_ino) if stat.S_ISFIFO(status.st_mode) else None


def resolve_path(path: Path) -> Path:
    """The path without links and dots; a pipe keeps its name, by which alone it can be opened."""
    # Not Path.resolve, which fails on links that lead to each other.
    return path if pipe_at(path) else Path(os.path.realpath(path))


def files_in(folder: Path, pattern: str = "*") -> list[Path]:
    """List what a folder contains by this pattern, sorted."""
    try:
        os.listdir(folder)  # noqa: PTH208  # Path.glob takes an unreadable folder for an empty one
        return sorted(folder.glob(pattern))
    except OSError as error:
        raise KasautiError(
            f"{folder} cannot be read ({error.strerror or error}). Give a readable folder."
        ) from None


def _open_without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _all_of(path: Path, file: FileIO, *, endless: bool) -> bytes:
    content = bytearray()
    patience = PATIENCE_WITH_COMMANDS if str(path).startswith(OF_COMMANDS) else PATIENCE
    until = time.monotonic() + patience
    while True:
        _wait_for(path, file, patience)
        part = file.read(PART)
        if part:
            until = time.monotonic() + patience
            content += part
        elif part is not None:
            return bytes(content)
        elif time.monotonic() > until:
            raise _silent(path, patience)
        if len(content) > LARGEST_FILE:
            raise _too_large(path)
        if endless and part and b"\0" in part:
            decode(path, bytes(content))  # refuses it: some devices have no end


def _wait_for(path: Path, file: FileIO, patience: float) -> None:
    """Wait until a pipe has something to read or is closed; files are ready at once."""
    if not hasattr(select, "poll"):
        return
    poll = select.poll()
    poll.register(file, select.POLLIN)
    if not poll.poll(patience * 1000):
        raise _silent(path, patience)


def _silent(path: Path, patience: float) -> KasautiError:
    return KasautiError(
        f"{path} is a pipe that sent nothing for {patience:.0f} seconds. Give a file."
    )


def _too_large(path: Path) -> KasautiError:
    return KasautiError(
        f"{path} is larger than {LARGEST_FILE // 2**20} MiB, the most that can be read. "
        "Give a part of it."
    )
