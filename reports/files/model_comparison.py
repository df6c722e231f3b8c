"""comparison.json and comparison.md: several models side by side."""

from __future__ import annotations

from typing import Any

from kasauti.analysis.comparison import ALPHA
from kasauti.analysis.model_comparison import ModelRow, Runs, compare_models
from kasauti.reports.files.markdown import fence
from kasauti.reports.files.results_json import json_text
from kasauti.reports.terminal.comparison import comparison_table


def comparison_json(runs: Runs) -> str:
    """Return the comparison of every case that the models have in common."""
    rows = compare_models(runs)
    content = {
        "models": list(runs),
        "alpha": ALPHA,
        "comparisons": sum(len(row.against_best) for row in rows),
        "cases": {str(row.case): _content(row) for row in rows},
    }
    return json_text(content)


def comparison_markdown(runs: Runs) -> str:
    """Return the table of the terminal, as it stands there."""
    lines = ["# Kasauti: comparison of the models", "", *fence(comparison_table(runs))]
    return "\n".join(lines) + "\n"


def _content(row: ModelRow) -> dict[str, Any]:
    best = row.models[row.best]
    return {
        "metric": best.metric,
        "direction": best.direction,
        "n": len(best.items),
        "scores": {label: each.value for label, each in row.models.items()},
        "best": row.best,
        "clear_winner": row.clear_winner,
        "ranks": {label: {"low": low, "high": high} for label, (low, high) in row.ranks.items()},
        "against_best": {
            label: {
                "test": each.test,
                "p": each.p,
                "p_holm": each.p_holm,
                "significantly_worse": each.significantly_worse,
                "better_items": len(each.won),
                "worse_items": len(each.lost),
            }
            for label, each in row.against_best.items()
        },
        "not_compared": dict(row.refused),
    }
