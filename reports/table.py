"""The table at the end of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kasauti.reports.results_json import by_suite, total_work
from kasauti.reports.totals import OVERALL, SECTIONS

HEADER = ("suite", "case", "score", "95 % interval", "n", "bar", "band", "verdict")
NUMERIC = {2, 4}  # aligned to the right
NO_BANDS: Mapping[str, str] = {}


def table(
    measurements: Sequence[Mapping[str, Any]], *, bands: Mapping[str, str] = NO_BANDS
) -> Iterator[tuple[str, str]]:
    """The lines of the table, each with the verdict it shows (empty where it shows none).

    `bands` are those of the overall scores, by their names.
    """
    rows = [(case_row(measurement), measurement["verdict"]) for measurement in measurements]
    totals = [(row, "") for row in total_rows(measurements, bands=bands)]
    everything = [HEADER, *(row for row, _ in rows + totals)]
    widths = [max(len(row[i]) for row in everything) for i in range(len(HEADER))]
    yield _line(HEADER, widths), ""
    yield "  ".join("-" * width for width in widths), ""
    for row, verdict in rows + totals:
        yield _line(row, widths), verdict
    yield "", ""
    for measurement in measurements:
        for note in measurement.get("notes", []):
            yield note, ""
    work = total_work(measurements)
    yield f"{work['computed']} sequences computed, {work['stored']} from the store.", ""


def case_row(measurement: Mapping[str, Any]) -> tuple[str, ...]:
    """A case as it stands under HEADER."""
    suite, _, name = measurement["case"].partition("/")
    return (
        suite,
        name,
        f"{measurement['value']:.3f}",
        "" if measurement["low"] is None else _interval(measurement),
        str(measurement["n"]),
        _bar(measurement),
        measurement["band"] or "",
        measurement["verdict"],
    )


def _bar(measurement: Mapping[str, Any]) -> str:
    """The bar; what has none (a drop that must not be significant) is told by its name."""
    if measurement["bar"] is None:
        return str(measurement["required"])
    return f"{measurement['direction']} {measurement['bar']:.2f}"


def total_rows(
    measurements: Sequence[Mapping[str, Any]], *, bands: Mapping[str, str] = NO_BANDS
) -> Iterator[tuple[str, ...]]:
    """What the cases of each suite give together, where it has an interval."""
    for suite, cases in by_suite(measurements).items():
        totals = SECTIONS[suite].totals(cases) if suite in SECTIONS else {}
        for name, total in totals.items():
            if "interval" not in total:
                continue
            interval = total["interval"]
            yield (
                suite,
                name,
                f"{total['accuracy']:.3f}",
                _interval(interval),
                str(total["total"]),
                "",
                bands.get(SECTIONS[suite].overall_score, "") if name == OVERALL else "",
                "",
            )


def _interval(ends: Mapping[str, float]) -> str:
    return f"{ends['low']:.3f} to {ends['high']:.3f}"


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    aligned = [
        cell.rjust(width) if column in NUMERIC else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(aligned).rstrip()
