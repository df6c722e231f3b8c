"""The cases of a run beside their baseline, for the terminal: before, now and change."""

from __future__ import annotations

from collections.abc import Iterator

from kasauti.records import Change, Measurement, Run
from kasauti.reports.terminal.table import table_lines
from kasauti.reports.wording.rows import baseline_of
from kasauti.reports.wording.text import p_value

HEADER = ("case", "before", "now", "change", "p (Holm)", "flips", "verdict")


def change_lines(run: Run) -> Iterator[tuple[str, str]]:
    """Yield the lines of the table, each with its verdict; nothing without a baseline."""
    compared = [(each, each.change) for each in run.measurements if each.change]
    if not compared:
        return
    yield f"Compared with {baseline_of(run)}.", ""
    yield "", ""
    head, lines = table_lines(HEADER, [_row(*each) for each in compared], left=(0, 6))
    yield from ((line, "") for line in head)
    suite = ""
    for (measurement, change), line in zip(compared, lines, strict=True):
        if change.compared.suite != suite:
            suite = change.compared.suite
            yield suite, ""
        yield line, measurement.verdict
    yield "", ""


def _row(measurement: Measurement, change: Change) -> tuple[str, ...]:
    return (
        f"  {change.compared.name}",
        f"{change.before:.3f}",
        f"{change.now:.3f}",
        f"{measurement.headline.value:+.3f}",
        p_value(change.p_holm),
        f"-{change.lost} +{change.won}",
        measurement.verdict,
    )
