"""index.html of a results folder: every run on one searchable offline page, the newest first."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from kasauti.analysis.history.past_runs import PastCase, PastRun, PastScore, training_of
from kasauti.reports.pages.offline_page import offline_page
from kasauti.reports.wording.text import SIGNS, count_text, number_text

DASHBOARD = "dashboard.html"
WIDE, HIGH, MARGIN = 96, 24, 3  # of a sparkline
MOST_POINTS = 40  # of a sparkline: the newest


@dataclass(frozen=True, slots=True)
class SuiteOfRun:
    """A row: one suite of one run.

    earlier: the scores of the same training on the same cases and data, its own as the last.
    page: the link to its dashboard; empty where there is none.
    """

    run: PastRun
    suite: str
    cases: Sequence[PastCase]
    earlier: Sequence[float]
    page: str

    @property
    def score(self) -> PastScore | None:
        return self.run.scores.get(self.suite)

    @property
    def verdicts(self) -> list[tuple[str, int]]:
        counts: Counter[str] = Counter(each.verdict for each in self.cases)
        return [(verdict, counts[verdict]) for verdict in SIGNS if counts[verdict]]

    @property
    def told(self) -> str:
        """Number and range of the scores in the sparkline."""
        low, high = (number_text(found(self.earlier[-MOST_POINTS:])) for found in (min, max))
        return f"{count_text(len(self.points), 'score')}, {low} to {high}"

    @property
    def points(self) -> list[tuple[float, float]]:
        """The places of the sparkline; none of fewer than two scores."""
        values = self.earlier[-MOST_POINTS:]
        if self.score is None or len(values) < 2:
            return []
        low, high = min(values), max(values)
        span, width, height = (high - low) or 1.0, WIDE - 2 * MARGIN, HIGH - 2 * MARGIN
        return [
            (
                round(MARGIN + width * place / (len(values) - 1), 1),
                round(MARGIN + height * (1 - (value - low) / span), 1) if high > low else HIGH / 2,
            )
            for place, value in enumerate(values)
        ]


def runs_index(
    folder: Path, runs: Sequence[PastRun], problems: Sequence[str] = (), *, beside: Path
) -> str:
    """Return the page of the runs of a results folder, with links for a file at `beside`."""
    rows = list(_rows(folder, runs, beside.resolve().parent))
    rows.sort(key=lambda row: row.run.date, reverse=True)
    models = {training_of(each.model) for each in runs}
    headline = f"{count_text(len(runs), 'run')} of {count_text(len(models), 'model')}"
    suites = list(dict.fromkeys(row.suite for row in rows))
    return offline_page(
        "runs/page.html",
        styles=["dashboard/style.css", "runs/style.css"],
        scripts=["dashboard/elements.js", "dashboard/frame.js", "runs/page.js"],
        title=f"{headline} in {folder.resolve().name}",
        navigation={"runs": "Runs", **({"problems": "Left out"} if problems else {})},
        folder=folder.resolve().name,
        headline=headline,
        rows=rows,
        suites=suites,
        newest=next((row for row in rows if row.page), None),
        size=(WIDE, HIGH),
        problems=problems,
    )


def dashboard_of(folder: Path, run: PastRun) -> Path | None:
    """Return the dashboard of a run, where it is still there."""
    page = folder / Path(run.results).parent / DASHBOARD
    return page if page.is_file() else None


def _rows(folder: Path, runs: Sequence[PastRun], start: Path) -> Iterator[SuiteOfRun]:
    """A row per suite of each run, the oldest run first."""
    scores: dict[object, list[float]] = {}
    for run in sorted(runs, key=lambda each: each.date):
        found = dashboard_of(folder.resolve(), run)
        page = quote(os.path.relpath(found, start).replace(os.sep, "/")) if found else ""
        for suite in dict.fromkeys(case.suite for case in run.cases):
            cases = [each for case, each in run.cases.items() if case.suite == suite]
            data = frozenset(run.data_of(suite).items())
            known = scores.setdefault((training_of(run.model), suite, data), [])
            if score := run.scores.get(suite):
                known.append(score.value)
            yield SuiteOfRun(run, suite, cases, tuple(known), page)
