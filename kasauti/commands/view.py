"""Open the newest dashboard, and write the index of all runs.

The index is index.html in the results folder: every run with its suites, model, scores, verdicts
and the scores before. Runs that the history lacks are added to it.
"""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from pathlib import Path

from kasauti.commands import history, say
from kasauti.commands.compare import write_page
from kasauti.inputs.errors import KasautiError
from kasauti.reports.pages.runs import dashboard_of, runs_index

FILE = "index.html"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder",
        nargs="?",
        type=Path,
        default=Path("results"),
        metavar="DIR",
        help="a results folder (default: results)",
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help=f"the index (default: {FILE} in the folder)"
    )
    parser.add_argument("--no-open", action="store_true", help="open no browser")


def run(arguments: argparse.Namespace) -> int:
    """Name the newest dashboard and the index, and open the dashboard."""
    folder = arguments.folder
    found = history.update_history(folder)
    say(found.problems, error=True)
    if not found.runs:
        raise KasautiError(f"{folder} holds no runs. Evaluate a model: kasauti -m multiblimp")
    pages = (dashboard_of(folder, each) for each in reversed(found.runs))
    newest = next((page for page in pages if page), None)
    if newest:
        say([f"Dashboard: {_uri(newest)}"])
    index = arguments.out or folder / FILE
    write_page(index, runs_index(folder, found.runs, found.problems, beside=index))
    say([f"All runs: {_uri(index)}"])
    if not arguments.no_open and has_display():
        webbrowser.open(_uri(newest or index))
    return 0


def has_display() -> bool:
    """Return False where a browser could only open in the terminal, as over SSH."""
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _uri(path: Path) -> str:
    return path.resolve().as_uri()
