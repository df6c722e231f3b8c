"""badge.json: the verdict as shields.io's endpoint badge reads it."""

from __future__ import annotations

import json

from kasauti.records import Run
from kasauti.reports.verdict import run_verdict, verdict_counts

LABEL = "kasauti"
COLOURS = {"passed": "brightgreen", "inconclusive": "yellow", "failed": "red"}


def badge(run: Run) -> str:
    """How many checks passed; green only where the run is, grey where it did not finish."""
    passed = verdict_counts(run)["passed"]
    message = f"{passed} of {len(run.measurements)} passed"
    content = {
        "schemaVersion": 1,
        "label": LABEL,
        "message": message if run.complete else f"incomplete, {message}",
        "color": COLOURS[run_verdict(run)] if run.complete else "lightgrey",
    }
    return json.dumps(content) + "\n"
