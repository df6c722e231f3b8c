"""The table at the end of a run, and what its overall scores suggest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kasauti.records import Measurement, Run, SuiteResult, Total
from kasauti.records.encoding import INCOMPLETE
from kasauti.records.visible import on_one_line
from kasauti.reports.text import counted, interval_text, threshold_text

HEADER = ("suite", "case", "score", "95 % interval", "n", "threshold", "band", "verdict")
NUMERIC = {2, 4}  # aligned to the right
WIDEST = 80  # characters of a cell


def table(run: Run) -> Iterator[tuple[str, str]]:
    """The lines of the table, each with the verdict it shows (empty where it shows none)."""
    rows: list[tuple[tuple[str, ...], str]] = [
        (case_row(measurement), measurement.verdict) for measurement in run.measurements
    ]
    rows += [(row, "") for suite in run.suites for row in total_rows(suite)]
    rows = [
        (tuple(on_one_line(cell, longest=WIDEST) for cell in row), shown) for row, shown in rows
    ]
    everything = [HEADER, *(row for row, _ in rows)]
    widths = [max(len(row[column]) for row in everything) for column in range(len(HEADER))]
    if not run.complete:
        yield f"INCOMPLETE. {INCOMPLETE}", "failed"
        yield "", ""
    yield _line(HEADER, widths), ""
    yield "  ".join("-" * width for width in widths), ""
    for row, verdict in rows:
        yield _line(row, widths), verdict
    yield "", ""
    for measurement in run.measurements:
        for note in measurement.notes:
            yield note, ""
    yield (
        f"{counted(run.work.computed, 'sequence')} computed, {run.work.stored} from the store.",
        "",
    )


def overall_lines(run: Run) -> Iterator[tuple[str, str]]:
    """The overall scores and the diagnosis, as lines of the terminal; none shows a verdict."""
    scores = [each.overall for each in run.suites if each.overall and each.overall.band]
    if scores:
        shown = [f"{score.name} {score.value:.3f} ({score.band})" for score in scores]
        yield f"Overall: {', '.join(shown)}.", ""
    for sentence in run.diagnosis:
        yield sentence, ""


def case_row(measurement: Measurement) -> tuple[str, ...]:
    """A case as it stands under HEADER."""
    headline = measurement.headline
    return (
        measurement.case.suite,
        measurement.case.name,
        f"{headline.value:.3f}",
        interval_text(headline.interval),
        "" if headline.n is None else str(headline.n),
        threshold_text(headline.bar),
        headline.band or "",
        measurement.verdict,
    )


def total_rows(suite: SuiteResult) -> Iterator[tuple[str, ...]]:
    """What the cases of a suite give together, under HEADER."""
    for total in suite.totals:
        for value in list(total.figures.values())[:1]:
            yield (
                suite.suite,
                total.name,
                f"{value:.3f}",
                interval_text(total.interval),
                str(total.n),
                "",
                band_of(total, suite),
                "",
            )


def band_of(total: Total, suite: SuiteResult) -> str:
    """The band of the total that is the suite's overall score, and not that of a user's file."""
    return (suite.overall.band or "") if suite.overall and "/" not in total.name else ""


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    aligned = [
        cell.rjust(width) if column in NUMERIC else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(aligned).rstrip()
