"""The cases of a run beside their baseline, for the terminal: before, now and change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from kasauti.records import Change, Measurement, Run
from kasauti.reports.terminal.text import p_value, squeezed
from kasauti.text.visible import on_one_line

HEADER = ("case", "before", "now", "change", "p (Holm)", "flips", "verdict")
WIDTH = 80

Compared = tuple[Measurement, Change]


def baseline_of(run: Run) -> str:
    """What the run is compared with: "baseline main.json (gemma-3-270m)"; empty without one."""
    thresholds = (each.headline.threshold for each in run.measurements if each.change)
    return next((threshold.source for threshold in thresholds if threshold), "")


def change_lines(run: Run) -> Iterator[tuple[str, str]]:
    """The lines of the table, each with its verdict; nothing where no baseline was given.

    A line has 80 columns at the most: of a name that is too long, the middle is left out.
    """
    compared = [(each, each.change) for each in run.measurements if each.change]
    if not compared:
        return
    rows = [_row(*each) for each in compared]
    others = [max(len(row[place]) for row in [HEADER, *rows]) for place in range(1, len(HEADER))]
    room = WIDTH - sum(others) - len(others)
    first = min(room, max(len(HEADER[0]), *(len(row[0]) for row in rows)))
    widths = [first, *others]
    yield f"Compared with {baseline_of(run)}.", ""
    yield "", ""
    yield _line(HEADER, widths), ""
    yield " ".join("-" * width for width in widths), ""
    placed = list(zip(compared, rows, strict=True))
    for suite, group in groupby(placed, key=lambda each: each[0][1].compared.suite):
        yield suite, ""
        for (measurement, _), row in group:
            yield _line(row, widths), measurement.verdict
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


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    name = squeezed(on_one_line(cells[0]), widths[0])
    numbers = [cell.rjust(width) for cell, width in zip(cells[1:-1], widths[1:-1], strict=True)]
    return " ".join([name.ljust(widths[0]), *numbers, cells[-1]]).rstrip()
