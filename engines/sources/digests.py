"""Digests of the files that a result depends on: weights, adapter, tokenizer."""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from kasauti.engines.protocol.phases import phase
from kasauti.inputs.user_cache import cache_folder

# Below this, reading the file is as fast as looking its digest up.
LARGE = 16 << 20
# A file may change twice within the resolution of its times, which is up to 2 s on some systems.
SECONDS_UNTOUCHED = 2.0
SECONDS_TO_WAIT = 5.0  # for another process that writes the cache
WEIGHTS = ("*.safetensors", "*.bin", "config.json", "*.py")
TOKENIZER = ("tokenizer*", "special_tokens_map.json", "vocab*", "merges.txt", "*.model")
ADAPTER = ("adapter_model.*", "adapter_config.json")
# Where transformers notes how it was called when the tokenizer was saved: the same tokenizer
# differs there with and without HF_HUB_OFFLINE, and when it was loaded from a folder.
TOKENIZER_CONFIG = "tokenizer_config.json"
BOOKKEEPING = (
    (re.compile(rb'("local_files_only"\s*:\s*)true\b'), rb"\1false"),
    (re.compile(rb'("is_local"\s*:\s*)false\b'), rb"\1true"),
)


def sha256(path: Path) -> str:
    """The digest of a file."""
    before = path.stat()
    if before.st_size < LARGE:
        return _compute(path)
    name, stamp = os.path.realpath(path), _stamp(before)
    known = _read(name, stamp)
    if known is not None:
        return known
    with phase(f"hashing {path.name}"):
        digest = _compute(path)
    after = path.stat()
    touched = max(after.st_mtime, after.st_ctime)
    if _stamp(after) == stamp and time.time() - touched > SECONDS_UNTOUCHED:
        _write(name, stamp, digest)
    return digest


def _compute(path: Path) -> str:
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


def fingerprint(folder: Path, patterns: Iterable[str]) -> str:
    """A digest of the names and contents of the folder's files that match the patterns."""
    digest = hashlib.sha256()
    for path in sorted({path for pattern in patterns for path in folder.glob(pattern)}):
        digest.update(f"{path.name}\0{_content_digest(path)}\0".encode())
    return digest.hexdigest()[:16]


def _content_digest(path: Path) -> str:
    if path.name != TOKENIZER_CONFIG:
        return sha256(path)
    # As if it had been saved from a folder and with the hub in reach, as embedded models usually
    # are, so that what was stored under the digest of such a file is still found.
    content = path.read_bytes()
    for pattern, usual in BOOKKEEPING:
        content = pattern.sub(usual, content)
    return hashlib.sha256(content).hexdigest()
