"""Rows that several reports have: cases, totals, and probed cases beside their baselines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kasauti.analysis.totals import OVER_ALL
from kasauti.records import Change, Measurement, Run, SuiteResult
from kasauti.reports.wording.languages import language_text
from kasauti.reports.wording.text import (
    count_text,
    interval_text,
    judged_text,
    name_text,
    number_text,
    threshold_text,
)

HEADER = (
    "suite",
    "case",
    "language",
    "score",
    "95 % interval",
    "n",
    "threshold",
    "band",
    "verdict",
)


def case_row(measurement: Measurement) -> tuple[str, ...]:
    """Return a case as it stands under HEADER."""
    figure = measurement.headline
    return (
        measurement.case.suite,
        measurement.case.name,
        language_text(measurement.language),
        f"{figure.value:.3f}",
        interval_text(figure.interval),
        figure.sample,
        threshold_text(figure.threshold),
        figure.band or "",
        judged_text(measurement.verdict, borderline=measurement.borderline),
    )


def total_rows(suite: SuiteResult, *, folded: bool = False) -> Iterator[tuple[str, ...]]:
    """Yield the totals of a suite under HEADER; if folded, without those of each file."""
    for total in suite.totals:
        is_of_file = "/" in total.name
        if folded and is_of_file and not total.name.startswith(OVER_ALL):
            continue
        # The overall score is that of the shipped cases, and so is its band.
        band = suite.overall.band if suite.overall and not is_of_file else None
        for value in list(total.figures.values())[:1]:
            interval = interval_text(total.interval)
            score, n = f"{value:.3f}", str(total.n)
            yield (suite.suite, total.name, "", score, interval, n, "", band or "", "")


def layer_table(cases: Sequence[Measurement]) -> tuple[list[str], list[list[str]]]:
    """Return header and rows of the cases that were read from layers; no rows without any."""
    probed = [case for case in cases if case.layers and case.figures]
    metrics = list(dict.fromkeys(figure.metric for case in probed for figure in case.figures))
    rows = []
    for case in probed:
        values = {figure.metric: figure.value for figure in case.figures}
        cells = [number_text(values[each]) if each in values else "" for each in metrics]
        rows.append([case.case.name, number_text(case.headline.value), *cells])
    return ["case", "score", *map(name_text, metrics)], rows


def baseline_of(run: Run) -> str:
    """Return "baseline main.json (gemma-3-270m)", or nothing without a baseline."""
    thresholds = (each.headline.threshold for each in run.measurements if each.change)
    return next((threshold.source for threshold in thresholds if threshold), "")


def by_drop(run: Run) -> list[tuple[Measurement, Change]]:
    """The comparisons with the baseline, suite by suite, the largest drop first."""
    compared = [(each, each.change) for each in run.measurements if each.change]
    suites = list(dict.fromkeys(change.compared.suite for _, change in compared))
    return sorted(compared, key=lambda each: (suites.index(each[1].compared.suite), -each[1].drop))


def change_verdict(measurement: Measurement) -> str:
    """Return the verdict of a comparison; what shows no drop has not shown that there is none."""
    return "regressed" if measurement.red else "no clear drop"


def regressions(run: Run) -> str:
    """Return the cases that regressed with their points, or that no clear drop was found."""
    compared = sorted(by_drop(run), key=lambda each: -each[1].drop)
    red = [change for measurement, change in compared if measurement.red]
    if not red:
        return f"No clear drop in {count_text(len(compared), 'comparison')}."
    named = [
        f"{change.compared.name.replace('_', ' ')} {-100 * change.drop:+.0f}" for change in red
    ]
    named[0] += " points" if 0 <= red[0].before <= 1 else " %"
    return f"{count_text(len(red), 'regression')}: {', '.join(named)}."
