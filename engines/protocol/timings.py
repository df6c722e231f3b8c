"""The speed of models on this machine, kept in the cache folder for later estimates."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from kasauti.inputs.user_cache import cache_folder

FILE = "timings.json"

Timings = dict[str, dict[str, float]]  # items per second, by model and by what was done


def read_timings(folder: Path | None = None) -> Timings:
    """Return what earlier runs measured; empty if the file is absent or damaged."""
    try:
        content = json.loads(((folder or cache_folder()) / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(content, dict):
        return {}
    return {
        str(model): {
            str(kind): float(rate)
            for kind, rate in rates.items()
            if isinstance(rate, int | float) and 0 < rate < float("inf")
        }
        for model, rates in content.items()
        if isinstance(rates, dict)
    }


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
