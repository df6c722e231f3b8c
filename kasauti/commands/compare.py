"""Compare finished runs item by item: two as before and now, more as one table of models.

A run is a results folder, an evaluation_results.json, or the name of a model in the history.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath

from kasauti.analysis.history.history_file import FILE, RESULTS, read_history
from kasauti.commands import say
from kasauti.inputs.errors import KasautiError, RecordError
from kasauti.inputs.rows import json_content
from kasauti.records import Run
from kasauti.records.serialization.files import read_run
from kasauti.reports.files.writing import not_written, refuse_foreign, write_text_whole
from kasauti.reports.pages.comparison import models_page, runs_page
from kasauti.reports.terminal.comparison import comparison_lines, comparison_table

PAGE = "comparison.html"
MARK = " · Kasauti</title>"  # of every page


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="+", metavar="RUN", help="two runs or more, the oldest first")
    add_results_dir(parser)
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(PAGE),
        metavar="FILE",
        help=f"the same as an offline page (default: {PAGE})",
    )


def add_results_dir(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--results-dir",
        type=Path,
        default=Path("results"),
        metavar="DIR",
        help="where names are looked up in history.jsonl (default: results)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the comparison, and write it as a page."""
    if len(arguments.runs) < 2:
        raise KasautiError("One run cannot be compared. Give two or more.")
    runs = {name: read_one(name, arguments.results_dir) for name in arguments.runs}
    if len(runs) < len(arguments.runs):
        raise KasautiError("A run was given twice. Give different runs.")
    labelled = _label(runs)
    say(_lines(labelled))
    page = runs_page(*labelled.values()) if len(labelled) == 2 else models_page(labelled)
    write_page(arguments.out, page)
    say([f"Page: {arguments.out}"])
    return 0


def write_page(path: Path, page: str, *, mark: str = MARK) -> None:
    """Write the page of a command, to the file that --out names."""
    refuse_foreign(path, mark)
    try:
        write_text_whole(path, page)
    except OSError as error:
        raise KasautiError(f"{not_written(path, error)} Give another --out.") from None


def _label(runs: dict[str, Run]) -> dict[str, Run]:
    """Return the runs by their models, or as they were given if two have the same model."""
    models = [each.model for each in runs.values()]
    names = models if len(set(models)) == len(runs) else list(runs)
    return dict(zip(shortest_names(names), runs.values(), strict=True))


def shortest_names(names: Sequence[str]) -> list[str]:
    """Return the last parts of paths, as few as tell them apart.

    >>> shortest_names(["runs/a/step-100", "runs/b/step-100", "google/gemma-3-270m"])
    ['a/step-100', 'b/step-100', 'gemma-3-270m']
    """
    parts = [PurePath(name).parts for name in names]

    def shortened(own: Sequence[str]) -> str:
        for count in range(1, len(own)):
            tail = own[-count:]
            if sum(each[-count:] == tail for each in parts) == 1:
                return "/".join(tail)
        return str(PurePath(*own))

    return [shortened(own) for own in parts]


def _lines(runs: dict[str, Run]) -> Iterator[str]:
    if len(runs) == 2:
        before, now = runs.values()
        yield from (line for line, _ in comparison_lines(before, now))
    else:
        yield from comparison_table(runs)


def read_one(name: str, results_dir: Path) -> Run:
    """Read the run of a path, or of a name in the history."""
    return read_results(path_of(name, results_dir))


def read_results(path: Path) -> Run:
    try:
        return read_run(json_content(path, longest_text=None))
    except RecordError as error:
        raise KasautiError(f"{path} cannot be used: {error}. Give another run.") from None


def path_of(name: str, results_dir: Path) -> Path:
    """Return the file of a run: given as it is, by its folder, or by a name in the history."""
    path = Path(name)
    if path.is_dir():
        path /= RESULTS
        if not path.is_file():
            raise KasautiError(f"{name} holds no {RESULTS}. Give the folder of one run.")
    if path.exists():
        return path
    history = results_dir / FILE
    runs = read_history(history).runs if history.exists() else ()
    named = [each for each in runs if name in (each.model, Path(each.results).parent.name)]
    if not named:
        raise KasautiError(
            f"{name} is neither a file or folder nor a model in {history}. "
            "`kasauti history` lists the runs."
        )
    return results_dir / named[-1].results
