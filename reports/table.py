"""The table at the end of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports.results_json import overall, total_work

HEADER = ("suite", "case", "score", "95 % interval", "n", "bar", "band", "verdict")
NUMERIC = {2, 4}  # aligned to the right


def table(measurements: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """The lines of the table, each with the verdict it shows (empty where it shows none)."""
    rows = [(_row(measurement), measurement["verdict"]) for measurement in measurements]
    totals = [(row, "") for row in _overall_rows(measurements)]
    everything = [HEADER, *(row for row, _ in rows + totals)]
    widths = [max(len(row[i]) for row in everything) for i in range(len(HEADER))]
    yield _line(HEADER, widths), ""
    yield "  ".join("-" * width for width in widths), ""
    for row, verdict in rows + totals:
        yield _line(row, widths), verdict
    yield "", ""
    for line in _flips(measurements):
        yield line, ""
    work = total_work(measurements)
    yield f"{work['computed']} sequences computed, {work['stored']} from the store.", ""


def _row(measurement: Mapping[str, Any]) -> tuple[str, ...]:
    suite, _, name = measurement["case"].partition("/")
    return (
        suite,
        name,
        f"{measurement['value']:.3f}",
        f"{measurement['low']:.3f} to {measurement['high']:.3f}",
        str(measurement["n"]),
        f"{measurement['direction']} {measurement['bar']:.2f}",
        measurement["band"],
        measurement["verdict"],
    )


def _overall_rows(measurements: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, ...]]:
    suites: dict[str, dict[str, Mapping[str, Any]]] = {}
    for measurement in measurements:
        suite, _, name = measurement["case"].partition("/")
        suites.setdefault(suite, {})[name] = measurement
    for suite, cases in suites.items():
        for name, total in overall(cases).items():
            interval = total["interval"]
            yield (
                suite,
                name,
                f"{total['accuracy']:.3f}",
                f"{interval['low']:.3f} to {interval['high']:.3f}",
                str(total["total"]),
                "",
                "",
                "",
            )


def _flips(measurements: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Where another convention would give the other verdict (by the point, not the interval)."""
    for measurement in measurements:
        chosen = measurement["convention"]
        others = [f"{name} {measurement['conventions'][name]:.3f}" for name in measurement["flips"]]
        if others:
            yield (
                f"{measurement['case']}: by {chosen} {measurement['value']:.3f}, "
                f"but the verdict would flip by {', '.join(others)}."
            )


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    aligned = [
        cell.rjust(width) if column in NUMERIC else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(aligned).rstrip()
