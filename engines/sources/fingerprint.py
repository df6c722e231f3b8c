"""Digests of the files that a result depends on: weights, adapter, tokenizer."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from kasauti.engines.sources.file_digests import sha256

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
