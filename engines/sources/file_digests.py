"""The sha256 of files; that of a large file is computed once, until the file changes.

Hashing 140 GB before every run would take minutes. A digest is kept in the user's cache folder
with the file's device, inode, size, and times of modification and change: where any of them
differs, the file is read again. The time of change (ctime) cannot be set by a program, so a file
that was overwritten with its old modification time is noticed too.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from kasauti.engines.protocol.phases import phase
from kasauti.inputs.user_cache import cache_folder

# Below this, reading the file is as fast as looking its digest up.
LARGE = 16 << 20
# A file may change twice within the resolution of its times, which is up to 2 s on some systems.
SECONDS_UNTOUCHED = 2.0
SECONDS_TO_WAIT = 5.0  # for another process that writes the cache


def sha256(path: Path) -> str:
    """The digest of a file."""
    before = path.stat()
    if before.st_size < LARGE:
        return _computed(path)
    name, stamp = os.path.realpath(path), _stamp(before)
    known = _read(name, stamp)
    if known is not None:
        return known
    with phase(f"hashing {path.name}"):
        digest = _computed(path)
    after = path.stat()
    touched = max(after.st_mtime, after.st_ctime)
    if _stamp(after) == stamp and time.time() - touched > SECONDS_UNTOUCHED:
        _write(name, stamp, digest)
    return digest


def _computed(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _stamp(status: os.stat_result) -> str:
    parts = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    return ",".join(map(str, parts))


def _checksum(name: str, stamp: str, digest: str) -> str:
    """Return the checksum of a row: a damaged one must not name other weights."""
    content = "\0".join((name, stamp, digest)).encode("utf-8", "surrogateescape")
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def _read(name: str, stamp: str) -> str | None:
    """The digest that was kept for this state of the file; None where there is none."""
    path = cache_folder() / "digests.sqlite"
    if not path.is_file():
        return None
    try:
        with closing(sqlite3.connect(path, timeout=SECONDS_TO_WAIT)) as connection:
            rows = connection.execute(
                "SELECT stamp, digest, checksum FROM digests WHERE name = ?", [os.fsencode(name)]
            ).fetchall()
    except sqlite3.Error:
        return None  # without the cache a run is slower, not wrong
    for found, digest, checksum in rows:
        if found == stamp and checksum == _checksum(name, stamp, digest):
            return str(digest)
    return None


def _write(name: str, stamp: str, digest: str) -> None:
    path = cache_folder() / "digests.sqlite"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path, timeout=SECONDS_TO_WAIT)) as connection, connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS digests "
                "(name BLOB PRIMARY KEY, stamp TEXT, digest TEXT, checksum TEXT)"
            )
            connection.execute(
                "INSERT OR REPLACE INTO digests VALUES (?, ?, ?, ?)",
                (os.fsencode(name), stamp, digest, _checksum(name, stamp, digest)),
            )
    except (OSError, sqlite3.Error):
        return  # no space, no permission, a damaged file: the next run reads the file again
