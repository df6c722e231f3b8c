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
APPLICATION = 0x4B415341  # "KASA": tells our file from anybody else's
# SQLite's default limit of variables in one statement was 999 for a long time.
CHUNK = 900


class ScoreStore:
    """Results of one model, read and written by key; safe to share between processes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = _open(path)
        except (OSError, sqlite3.OperationalError) as error:
            # A folder, a locked file, no permission: nothing is wrong with what is in it.
            raise EngineError(
                f"The score store {path} cannot be opened ({error}). Give another --store=FILE."
            ) from None
        except (sqlite3.DatabaseError, _ForeignError) as error:
            aside = path.with_name(f"{path.name}.{time.time_ns()}.aside")
            path.rename(aside)
            for side_file in ("-wal", "-shm"):
                path.with_name(path.name + side_file).unlink(missing_ok=True)
            warnings.warn(
                f"The score store {path} cannot be used ({error}); it was set aside as "
                f"{aside.name} and a new one begun.",
                stacklevel=2,
            )
            self._connection = _open(path)

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """What is stored under these keys; a key without a result is absent."""
        found: dict[bytes, bytes] = {}
        for start in range(0, len(keys), CHUNK):
            chunk = keys[start : start + CHUNK]
            places = ",".join("?" * len(chunk))
            found.update(
                self._connection.execute(
                    f"SELECT key, value FROM results WHERE key IN ({places})", chunk
                )
            )
        return found

    def put(self, results: Iterable[tuple[bytes, bytes]]) -> None:
        """Write results at once: after this call they survive a kill."""
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
            raise _ForeignError("it is another program's database or another version's")
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
