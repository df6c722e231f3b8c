"""The score store: one SQLite file, keyed by content, written every batch.

A key is a digest of everything that a result depends on, so a result of
another model, adapter, tokenizer, dtype or input can never be served.
"""

from __future__ import annotations

import hashlib
import sqlite3
import time
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kasauti.engines.errors import EngineError

SCHEMA = 1
APPLICATION = 0x4B415341  # "KASA": marks the file as a score store
# Older versions of SQLite allow at most 999 variables in one statement.
CHUNK = 900


class ScoreStore:
    """Results of one model, read and written by key; safe to share between processes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = _open(path)
        except (OSError, sqlite3.OperationalError) as error:
            # A folder, a locked file, no permission: the content may be fine, so it stays.
            raise EngineError(
                f"The score store {path} cannot be opened ({error}). Pass another --store=FILE."
            ) from None
        except (sqlite3.DatabaseError, _ForeignError) as error:
            aside = path.with_name(f"{path.name}.{time.time_ns()}.aside")
            path.rename(aside)
            for side_file in ("-wal", "-shm"):
                path.with_name(path.name + side_file).unlink(missing_ok=True)
            warnings.warn(
                f"The score store {path} cannot be used ({error}); it was set aside as "
                f"{aside.name}, and a new one was created.",
                stacklevel=2,
            )
            self._connection = _open(path)

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The stored value of each key; a key without a result is absent."""
        found: dict[bytes, bytes] = {}
        for start in range(0, len(keys), CHUNK):
            chunk = keys[start : start + CHUNK]
            variables = ",".join("?" * len(chunk))
            found.update(
                self._connection.execute(
                    f"SELECT key, value FROM results WHERE key IN ({variables})", chunk
                )
            )
        return found

    def put(self, results: Iterable[tuple[bytes, bytes]]) -> None:
        """Write results in one transaction: after this call they survive a kill."""
        with self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO results VALUES (?, ?)", results)

    def close(self) -> None:
        self._connection.close()


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


class _ForeignError(Exception):
    """The file is a database, but not a score store of this version."""


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=600)
    try:
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if tables and (application, version) != (APPLICATION, SCHEMA):
            raise _ForeignError("it belongs to another program or to another version")
        (verdict,) = connection.execute("PRAGMA quick_check").fetchone()
        if verdict != "ok":
            raise _ForeignError(f"it is damaged: {verdict}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        with connection:
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS results (key BLOB PRIMARY KEY, value BLOB NOT NULL) "
                "WITHOUT ROWID"
            )
    except BaseException:
        connection.close()
        raise
    return connection
