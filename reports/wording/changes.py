"""The changes between two runs in words."""

from __future__ import annotations

from kasauti.analysis.run_comparison import RunComparison

MARKS = {"worse": "▼", "better": "▲"}


def not_compared(found: RunComparison) -> list[str]:
    """Return a sentence for each case that is in one run only or is another measurement."""
    return [
        *(f"{case} is not compared: {reason}." for case, reason in found.refused.items()),
        *(f"{case} is only in the second run." for case in found.new),
        *(f"{case} is only in the first run." for case in found.gone),
    ]
