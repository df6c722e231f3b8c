"""Show the runs of results folders, oldest first; runs that the history lacks are added to it."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from kasauti.analysis.history import PastRun, history_line
from kasauti.inputs.errors import KasautiError, printable
from kasauti.reports.files.history import (
    FILE,
    RESULTS,
    History,
    append_lines,
    read_history,
    runs_below,
)
from kasauti.text.visible import on_one_line

HEADER = ("date", "model", "step", "checks", "passed", "results")
WIDEST = 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folders",
        nargs="*",
        type=Path,
        default=[Path("results")],
        metavar="DIR",
        help="results folders (default: results)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Bring the history of each folder up to date and print it."""
    for folder in arguments.folders:
        if not folder.is_dir():
            raise KasautiError(f"{folder} is not a folder. Give a folder used as --results-dir.")
        history = update_history(folder)
        sys.stdout.write("\n".join(history_rows(folder, history.runs)) + "\n")
        for problem in history.problems:
            sys.stderr.write(f"{printable(problem)}\n")
    return 0


def update_history(folder: Path) -> History:
    """Return the history of a folder, after adding every run below it to its file."""
    path = folder / FILE
    try:
        old = read_history(path) if path.exists() else History(())
        added = runs_below(folder, (each.results for each in old.runs))
        if added.runs:
            append_lines(path, map(history_line, added.runs))
    except OSError as error:
        raise KasautiError(f"{path} cannot be written ({error.strerror}).") from None
    runs = sorted((*old.runs, *added.runs), key=lambda each: each.date)
    return History(tuple(runs), (*old.problems, *added.problems))


def history_rows(folder: Path, runs: Sequence[PastRun]) -> Iterator[str]:
    """Yield a row per run: date, model, number of checks, number passed."""
    if not runs:
        yield f"{folder} holds no runs."
        return
    rows = [HEADER, *(_row(each) for each in runs)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADER))]
    for index, row in enumerate(rows):
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        if index == 0:
            yield "  ".join("-" * width for width in widths)


def _row(past: PastRun) -> tuple[str, ...]:
    verdicts = Counter(each.verdict for each in past.cases.values())
    cells = (
        past.date[:19].replace("T", " "),
        past.model,
        "" if past.step is None else str(past.step),
        str(len(past.cases) - verdicts["shown"]),
        str(verdicts["passed"]) if past.complete else "incomplete",
        past.results.removesuffix(f"/{RESULTS}"),
    )
    return tuple(on_one_line(cell, longest=WIDEST) for cell in cells)
