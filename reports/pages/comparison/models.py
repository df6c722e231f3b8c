"""Several models: every case on one axis, each model held against the best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from kasauti.analysis.case_record import is_whole
from kasauti.analysis.comparison import ALPHA
from kasauti.analysis.model_comparison import ModelRow, compare_models, comparisons_in
from kasauti.records import Overall, Run
from kasauti.reports.pages.dashboard.chart import Scale, chart_name, charts_of
from kasauti.reports.wording.text import RANKS, count_text, rank_text

COLOURS = 8  # then they begin again; the letters go on
DOT = 16.0  # percent of the narrowest chart that a dot takes


@dataclass(frozen=True, slots=True)
class Model:
    """A model: its letter and colour, its page, and how it did beside the others.

    wins: in how many cases it is significantly better than every other model.
    """

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
    wins = Counter(row.best for row in cases if row.clear_winner)
    models = [
        Model(
            label,
            place,
            pages.get(label),
            wins[label],
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
        "dots": dots,
        "comparisons": comparisons_in(rows),
        "alpha": f"{ALPHA:g}",
        "is_whole": is_whole,
        "rank_text": rank_text,
        "how_ranked": RANKS if any(row.ranks for row in rows) else "",
        "refused": [sentence for row in rows for sentence in row.not_compared],
    }


def letter_of(place: int) -> str:
    """A, B, … Z, then A2, B2, …"""
    turn, rest = divmod(place, len(ascii_uppercase))
    return f"{ascii_uppercase[rest]}{turn + 1 if turn else ''}"


def _headline(cases: Sequence[ModelRow], wins: Mapping[str, int]) -> str:
    """Name the models that are clearly best somewhere, most often first."""
    if not cases:
        return "The models have no case in common."
    if not wins:
        where = "the only case" if len(cases) == 1 else count_text(len(cases), "case")
        return f"No clear winner in {where}."
    (label, most), *others = sorted(wins.items(), key=lambda each: -each[1])
    if len(cases) == 1:
        return f"{label} is clearly best in the only case."
    parts = [f"{label} is clearly best in {most} of {count_text(len(cases), 'case')}"]
    parts += [f"{other} in {count}" for other, count in others]
    unclear = len(cases) - sum(wins.values())
    more = f"; no clear winner in {unclear}" if unclear else ""
    return f"{', '.join(parts)}{more}."


def dots(row: ModelRow, scale: Scale) -> list[tuple[str, str, int]]:
    """Label, place and lane of each model: dots that would overlap are in different lanes."""
    ends: list[float] = []
    found = []
    for label, record in sorted(row.models.items(), key=lambda each: each[1].value):
        place = scale(record.value)
        start = float(place.removesuffix("%"))
        lane = next((lane for lane, end in enumerate(ends) if start >= end), len(ends))
        ends[lane : lane + 1] = [start + DOT]
        found.append((label, place, lane))
    return found
