"""A GGUF file without its vocabulary, which transformers reads much faster.

Transformers reads the whole metadata three times on its way to the weights, number by number: with
a vocabulary of 262,144 words that takes longer than everything else. Of the vocabulary, the weights
only need to know how large it is.
"""

from __future__ import annotations

import shutil
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from kasauti.engines.sources.gguf.header import MAGIC, START, UINT32, Entry, Header

WORDS = "tokenizer.ggml.tokens"
VOCABULARY = {
    WORDS,
    "tokenizer.ggml.scores",
    "tokenizer.ggml.token_type",
    "tokenizer.ggml.merges",
}
ARCHITECTURE = "general.architecture"
ALIGNMENT, USUAL_ALIGNMENT = "general.alignment", 32


def vocabulary_size(header: Header) -> int | None:
    """Return the number of words, as the file gives it or by its list of words."""
    stated = header.entry(_size_name(header))
    if stated is not None and stated.kind == UINT32:
        return stated.number
    words = header.entry(WORDS)
    return words.items if words else None


def write_without_vocabulary(source: Path, header: Header, target: Path) -> None:
    """Write what the weights of a file need, in the same format."""
    kept = [entry.content for entry in header.entries if entry.name not in VOCABULARY]
    size = vocabulary_size(header)
    if header.entry(_size_name(header)) is None and size is not None:
        name = _size_name(header).encode()
        kept.append(struct.pack(f"<Q{len(name)}sII", len(name), name, UINT32, size))
    start = START.pack(MAGIC, header.version, header.tensors, len(kept))
    before = b"".join([start, *kept, header.tensor_list])
    alignment = _alignment(header.entry(ALIGNMENT))
    with source.open("rb") as file, target.open("wb") as smaller:
        smaller.write(before.ljust(_aligned(len(before), alignment), b"\0"))
        file.seek(_aligned(header.size, alignment))
        shutil.copyfileobj(file, smaller, 1 << 20)


@contextmanager
def names_mapped_once() -> Iterator[None]:
    """Make the table of the names of tensors once: transformers asks for it for every module."""
    import gguf

    made = gguf.get_tensor_name_map
    gguf.get_tensor_name_map = cache(made)
    try:
        yield
    finally:
        gguf.get_tensor_name_map = made


def _size_name(header: Header) -> str:
    architecture = header.entry(ARCHITECTURE)
    return f"{architecture.text if architecture else ''}.vocab_size"


def _alignment(entry: Entry | None) -> int:
    return entry.number or USUAL_ALIGNMENT if entry else USUAL_ALIGNMENT


def _aligned(size: int, alignment: int) -> int:
    return -(-size // alignment) * alignment
