"""bench/results.json: the figures of the last runs, one part per measurement."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PATH = Path(__file__).parents[1] / "results.json"
USUAL_BATCH = 16


def read() -> dict[str, Any]:
    """All parts; none where nothing was measured yet."""
    if not PATH.exists():
        return {}
    parts: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
    return parts


def keep(**parts: object) -> None:
    """Replace these parts; what other measurements found stays."""
    PATH.write_text(json.dumps(read() | parts, indent=1) + "\n", encoding="utf-8")


def with_compared(compared: dict[str, Any], known: Sequence[str]) -> list[dict[str, Any]]:
    """All workloads, with this one; those that are not known any more are dropped."""
    by_name = {each["name"]: each for each in [*read().get("workloads", []), compared]}
    return [by_name[name] for name in known if name in by_name]


def best_batch(workload: str, tool: str) -> int:
    """The batch size that was the fastest for a tool, or a usual one."""
    for each in read().get("workloads", []):
        for row in each["rows"]:
            if workload in each["name"] and row["name"] == tool and row.get("batch"):
                return int(row["batch"])
    return USUAL_BATCH
