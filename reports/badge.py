"""badge.json: the verdict as shields.io's endpoint badge reads it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kasauti.reports.dashboard.verdict import run_verdict
from kasauti.reports.unmeasured import Unmeasured

LABEL = "kasauti"
COLOURS = {"passed": "brightgreen", "inconclusive": "yellow", "failed": "red"}


def badge(
    measurements: Sequence[Mapping[str, Any]], missed: Sequence[Unmeasured]
) -> dict[str, int | str]:
    """How many measurements meet their bars; green only where the run is."""
    counts = Counter(measurement["verdict"] for measurement in measurements)
    return {
        "schemaVersion": 1,
        "label": LABEL,
        "message": f"{counts['passed']} of {len(measurements)} passed",
        "color": COLOURS[run_verdict(counts, missed)],
    }


def write_badge(path: Path, content: Mapping[str, int | str]) -> None:
    path.write_text(json.dumps(content) + "\n", encoding="utf-8")
