"""Show the runs of results folders, oldest first; runs that the history lacks are added to it."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from kasauti.analysis.history.history_file import (
    FILE,
    RESULTS,
    History,
    append_lines,
    read_history,
    runs_below,
)
from kasauti.analysis.history.past_runs import PastRun, history_line
from kasauti.commands import say
from kasauti.inputs.errors import KasautiError
from kasauti.reports.terminal.table import table_lines

HEADER = ("date", "model", "step", "checks", "passed", "results")


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
        history = update_history(folder)
        say(history_lines(folder, history.runs))
        say(history.problems, error=True)
    return 0


def update_history(folder: Path) -> History:
    """Add the runs below a folder to its history, and return it.

    A history that cannot be written is one of the problems. Raise KasautiError where `folder` is
    not one.
    """
    if not folder.is_dir():
        raise KasautiError(f"{folder} is not a folder. Give a folder used as --results-dir.")
    path = folder / FILE
    old = read_history(path) if path.exists() else History(())
    added = runs_below(folder, (each.results for each in old.runs))
    problems = [*old.problems, *added.problems]
    if added.runs:
        try:
            append_lines(path, map(history_line, added.runs))
        except OSError as error:
            problems.append(f"{path} cannot be written ({error.strerror}).")
    runs = sorted((*old.runs, *added.runs), key=lambda each: each.date)
    return History(tuple(runs), tuple(problems))


def history_lines(folder: Path, runs: Sequence[PastRun]) -> Iterator[str]:
    """Yield a row per run: date, model, number of checks, number passed."""
    if not runs:
        yield f"{folder} holds no runs."
        return
    rows = [_row(each) for each in runs]
    # A path that is cut could not be copied.
    head, lines = table_lines(HEADER, rows, left=range(len(HEADER)), width=None)
    yield from (*head, *lines)


def _row(past: PastRun) -> tuple[str, ...]:
    verdicts = Counter(each.verdict for each in past.cases.values())
    return (
        past.date[:19].replace("T", " "),
        past.model,
        "" if past.step is None else str(past.step),
        str(len(past.cases) - verdicts["shown"]),
        str(verdicts["passed"]) if past.complete else "incomplete",
        past.results.removesuffix(f"/{RESULTS}"),
    )
