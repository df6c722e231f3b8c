"""The user's cache folder: converted models, the score store, digests of large files."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """Where converted models, the score store and the digests of large files are."""
    base = os.environ.get("KASAUTI_CACHE")
    if base:
        return Path(base)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kasauti"
