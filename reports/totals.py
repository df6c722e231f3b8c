"""What a suite's cases give together: derived from what was measured, never stated apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scorers.intervals import wilson

OVERALL = "overall"

Cases = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Section:
    """A suite's place in the results: its name there, its totals, and its one overall score."""

    name: str
    totals: Callable[[Cases], dict[str, Any]]
    overall_score: str
    overall: Callable[[Mapping[str, Any]], float | None]


def pair_totals(cases: Cases) -> dict[str, Any]:
    """Totals over the cases of each data pack: `overall`, `<file>/overall` for a user's."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for name, case in cases.items():
        if ":" in name.partition("/")[0]:
            continue  # a part of other cases, as `case:dative` is: counted there
        # A user's case is `<file>/<phenomenon>`, and its phenomenon may hold a slash of its own.
        pack = name[: name.find("/") + 1]
        groups.setdefault(f"{pack}{OVERALL}", []).append(case)
    totals: dict[str, Any] = {}
    for name, group in groups.items():
        correct = sum(case["correct"] for case in group)
        total = sum(case["total"] for case in group)
        interval = wilson(correct, total)
        totals[name] = {
            "accuracy": correct / total,
            "correct": correct,
            "total": total,
            "interval": {"low": interval.low, "high": interval.high},
        }
    return totals


def _pair_overall(totals: Mapping[str, Any]) -> float | None:
    return totals[OVERALL]["accuracy"] if OVERALL in totals else None


SECTIONS = {
    suite: Section(suite, pair_totals, f"{suite}_accuracy", _pair_overall)
    for suite in ("multiblimp", "sanskrit")
}
