"""The score store: one SQLite file, keyed by content, written every batch.

A key is a digest of everything that a result depends on, so a result of
another model, adapter, tokenizer, dtype or input can never be served. Each row
has a checksum, so a damaged result is computed again instead.
"""

from __future__ import annotations

import errno
import hashlib
import os
import sqlite3
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

from kasauti.engines.protocol.errors import EngineError, PlaceError
from kasauti.engines.protocol.store import Owner
from kasauti.engines.store.opening import (
    OpenStore,
    is_damage,
    open_store,
    prepare,
    replace_damaged,
)
from kasauti.engines.store.scores import is_possible

# Older versions of SQLite allow at most 999 variables in one statement.
CHUNK = 900
IN_MEMORY = Path(":memory:")
# No space, no quota, or a limit on the size of files; SQLite has its own word for the first alone.
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
SQLITE_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}

Result = TypeVar("Result")
Row = tuple[bytes, bytes, bytes]  # key, value, checksum


class ScoreStore:
    """Results of one model, read and written by key; safe to share between processes.

    A store that can no longer be written does not stop a run: what is computed from then on is
    kept in memory, for this process alone, and a warning says so once.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._damaged: set[bytes] = set()  # keys of the rows that were dropped
        self._kept: dict[bytes, bytes] | None = None  # once the file cannot be written
        self._open: OpenStore | None = None
        # A link is followed here, so that lock and journal are beside the file itself.
        self._file = Path(os.path.realpath(path))
        try:
            if path != IN_MEMORY:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                self._open = open_store(self._file)
            else:
                self._open = OpenStore(sqlite3.connect(str(path)), (0, 0))
                prepare(self._open.connection, path)
        except (OSError, NotImplementedError, sqlite3.OperationalError) as error:
            if not _is_full(error):
                # No permission, a locked file: the content may be fine, so it stays.
                raise PlaceError(
                    f"The score store {path} cannot be opened ({error}). Pass another --store=FILE."
                ) from None
            self._go_on_without(error)

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The stored value of each key; a key without a result is absent."""
        found: dict[bytes, bytes] = {}
        for start in range(0, len(keys), CHUNK):
            chunk = keys[start : start + CHUNK]
            found.update(self._try(partial(self._read, keys=chunk)) or {})
        if self._kept:
            found.update({each: self._kept[each] for each in keys if each in self._kept})
        return found

    @property
    def is_written(self) -> bool:
        """True as long as results reach the file."""
        return self._kept is None

    def put(self, results: Iterable[tuple[bytes, bytes]], owner: Owner | None = None) -> None:
        """Write results in one transaction: after this call they survive a kill."""
        rows = [(key, value, checksum(key, value)) for key, value in results]
        if self._kept is None:
            self._try(lambda store: _write(store, rows, owner))
        if self._kept is not None:
            self._kept.update((key, value) for key, value, _ in rows)

    def drop(self, keys: Iterable[bytes]) -> None:
        """Remove results, so that they are computed again."""
        rows = [(key,) for key in keys]

        def work(store: OpenStore) -> None:
            with store.connection:
                store.connection.executemany("DELETE FROM checked_results WHERE key = ?", rows)

        self._try(work)

    def close(self) -> None:
        if self._open is not None:
            self._open.connection.close()
        if self._damaged:
            number, self._damaged = len(self._damaged), set()
            warnings.warn(
                f"The score store {self.path} had {number} damaged "
                f"result{'s' if number > 1 else ''}, dropped to be computed again. "
                "Check the disk that it is on.",
                stacklevel=2,
            )

    def _try(self, work: Callable[[OpenStore], Result]) -> Result | None:
        """Return the result of `work`; None if the store can no longer be used."""
        for _ in range(2):
            if self._open is None:
                return None
            try:
                return work(self._open)
            except sqlite3.OperationalError as error:
                self._go_on_without(error)
                return None
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
                self._replace(self._open, error)
        self._go_on_without(sqlite3.DatabaseError("it is damaged again"))
        return None

    def _replace(self, damaged: OpenStore, error: sqlite3.DatabaseError) -> None:
        self._open = None
        try:
            self._open = replace_damaged(self._file, damaged, error)
        except (EngineError, OSError, sqlite3.Error) as problem:
            self._go_on_without(problem)

    def _go_on_without(self, error: Exception) -> None:
        if self._kept is None:
            self._kept = {}
            warnings.warn(
                f"The score store {self.path} can no longer be used ({error}); the run goes on "
                "without it and keeps new results in memory. Free disk space or pass another "
                "--store=FILE, so that they are kept.",
                stacklevel=2,
            )

    def _read(self, store: OpenStore, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        chosen = f"WHERE key IN ({','.join('?' * len(keys))})"
        execute = store.connection.execute
        rows = execute(f"SELECT key, value, checksum FROM checked_results {chosen}", keys)
        found: dict[bytes, bytes] = {}
        damaged: list[Row] = []
        for row in rows:
            if is_whole(row):
                found[row[0]] = row[1]
            else:
                damaged.append(row)
        if damaged:
            self._drop(store, damaged)
        return found

    def _drop(self, store: OpenStore, rows: Sequence[Row]) -> None:
        self._damaged |= {key for key, _, _ in rows}
        if self._kept is None:
            # Another process may have written the right result in the meantime: that one stays.
            statement = "DELETE FROM checked_results WHERE key = ? AND value IS ? AND checksum IS ?"
            with suppress(sqlite3.OperationalError), store.connection:
                store.connection.executemany(statement, rows)


@contextmanager
def opened(path: Path) -> Iterator[ScoreStore]:
    """A store that is closed at the end of the block."""
    store = ScoreStore(path)
    try:
        yield store
    finally:
        store.close()


def key(context: str, content: bytes) -> bytes:
    """The key of a result: `context` names all settings, `content` is the model's input."""
    digest = hashlib.blake2b(digest_size=20)
    head = context.encode("utf-8")
    digest.update(len(head).to_bytes(8, "big") + head + content)
    return digest.digest()


def checksum(key: bytes, value: bytes) -> bytes:
    """Return the digest stored beside a value, which shows a damaged row."""
    digest = hashlib.blake2b(len(key).to_bytes(8, "big") + key, digest_size=8)
    digest.update(value)
    return digest.digest()


def is_whole(row: Row) -> bool:
    """Return True if a row of key, value and checksum is as a model can have written it."""
    # A damaged row may have any type in its columns.
    whole = all(isinstance(each, bytes) for each in row) and checksum(row[0], row[1]) == row[2]
    return whole and is_possible(row[1])


def _write(store: OpenStore, rows: Sequence[Row], owner: Owner | None) -> None:
    with store.connection:
        store.connection.executemany(
            "INSERT OR REPLACE INTO checked_results VALUES (?, ?, ?)", rows
        )
        if owner is not None:
            _write_owner(store.connection, [key for key, _, _ in rows], owner)


def _write_owner(connection: sqlite3.Connection, keys: Sequence[bytes], owner: Owner) -> None:
    """Note whose results these are."""
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    name = owner.name.encode("utf-8", "backslashreplace").decode("utf-8")  # of a path in any bytes
    connection.execute(
        "INSERT INTO models (identity, name, written) VALUES (?, ?, ?) ON CONFLICT (identity) "
        "DO UPDATE SET name = excluded.name, written = excluded.written",
        (owner.identity, name, now),
    )
    chosen = connection.execute("SELECT id FROM models WHERE identity = ?", [owner.identity])
    ((model,),) = chosen.fetchall()
    connection.executemany(
        "INSERT OR REPLACE INTO owners VALUES (?, ?)", [(key, model) for key in keys]
    )


def _is_full(error: Exception) -> bool:
    if isinstance(error, sqlite3.Error):
        # The lower byte is the kind of error, the rest says more about it.
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in SQLITE_FULL
    return isinstance(error, OSError) and error.errno in FULL
