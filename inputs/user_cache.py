"""The user's cache folder: models, scores, digests of large files, downloaded sets of pairs."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """Return the folder of converted models, the score store, digests and downloaded sets."""
    base = os.environ.get("KASAUTI_CACHE")
    if base:
        return Path(base)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kasauti"
