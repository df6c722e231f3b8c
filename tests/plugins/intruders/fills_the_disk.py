"""After the third batch, SQLite says that the disk is full."""

from __future__ import annotations

import sqlite3

from kasauti.engines.store import score_store

_write = score_store._write
_batches = 0


def _write_until_full(store, rows, owner):
    global _batches
    _batches += 1
    if _batches > 3:
        raise sqlite3.OperationalError("database or disk is full")
    _write(store, rows, owner)


score_store._write = _write_until_full
