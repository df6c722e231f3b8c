"""The content of a checkpoint's files that can change a score, without what only tells its origin.

The same weights have the same content whichever version of transformers saved them, in one file
or in shards, and whatever the order and the metadata of their header. What is not understood here
counts byte by byte.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

SINGLE = "model.safetensors"
INDEX = "model.safetensors.index.json"
# Notes of the library that saved the file. The dtype in which a model runs is part of every key.
BOOKKEEPING = {
    "config.json": {"transformers_version", "_name_or_path", "dtype", "torch_dtype"},
    "generation_config.json": {"transformers_version", "_from_model_config"},
    "tokenizer_config.json": {"local_files_only", "is_local", "name_or_path"},
    "adapter_config.json": {"base_model_name_or_path", "peft_version", "inference_mode"},
}
# With this setting transformers looks at the version in config.json before it splits words.
BY_VERSION = b"fix_mistral_regex"
BLOCK = 1 << 20
LONGEST_HEADER = 100 << 20  # as in the library


def plain_json(path: Path, *, size_limit: int = 4 << 20) -> bytes | None:
    """The settings in a file that has notes about its origin, without them; None for others."""
    notes = BOOKKEEPING.get(path.name)
    if notes is None or path.stat().st_size > size_limit or _needs_all(path):
        return None
    try:
        content = json.loads(path.read_bytes())
        return json.dumps(_without(content, notes), sort_keys=True).encode()
    except (ValueError, RecursionError):
        return None


def _needs_all(path: Path) -> bool:
    """Return True if code beside the file, or the tokenizer, may read all of it."""
    tokenizer = path.with_name("tokenizer_config.json")
    return any(path.parent.glob("*.py")) or (
        path.name == "config.json" and tokenizer.is_file() and BY_VERSION in tokenizer.read_bytes()
    )


def _without(content: Any, notes: set[str]) -> Any:
    if not isinstance(content, dict):
        return content
    return {
        name: _without(value, notes)
        if name.endswith("_config") and name != "quantization_config"
        else value
        for name, value in content.items()
        if name not in notes
    }


def tensor_lines(path: Path) -> list[str] | None:
    """Name, dtype, shape and digest of each tensor of a safetensors file, sorted.

    None if its header is not as the library writes it.
    """
    with path.open("rb") as file:
        header = _header(file, path.stat().st_size)
        if header is None:
            return None
        start = file.tell()
        return sorted(
            json.dumps(
                [name, each["dtype"], each["shape"], _digest(file, start, *each["data_offsets"])]
            )
            for name, each in header.items()
        )


def _header(file: BinaryIO, size: int) -> dict[str, Any] | None:
    first = file.read(8)
    length = struct.unpack("<Q", first)[0] if len(first) == 8 else 0
    if not 0 < length <= min(LONGEST_HEADER, size):
        return None

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a name occurs twice")
        return dict(pairs)

    try:
        header = json.loads(file.read(length), object_pairs_hook=once)
        header.pop("__metadata__", None)
        end = 0
        for first_byte, last_byte in sorted(each["data_offsets"] for each in header.values()):
            if first_byte != end or last_byte < first_byte:
                return None
            end = last_byte
        expected = {"dtype", "shape", "data_offsets"}
        whole = end == size - 8 - length and all(set(each) == expected for each in header.values())
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return header if whole else None


def _digest(file: BinaryIO, start: int, first: int, last: int) -> str:
    digest = hashlib.sha256()
    file.seek(start + first)
    left = last - first
    while left and (block := file.read(min(BLOCK, left))):
        digest.update(block)
        left -= len(block)
    return digest.hexdigest()


def shards(folder: Path, tensors: Mapping[str, list[str]]) -> set[str]:
    """The files that hold the model's weights, if nothing but their tensors matters.

    `tensors` are the lines of each file. An index that names other tensors than its shards have, or
    a tensor in two shards, leaves none: then names and bytes of all files count.
    """
    if SINGLE in tensors:
        return {SINGLE}
    try:
        index = json.loads((folder / INDEX).read_bytes())["weight_map"]
        named = set(index.values())
        found = [(json.loads(line)[0], name) for name in named for line in tensors[name]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return set()
    return named if len(found) == len(index) and dict(found) == index else set()
