"""Digests of the files that a result depends on: weights, adapter, tokenizer.

Every file of a folder counts, except those that no library reads to load a model.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from fnmatch import fnmatchcase
from pathlib import Path

from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.protocol.phases import phase
from kasauti.engines.sources import contents
from kasauti.inputs.user_cache import cache_folder

# Below this, reading the file is as fast as looking its digest up.
LARGE = 16 << 20
# A file may change twice within the resolution of its times, and a page that was written through
# a memory map may be written again without a trace until the system has saved it, after 30 s.
SECONDS_UNTOUCHED = 60.0
SECONDS_TO_WAIT = 5.0  # for another process that writes the cache
# There a file that is written through a memory map keeps its times.
MEMORY_FILESYSTEMS = {"tmpfs", "ramfs", "devtmpfs", "hugetlbfs"}
MOUNTS = Path("/proc/self/mountinfo")
ALL = ("*",)
WITH_MODULES = ("*", "*/*")  # sentence-transformers has a folder for each module
CODE = "*.py"
CONFIG = ("config.json", CODE)
TOKENIZER = (
    *("tokenizer*", "special_tokens_map.json", "added_tokens.json", "vocab*", "merges*"),
    *("*.model", "*.codes", "*.tiktoken", "chat_template*", "additional_chat_templates/*"),
)
# What is written while a model is scored: a store beside it, logs, locks, compiled code.
UNSTEADY = ("*.sqlite", "*.sqlite-*", "*.lock", "*.log", "*.pyc")
# Always read, whatever the file is called that a config or an index names.
WEIGHTS = "*.safetensors"
IRRELEVANT = (
    *(".*", "*.md", "readme*", "license*", "licence*", "notice*", "*.pdf", "*.html"),
    *("*.png", "*.jpg", "*.jpeg", "*.gif", "*.svg", "*.webp", "*.csv", "*.tsv", "*.jsonl"),
    *("*.yml", "*.yaml", "events.out.tfevents.*", "*_results.json", "trainer_state.json"),
    *("training_args.bin", "optimizer*.pt", "optimizer*.bin", "scheduler*.pt", "scheduler*.bin"),
    *("rng_state*.pth", "random_states*.pkl", "scaler.pt", "zero_to_fp32.py", "latest"),
    # Weights in formats that are not loaded from a folder.
    *("*.gguf", "*.h5", "*.msgpack", "*.onnx", "*.onnx_data", "*.ot", "*.tflite", "*.mlmodel"),
)


def sha256(path: Path) -> str:
    return _kept(path, "", _compute)


def _tensors(path: Path) -> str:
    """The tensors of a safetensors file as lines; empty if it has to be taken byte by byte."""
    return _kept(path, "tensors,", lambda path: "\n".join(contents.tensor_lines(path) or ()))


def _kept(path: Path, kind: str, compute: Callable[[Path], str]) -> str:
    """Return what is computed of a file, from the cache as long as nothing about it changed."""
    before = path.stat()
    if before.st_size < LARGE or _is_in_memory(before):
        return compute(path)
    name, stamp = os.path.realpath(path), kind + _stamp(before)
    known = _read(name, stamp)
    if known is not None:
        return known
    old = time.time() - max(before.st_mtime, before.st_ctime) > SECONDS_UNTOUCHED
    if old:
        _save_pages(path)
    with phase(f"hashing {path.name}"):
        found = compute(path)
    if old and kind + _stamp(path.stat()) == stamp:
        _write(name, stamp, found)
    return found


def _save_pages(path: Path) -> None:
    """Have changed pages of a file saved: whoever writes them after that changes its times."""
    with suppress(OSError), path.open("rb") as file:
        os.fsync(file.fileno())


def _is_in_memory(status: os.stat_result) -> bool:
    device = f"{os.major(status.st_dev)}:{os.minor(status.st_dev)}"
    try:
        mounts = [line.split() for line in MOUNTS.read_text(errors="replace").splitlines()]
    except OSError:  # not Linux
        return False
    return any(
        mount[2] == device and mount[mount.index("-") + 1] in MEMORY_FILESYSTEMS for mount in mounts
    )


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


def relevant(folder: Path, patterns: Iterable[str], but: Iterable[str] = ()) -> list[Path]:
    """The files that match the patterns, except those that cannot change a score.

    Code beside the weights may read any file of the folder.
    """
    left_out = {path for pattern in but for path in folder.glob(pattern)}
    coded = any(folder.glob(CODE))
    found = {path for pattern in patterns for path in folder.glob(pattern)}
    found |= {
        path
        for path in folder.glob("**/*")
        if coded and not any(each[0] == "." for each in path.parent.relative_to(folder).parts)
    }
    return sorted(
        path
        for path in found - left_out
        if _counts(path.name.lower(), coded=coded) and path.is_file()
    )


def _counts(name: str, *, coded: bool) -> bool:
    if fnmatchcase(name, WEIGHTS):
        return True
    return not any(fnmatchcase(name, each) for each in (*UNSTEADY, *(() if coded else IRRELEVANT)))


def states(folder: Path, patterns: Iterable[str], but: Iterable[str] = ()) -> dict[Path, str]:
    """The inode, size and times of each relevant file, of a link and of its target."""
    return {
        path: f"{_stamp(path.stat())};{_stamp(path.lstat())}"
        for path in relevant(folder, patterns, but)
    }


def fingerprint(folder: Path, patterns: Iterable[str] = ALL, but: Iterable[str] = ()) -> str:
    """A digest of the names and contents of the folder's relevant files."""
    path = folder
    tensors: dict[str, list[str]] = {}
    lines: list[str] = []
    try:
        for path in relevant(folder, patterns, but):
            name = path.relative_to(folder).as_posix()
            if path.suffix == ".safetensors" and (found := _tensors(path)):
                tensors[name] = found.split("\n")
            else:
                content = contents.plain_json(path)
                found = sha256(path) if content is None else hashlib.sha256(content).hexdigest()
                lines.append(f"{name}\0{found}\0")
    except OSError as error:
        raise EngineError(
            f"{path} cannot be read ({error.strerror}). Check the file and its permissions."
        ) from None
    weights = contents.shards(folder, tensors)
    if weights and contents.SINGLE not in weights:  # the index says nothing that they do not
        lines = [line for line in lines if not line.startswith(f"{contents.INDEX}\0")]
    lines += [line for name in weights for line in tensors[name]]
    lines += [f"{name}\0{tensors[name]}\0" for name in tensors.keys() - weights]
    return hashlib.sha256("\n".join(sorted(lines)).encode("utf-8", "surrogateescape")).hexdigest()[
        :16
    ]
