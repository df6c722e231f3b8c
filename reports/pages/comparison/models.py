"""Several models: every case on one axis, each model held against the best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from kasauti.analysis.case_record import is_whole
from kasauti.analysis.comparison import ALPHA
from kasauti.analysis.model_comparison import ModelRow, compare_models
from kasauti.records import Overall, Run
from kasauti.reports.pages.dashboard.chart import chart_name, charts_of
from kasauti.reports.wording.text import count_text

COLOURS = 8  # then they begin again; the letters go on


@dataclass(frozen=True, slots=True)
class Model:
    """A model: its letter and colour, its page, and how it did beside the others."""

    label: str
    place: int
    page: str | None
    wins: int
    worse: int
    overall: Mapping[str, Overall]

    @property
    def letter(self) -> str:
        return letter_of(self.place)

    @property
    def colour(self) -> str:
        return f"series{self.place % COLOURS}"


def models_view(runs: Mapping[str, Run], pages: Mapping[str, str]) -> dict[str, object]:
    """Return the view of several models for the template."""
    rows = compare_models(runs)
    first = next(iter(runs.values()))
    cases = [row for row in rows if not is_whole(row.case)]
    wins = _wins(cases)
    models = [
        Model(
            label,
            place,
            pages.get(label),
            wins.get(label, 0),
            sum(
                each.against_best[label].significantly_worse
                for each in cases
                if label in each.against_best
            ),
            {suite.overall.name: suite.overall for suite in run.suites if suite.overall},
        )
        for place, (label, run) in enumerate(runs.items())
    ]
    return {
        "models": models,
        "scores": list(dict.fromkeys(name for model in models for name in model.overall)),
        "headline": _headline(cases, wins),
        "charts": charts_of(
            rows,
            lambda row: chart_name(first, row.case, row.models[row.best].metric),
            lambda row: (each.value for each in row.models.values()),
        ),
        "comparisons": sum(len(row.against_best) for row in rows),
        "alpha": f"{ALPHA:g}",
        "is_whole": is_whole,
        "refused": [sentence for row in rows for sentence in row.not_compared],
    }


def letter_of(place: int) -> str:
    """A, B, … Z, then A2, B2, …"""
    turn, rest = divmod(place, len(ascii_uppercase))
    return f"{ascii_uppercase[rest]}{turn + 1 if turn else ''}"


def _headline(cases: Sequence[ModelRow], wins: Mapping[str, int]) -> str:
    """Name the model that has the best score most often."""
    if not cases:
        return "The models have no case in common."
    label = max(wins, key=lambda each: wins[each])
    if len(cases) == 1:
        return f"{label} is best in the only case."
    return f"{label} is best in {wins[label]} of {count_text(len(cases), 'case')}."


def _wins(cases: Sequence[ModelRow]) -> dict[str, int]:
    """In how many cases each model has the best score; equal scores count for each."""
    found: dict[str, int] = {}
    for row in cases:
        for label, record in row.models.items():
            found[label] = found.get(label, 0) + (record.value == row.models[row.best].value)
    return found
