"""The speed of models on this machine, kept in the cache folder for later estimates."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec

from kasauti.inputs.user_cache import cache_folder

FILE = "timings.json"

# Items per second, by model and by what was done.
Timings = dict[str, dict[str, Annotated[float, msgspec.Meta(gt=0)]]]


def read_timings(folder: Path | None = None) -> Timings:
    """Return what earlier runs measured; empty if the file is absent or damaged."""
    try:
        return msgspec.json.decode(((folder or cache_folder()) / FILE).read_bytes(), type=Timings)
    except (OSError, msgspec.DecodeError):
        return {}


def keep_timing(model: str, kind: str, rate: float, folder: Path | None = None) -> None:
    """Remember how many items per second a model did; the last run counts."""
    place = folder or cache_folder()
    timings = read_timings(place)
    timings.setdefault(model, {})[kind] = rate
    with suppress(OSError):  # an estimate is not worth an error
        place.mkdir(parents=True, exist_ok=True)
        scratch = place / f"{FILE}.new"
        scratch.write_text(json.dumps(timings, indent=1) + "\n", encoding="utf-8")
        scratch.replace(place / FILE)
