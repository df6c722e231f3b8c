"""The header of a GGUF file, checked against the size of the file.

The library that reads GGUF believes every count in it: a damaged one makes it fill the memory.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO

from kasauti.engines.errors import EngineError

MAGIC = b"GGUF"
VERSIONS = (2, 3)
# Bytes per value of the types 0 to 12; 8 is a string and 9 an array.
SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
STRING, ARRAY = 8, 9
# ggml has no tensors of more dimensions.
MOST_DIMENSIONS = 4
MOST_NESTED = 2


def check_start(path: Path) -> None:
    """Refuse what is not GGUF, or whose counts cannot be true; reads a few bytes only."""
    try:
        with path.open("rb") as file:
            _Header(file, path).start()
    except OSError as error:
        raise EngineError(f"{path} cannot be read ({error.strerror}). Check the file.") from None


def check_header(path: Path, *, name: str) -> None:
    """Refuse a file whose metadata or list of tensors does not fit into it."""
    with path.open("rb") as file:
        _Header(file, path, name=name).whole()


class _Header:
    """Reads on through a file, never beyond its end."""

    def __init__(self, file: BinaryIO, path: Path, *, name: str = "") -> None:
        self._file = file
        self._name = name or str(path)
        self._size = path.stat().st_size

    def start(self) -> tuple[int, int]:
        """The numbers of tensors and of metadata entries."""
        magic = self._file.read(4)
        if magic != MAGIC:
            raise EngineError(
                f"{self._name} ({self._size} bytes) is not a GGUF file: it does not begin with "
                "GGUF. Download it again."
            )
        (version,) = self._unpack("<I")
        if version not in VERSIONS:
            raise EngineError(
                f"{self._name} has version {version} of GGUF, or is damaged. "
                "Pass a file of version 2 or 3, little-endian."
            )
        tensors, entries = self._unpack("<QQ")
        # The least that an entry can take: its name's length, a type, a value.
        if tensors * 24 + entries * 13 > self._size:
            raise self._damaged(f"it announces {tensors} tensors and {entries} entries")
        return tensors, entries

    def whole(self) -> None:
        tensors, entries = self.start()
        for _ in range(entries):
            self._skip_string()
            (kind,) = self._unpack("<I")
            self._skip_value(kind)
        for _ in range(tensors):
            self._skip_string()
            (dimensions,) = self._unpack("<I")
            if dimensions > MOST_DIMENSIONS:
                raise self._damaged(f"a tensor has {dimensions} dimensions")
            self._skip(8 * dimensions + 4)
            (offset,) = self._unpack("<Q")
            if offset > self._size:
                raise self._damaged(f"a tensor begins at byte {offset}")

    def _skip_value(self, kind: int, *, nested: int = 0) -> None:
        if kind == STRING:
            self._skip_string()
        elif kind == ARRAY and nested < MOST_NESTED:
            inner, length = self._unpack("<IQ")
            if inner in SIZES:
                self._skip(SIZES[inner] * length)
                return
            for _ in range(length):  # ends at the end of the file at the latest
                self._skip_value(inner, nested=nested + 1)
        elif kind in SIZES:
            self._skip(SIZES[kind])
        else:
            raise self._damaged(f"an entry has the unknown type {kind}")

    def _skip_string(self) -> None:
        (length,) = self._unpack("<Q")
        self._skip(length)

    def _skip(self, length: int) -> None:
        if self._file.tell() + length > self._size:
            raise self._damaged("an entry reaches beyond its end")
        self._file.seek(length, 1)

    def _unpack(self, form: str) -> tuple[int, ...]:
        content = self._file.read(struct.calcsize(form))
        if len(content) < struct.calcsize(form):
            raise self._damaged("it ends within its header")
        return struct.unpack(form, content)

    def _damaged(self, how: str) -> EngineError:
        return EngineError(
            f"{self._name} ({self._size} bytes) is truncated or damaged: {how}. Download it again."
        )
