"""Digests of the files that a result depends on: weights, adapter, tokenizer."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

WEIGHTS = ("*.safetensors", "*.bin", "config.json", "*.py")
TOKENIZER = ("tokenizer*", "special_tokens_map.json", "vocab*", "merges.txt", "*.model")
ADAPTER = ("adapter_model.*", "adapter_config.json")


def fingerprint(folder: Path, patterns: Iterable[str]) -> str:
    """A digest of the names and contents of the folder's files that match the patterns."""
    digest = hashlib.sha256()
    for path in sorted({path for pattern in patterns for path in folder.glob(pattern)}):
        digest.update(f"{path.name}\0{sha256(path)}\0".encode())
    return digest.hexdigest()[:16]


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
