"""The table at the end of a run, and what its overall scores suggest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kasauti.records import Measurement, Run, SuiteResult, Total
from kasauti.records.encoding import INCOMPLETE
from kasauti.records.visible import on_one_line
from kasauti.reports.change_table import change_lines
from kasauti.reports.layer_table import layer_table
from kasauti.reports.text import counted, interval_text, judged_text, threshold_text
from kasauti.reports.verdict import headline, run_verdict, shortfalls

HEADER = ("suite", "case", "score", "95 % interval", "n", "threshold", "band", "verdict")
NUMERIC = {2, 4}  # aligned to the right
WIDEST = 80  # characters of a cell


def table(run: Run) -> Iterator[tuple[str, str]]:
    """The lines of the table, each with the verdict it shows (empty where it shows none)."""
    rows: list[tuple[tuple[str, ...], str]] = [
        (case_row(measurement), measurement.verdict)
        for measurement in run.measurements
        if measurement.change is None
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
    if rows:
        yield _line(HEADER, widths), ""
        yield "  ".join("-" * width for width in widths), ""
        for row, verdict in rows:
            yield _line(row, widths), verdict
        yield "", ""
    yield from change_lines(run)
    yield from _layer_lines(run)
    for measurement in run.measurements:
        if measurement.verdict == "shown":
            yield f"{measurement.case}: shown, not judged. {measurement.why_shown}", ""
        for note in measurement.notes:
            yield note, ""
    yield (
        f"{counted(run.work.computed, 'sequence')} computed, {run.work.stored} from the store.",
        "",
    )
    if server := run.model_config.get("server"):
        yield f"The model ran on {server}: {run.model_config.get('device', 'remote')}.", ""


def _layer_lines(run: Run) -> Iterator[tuple[str, str]]:
    """Probed cases beside their baselines, under the table; nothing without any."""
    header, rows = layer_table(run.measurements)
    if not rows:
        return
    cells = [header, *([on_one_line(cell, longest=WIDEST) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    for index, row in enumerate(cells):
        numbers = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        yield "  ".join([row[0].ljust(widths[0]), *numbers]).rstrip(), ""
        if index == 0:
            yield "  ".join("-" * width for width in widths), ""
    yield "", ""


def overall_lines(run: Run) -> Iterator[tuple[str, str]]:
    """The overall scores, the diagnosis, and last the verdict in a sentence."""
    scores = [each.overall for each in run.suites if each.overall]
    if scores:
        shown = [
            f"{score.name} {score.value:.3f}{f' ({score.band})' if score.band else ''}"
            for score in scores
        ]
        yield f"Overall: {', '.join(shown)}.", ""
    for finding in run.diagnosis:
        yield finding, ""
    yield f"{headline(run)} {shortfalls(run)}".strip(), run_verdict(run)


def case_row(measurement: Measurement) -> tuple[str, ...]:
    """A case as it stands under HEADER."""
    figure = measurement.headline
    return (
        measurement.case.suite,
        measurement.case.name,
        f"{figure.value:.3f}",
        interval_text(figure.interval),
        figure.sample,
        threshold_text(figure.bar),
        figure.band or "",
        judged_text(measurement.verdict, borderline=measurement.borderline),
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
