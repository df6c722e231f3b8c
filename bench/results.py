"""bench/results.json: the figures of the last runs, one part per measurement."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

PATH = Path(__file__).with_name("results.json")


def read() -> dict[str, Any]:
    """All parts; none where nothing was measured yet."""
    if not PATH.exists():
        return {}
    parts: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
    return parts


def keep(**parts: object) -> None:
    """Replace these parts; what other measurements found stays."""
    PATH.write_text(json.dumps(read() | parts, indent=1) + "\n", encoding="utf-8")
