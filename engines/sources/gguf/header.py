"""The header of a GGUF file, checked against the size of the file.

The library that reads GGUF believes every count in it: a damaged one makes it fill the memory.
"""

from __future__ import annotations

import math
import mmap
import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kasauti.engines.protocol.errors import EngineError

MAGIC = b"GGUF"
# As llama.cpp names the parts of a model; a single part is the whole.
SPLIT = re.compile(r"-\d{5}-of-(?!00001\.)\d{5}\.gguf$", re.IGNORECASE)
VERSIONS = (2, 3)
# Bytes per value of the types 0 to 12; 8 is a string and 9 an array.
SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
UINT32, STRING, ARRAY = 4, 8, 9
NUMBERS = dict(zip((0, 1, 2, 3, 4, 5, 6, 10, 11, 12), "BbHhIifQqd", strict=True))
ARCHITECTURE = "general.architecture"
# Sizes show in the shapes of the tensors, all but this one.
SIZE = re.compile(r"(?<!rope\.dimension)_(count|length)$")
NEUTRAL = (0, 1, "", "none")
SMALL_SIZE = 1000
# ggml has no tensors of more dimensions.
MOST_DIMENSIONS = 4
MOST_NESTED = 2
START = struct.Struct("<4sIQQ")  # magic, version, tensors, entries


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the metadata: its bytes in the file, its name included.

    items: how many an array has; None for any other value.
    """

    name: str
    content: bytes
    value_at: int  # where the value begins in `content`
    kind: int
    items: int | None

    @property
    def text(self) -> str:
        return self.content[self.value_at + 8 :].decode("utf-8", "replace")

    @property
    def number(self) -> int:
        return int.from_bytes(self.content[self.value_at :], "little")


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a GGUF file: its metadata, and the list of its tensors as it is."""

    version: int
    entries: tuple[Entry, ...]
    tensors: int
    tensor_list: bytes
    size: int  # where the header ends; what follows is padding and the tensors

    def entry(self, name: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.name == name), None)

    def settings(self) -> dict[str, float | str]:
        """The numbers and words that the architecture is told, and that no tensor shows."""
        architecture = self.entry(ARCHITECTURE)
        start = f"{architecture.text if architecture else ''}."
        return {
            each.name: each.text
            if each.kind == STRING
            else struct.unpack_from(f"<{NUMBERS[each.kind]}", each.content, each.value_at)[0]
            for each in self.entries
            if each.name.startswith(start)
            and (each.kind == STRING or each.kind in NUMBERS)
            and not SIZE.search(each.name)
        }

    @property
    def splits(self) -> int:
        """The number of files that the model is split into."""
        count = self.entry("split.count")
        return count.number if count else 1

    def tensor_names(self) -> list[str]:
        """The names in the list of tensors, which was checked when it was read."""
        names, at = [], 0
        while at < len(self.tensor_list):
            (length,) = struct.unpack_from("<Q", self.tensor_list, at)
            names.append(self.tensor_list[at + 8 : at + 8 + length].decode("utf-8", "replace"))
            at += 8 + length
            (dimensions,) = struct.unpack_from("<I", self.tensor_list, at)
            at += 4 + 8 * dimensions + 4 + 8
        return names


def require_settings(header: Header, config: Mapping[str, Any]) -> None:
    """Refuse a setting that the model does not have: transformers reads a few of them alone."""
    known = {*NEUTRAL, *_values(config)}
    width, heads = config.get("hidden_size"), config.get("num_attention_heads")
    if isinstance(width, int) and isinstance(heads, int):
        known.add(width // heads)
    for name, value in header.settings().items():
        if not any(_is_same(value, each) for each in known):
            raise ValueError(f"transformers does not read its setting {name} = {value}")


def _is_same(told: float | str, known: float | str) -> bool:
    """Return True if a setting is in the config; a small whole number there is a size."""
    if isinstance(told, str) or isinstance(known, str):
        return told == known
    size = isinstance(told, float) and isinstance(known, int) and 1 < known < SMALL_SIZE
    return not size and math.isclose(told, known, rel_tol=1e-5)


def _values(config: object) -> Iterator[float | str]:
    """All numbers and words in a config."""
    if isinstance(config, Mapping):
        config = list(config.values())
    if isinstance(config, list | tuple):
        for each in config:
            yield from _values(each)
    elif isinstance(config, int | float | str):
        yield config


def split_file(name: str) -> EngineError:
    """The refusal of one file of several; only all of them are the model."""
    return EngineError(
        f"{name} is one part of a model that is split into several GGUF files. "
        "Join them with `llama-gguf-split --merge FIRST-PART JOINED.gguf`, and pass that."
    )


def check_start(path: Path) -> None:
    """Refuse what is not GGUF, or whose counts cannot be true; reads a few bytes only."""
    if SPLIT.search(path.name):
        raise split_file(str(path))
    try:
        with path.open("rb") as file:
            _Reader(file.read(START.size), name=str(path), size=path.stat().st_size).start()
    except OSError as error:
        raise EngineError(f"{path} cannot be read ({error.strerror}). Check the file.") from None


def check_header(path: Path, *, name: str) -> Header:
    """The header of a file; refuses metadata or a list of tensors that does not fit into it."""
    size = path.stat().st_size
    if not size:  # which cannot be mapped
        return _Reader(b"", name=name, size=0).whole()
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return _Reader(content, name=name, size=size).whole()


class _Reader:
    """Reads on through a file, never beyond its end."""

    def __init__(self, content: bytes | mmap.mmap, *, name: str, size: int) -> None:
        self._content = content
        self._name = name
        self._size = size
        self._at = 0

    def start(self) -> tuple[int, int, int]:
        """The version, and the numbers of tensors and of metadata entries."""
        if self._content[:4] != MAGIC:
            raise EngineError(
                f"{self._name} ({self._size} bytes) is not a GGUF file: it does not begin with "
                "GGUF. Download it again."
            )
        self._at = 4
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
        return version, tensors, entries

    def whole(self) -> Header:
        version, tensors, count = self.start()
        entries = tuple(self._entry() for _ in range(count))
        list_at = self._at
        for _ in range(tensors):
            self._string()
            (dimensions,) = self._unpack("<I")
            if dimensions > MOST_DIMENSIONS:
                raise self._damaged(f"a tensor has {dimensions} dimensions")
            self._skip(8 * dimensions + 4)
            (offset,) = self._unpack("<Q")
            if offset > self._size:
                raise self._damaged(f"a tensor begins at byte {offset}")
        tensor_list = self._content[list_at : self._at]
        return Header(version, entries, tensors, tensor_list, self._at)

    def _entry(self) -> Entry:
        start = self._at
        name = self._string().decode("utf-8", "replace")
        (kind,) = self._unpack("<I")
        value_at = self._at
        items = self._skip_value(kind)
        return Entry(name, self._content[start : self._at], value_at - start, kind, items)

    def _skip_value(self, kind: int, *, nested: int = 0) -> int | None:
        """Go behind a value; of an array, returns how many items it has."""
        if kind == STRING:
            self._skip_strings(1)
        elif kind == ARRAY and nested < MOST_NESTED:
            inner, length = self._unpack("<IQ")
            if inner in SIZES:
                self._skip(SIZES[inner] * length)
            elif inner == STRING:
                self._skip_strings(length)
            else:
                for _ in range(length):  # ends at the end of the file at the latest
                    self._skip_value(inner, nested=nested + 1)
            return int(length)
        elif kind in SIZES:
            self._skip(SIZES[kind])
        else:
            raise self._damaged(f"an entry has the unknown type {kind}")
        return None

    def _string(self) -> bytes:
        (length,) = self._unpack("<Q")
        self._skip(length)
        return self._content[self._at - length : self._at]

    def _skip_strings(self, count: int) -> None:
        # Without a call for each: a vocabulary has hundreds of thousands.
        content, at, last = self._content, self._at, self._size - 8
        length_at = struct.Struct("<Q").unpack_from
        for _ in range(count):
            if at > last:
                raise self._damaged("it ends within its header")
            at += 8 + length_at(content, at)[0]
        self._at = at
        self._skip(0)

    def _skip(self, length: int) -> None:
        if self._at + length > self._size:
            raise self._damaged("an entry reaches beyond its end")
        self._at += length

    def _unpack(self, form: str) -> tuple[int, ...]:
        if self._at + struct.calcsize(form) > len(self._content):
            raise self._damaged("it ends within its header")
        found: tuple[int, ...] = struct.unpack_from(form, self._content, self._at)
        self._at += struct.calcsize(form)
        return found

    def _damaged(self, how: str) -> EngineError:
        return EngineError(
            f"{self._name} ({self._size} bytes) is truncated or damaged: {how}. Download it again."
        )
