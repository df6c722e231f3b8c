"""Write trend.html: every case over the checkpoints of one or more training runs.

Checkpoints are ordered by the step in their names (checkpoint-500, step_2000), and without steps
by the date of their runs. Runs that the history of a folder lacks are added to it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from kasauti.analysis.trend.results import Results
from kasauti.analysis.trend.series import all_series
from kasauti.analysis.trend.tracks import Trend, trend_of
from kasauti.commands import history, say
from kasauti.commands.compare import write_page
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.option_types import positive
from kasauti.reports.files.plots import trend_plots, write_plots
from kasauti.reports.pages.trend.page import trend_page
from kasauti.reports.wording.text import count_text

FILE = "trend.html"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    history.add_arguments(parser)
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help=f"the page (default: {FILE} in the first folder)",
    )
    parser.add_argument(
        "--average-last",
        type=positive,
        default=1,
        metavar="K",
        help="judge each training by the mean of its last K checkpoints (default: 1)",
    )
    parser.add_argument(
        "--plots", action="store_true", help="also write plots/ beside the page: SVG, PNG and CSV"
    )


def run(arguments: argparse.Namespace) -> int:
    """Bring the histories up to date, read the results and write the page."""
    sources = {}
    for folder in arguments.folders:
        found = history.update_history(folder)
        sources[folder] = found.runs
        say(found.problems, error=True)
    series = all_series(sources)
    if not series:
        raise KasautiError("There are no runs in these folders. Evaluate a checkpoint first.")
    trend = trend_of(series, Results(), average_last=arguments.average_last)
    say(trend.results.problems, error=True)
    path = arguments.out or arguments.folders[0] / FILE
    write_page(path, trend_page(trend))
    if arguments.plots:
        write_plots(path.parent / "plots", trend_plots(trend))
    say([summary(trend), f"Trend: {path}"])
    return 0


def summary(trend: Trend) -> str:
    """Return the number of models, checkpoints, cases and drops on the page."""
    checkpoints = sum(len(each.checkpoints) for each in trend.series)
    drops = sum(len(track.drops) for case in trend.cases for track in case.tracks if track)
    return (
        f"{count_text(len(trend.series), 'model')}, {count_text(checkpoints, 'checkpoint')}, "
        f"{count_text(len(trend.cases), 'case')}, {count_text(drops, 'significant drop')}."
    )
