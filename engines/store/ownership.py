"""Ownership of files: only what is provably a score store may be written, moved or replaced."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

from kasauti.engines.protocol.errors import PlaceError

APPLICATION = 0x4B415341  # "KASA": marks the file as a score store
# https://www.sqlite.org/fileformat.html: the header of a database.
MAGIC = b"SQLite format 3\0"
APPLICATION_FIELD = slice(68, 72)


def side_file(path: Path, ending: str) -> Path:
    """A file that SQLite keeps beside a database: `-wal`, `-shm` or `-journal`."""
    return path.with_name(path.name + ending)


def refuse_foreign(path: Path) -> None:
    """Raise PlaceError for anything but a score store, an empty file or nothing at all.

    Nothing is changed or created, not even where another program has its database open.
    """
    while (before := _seen(path)) is not None:
        if not stat.S_ISREG(before.st_mode):  # opening a FIFO would wait for ever
            raise PlaceError(
                f"The score store {path} is not a regular file. Pass another --store=FILE."
            )
        if not before.st_size or _is_ours(path):
            return
        after = _seen(path)
        # Another process may just have put a new store in the place of a damaged one.
        if after and (after.st_ino, after.st_size) == (before.st_ino, before.st_size):
            raise PlaceError(
                f"The file {path} is not a score store of Kasauti, so it was left as it is. "
                "Pass another --store=FILE, or move it away."
            )


def _seen(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def refuse_stray_journal(path: Path) -> None:
    """Raise PlaceError for a journal without its database: SQLite would delete it."""
    journal = side_file(path, "-wal")
    alone = not path.exists() or not path.stat().st_size
    if alone and journal.exists() and journal.stat().st_size:
        raise PlaceError(
            f"The score store {path} is missing or empty, but its journal {journal.name} is not. "
            f"Restore the store, move {journal.name} away, or pass another --store=FILE."
        )


def _is_ours(path: Path) -> bool:
    try:
        # Not opened as a plain file: closing that would end the locks of every connection that
        # this process has to it. `immutable` neither locks nor touches the files beside it.
        probe = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
        with closing(probe):
            (application,) = probe.execute("PRAGMA application_id").fetchone()
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:  # no database at all, or one with a damaged header
        with path.open("rb") as file:
            return _marked(file.read(100))
    return bool(application == APPLICATION)


def _marked(page: bytes) -> bool:
    mark = APPLICATION.to_bytes(4, "big")
    return page.startswith(MAGIC) and page[APPLICATION_FIELD] == mark
