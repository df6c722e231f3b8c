"""Opening the file of a store: created once, set aside if damaged.

All of it happens in turn, under a lock beside the file. Without one, processes that start
together fail: SQLite answers "database is locked" at once, whatever the timeout, when two of them
change a new file to write-ahead logging; and a file may not be renamed while another process is
between opening it and opening its journal.

No `PRAGMA quick_check` here: it reads the whole file, and it does not see a changed value. SQLite
itself recovers from killed writers, every row has a checksum, and other damage is either reported
by SQLite when the page is read, or makes a row impossible to find, which is then computed again.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import time
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from kasauti.engines.protocol.errors import PlaceError

APPLICATION = 0x4B415341  # "KASA": marks the file as a score store
# https://www.sqlite.org/fileformat.html: the header of a database.
MAGIC = b"SQLite format 3\0"
APPLICATION_FIELD = slice(68, 72)
SCHEMA = 2
TABLES = (
    "checked_results "
    "(key BLOB PRIMARY KEY, value BLOB NOT NULL, checksum BLOB NOT NULL) WITHOUT ROWID",
    # The model of each result, by which a store is listed and pruned.
    "models (id INTEGER PRIMARY KEY, "
    "identity TEXT NOT NULL UNIQUE, name TEXT NOT NULL, written TEXT NOT NULL)",
    "owners (key BLOB PRIMARY KEY, model INTEGER NOT NULL) WITHOUT ROWID",
)
TIMEOUT = 60.0  # seconds to wait for other processes
WAL_TRIES, WAL_PAUSE = 50, 0.02
SIDE_FILES = ("-wal", "-shm", "-journal")


def side_file(path: Path, ending: str) -> Path:
    """A file that SQLite keeps beside a database: `-wal`, `-shm` or `-journal`."""
    return path.with_name(path.name + ending)


def refuse_foreign(path: Path) -> None:
    """Raise PlaceError for anything but a score store, an empty file or nothing at all.

    Nothing is changed or created, not even where another program has its database open.
    """
    while (before := _status(path)) is not None:
        if not stat.S_ISREG(before.st_mode):  # opening a FIFO would wait for ever
            raise PlaceError(
                f"The score store {path} is not a regular file. Pass another --store=FILE."
            )
        if not before.st_size or _is_ours(path):
            return
        after = _status(path)
        # Another process may just have put a new store in the place of a damaged one.
        if after and (after.st_ino, after.st_size) == (before.st_ino, before.st_size):
            raise PlaceError(
                f"The file {path} is not a score store of Kasauti, so it was left as it is. "
                "Pass another --store=FILE, or move it away."
            )


def _status(path: Path) -> os.stat_result | None:
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
        probe = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        with closing(probe):
            (application,) = probe.execute("PRAGMA application_id").fetchone()
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:  # no database at all, or one with a damaged header
        with path.open("rb") as file:
            page = file.read(100)
        return page.startswith(MAGIC) and page[APPLICATION_FIELD] == APPLICATION.to_bytes(4, "big")
    return bool(application == APPLICATION)


@dataclass(frozen=True, slots=True)
class OpenStore:
    """A connection to a store's file."""

    connection: sqlite3.Connection
    file: tuple[int, int]  # device and inode: a file that was set aside keeps them


def open_store(path: Path) -> OpenStore:
    """Open the store, or create it where there is none; a damaged one is replaced."""
    # Before the lock, so that no lock is left beside the files of others. What cannot be read
    # now may be about to be replaced; under the lock it is final.
    with suppress(OSError, sqlite3.OperationalError):
        refuse_foreign(path)
    with _turn(path):
        return _open(path)


def replace_damaged(path: Path, damaged: OpenStore, error: sqlite3.DatabaseError) -> OpenStore:
    """Open a new store in the place of one that turned out to be damaged."""
    with _turn(path), closing(damaged.connection):
        # Another process may have replaced it already.
        if path.exists() and _file(path) == damaged.file:
            refuse_foreign(path)
            _set_aside(path, error)
        return _open(path)


def is_damage(error: sqlite3.Error) -> bool:
    """Return True if SQLite found the file malformed; its other errors have their own classes."""
    return type(error) is sqlite3.DatabaseError


@contextmanager
def _turn(path: Path) -> Iterator[None]:
    # filelock empties the file that it locks, so nobody else's may have this name.
    lock = FileLock(side_file(path, ".kasauti-lock"), timeout=TIMEOUT)
    with lock:
        yield


def _open(path: Path) -> OpenStore:
    refuse_foreign(path)
    refuse_stray_journal(path)
    # A store may be opened in a thread that computes ahead; whoever asks next waits for its end.
    connection = sqlite3.connect(path, timeout=TIMEOUT, check_same_thread=False)
    try:
        prepare(connection, path)
        return OpenStore(connection, _file(path))
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            connection.close()
            raise
        # Renamed before it is closed: SQLite deletes the journal of a file that is in its place.
        with closing(connection):
            _set_aside(path, error)
    except BaseException:
        connection.close()
        raise
    return _open(path)


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Create what is missing."""
    connection.text_factory = bytes  # a damaged row may claim to be a text
    if not has_tables(connection, path):
        _create(connection)
    logs_ahead = _log_ahead(connection)
    connection.execute(f"PRAGMA synchronous = {'NORMAL' if logs_ahead else 'FULL'}")


def has_tables(connection: sqlite3.Connection, path: Path) -> bool:
    """Return True for a store of this version, False for an empty file; refuse a newer one."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA:
        raise PlaceError(
            f"The score store {path} was written by a newer version of Kasauti (schema {version}; "
            f"this one knows {SCHEMA}). Update Kasauti, or pass another --store=FILE."
        )
    return bool(version == SCHEMA)


def _create(connection: sqlite3.Connection) -> None:
    """Create the tables in one transaction.

    The mark comes with the first page of a new file, before write-ahead logging, so that a kill
    never leaves a file without it.
    """
    connection.execute("BEGIN EXCLUSIVE")
    with connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
        for table in TABLES:
            connection.execute(f"CREATE TABLE {table}")


def _log_ahead(connection: sqlite3.Connection) -> bool:
    """Try to change to write-ahead logging; without it the store is slower, but as safe."""
    for _ in range(WAL_TRIES):
        try:
            (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            time.sleep(WAL_PAUSE)  # another program reads the file
        else:
            return bool(mode in {b"wal", "wal"})
    return False


def _set_aside(path: Path, error: sqlite3.DatabaseError) -> None:
    """Rename a damaged store of ours; its journal goes along, so that nothing of it is lost."""
    aside = path.with_name(f"{path.name}.{time.time_ns()}.aside")
    path.rename(aside)
    for ending in SIDE_FILES:
        with suppress(FileNotFoundError):
            side_file(path, ending).rename(side_file(aside, ending))
    warnings.warn(
        f"The score store {path} cannot be used ({error}); it was set aside as {aside.name}, and "
        "a new one was created.",
        stacklevel=2,
    )


def _file(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_dev, status.st_ino
