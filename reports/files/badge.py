"""badge.json: the verdict as shields.io's endpoint badge reads it."""

from __future__ import annotations

import json

from kasauti.records import Run
from kasauti.reports.terminal.verdict import run_verdict, verdict_counts

LABEL = "kasauti"
COLOURS = {"passed": "brightgreen", "inconclusive": "yellow", "failed": "red", "shown": "lightgrey"}


def badge(run: Run) -> str:
    """How many checks passed; green only where the run is, grey if unfinished or nothing judged."""
    counts = verdict_counts(run)
    judged = counts.total() - counts["shown"]
    parts = [f"{counts['passed']} of {judged} passed"] if judged or not counts["shown"] else []
    parts += [f"{counts['shown']} shown"] if counts["shown"] else []
    message = ", ".join(parts)
    content = {
        "schemaVersion": 1,
        "label": LABEL,
        "message": message if run.complete else f"incomplete, {message}",
        "color": COLOURS[run_verdict(run)] if run.complete else "lightgrey",
    }
    return json.dumps(content) + "\n"
