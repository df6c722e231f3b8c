"""List the suites: cases, items, languages, what each needs of a model, and what it asks.

Takes the options of an evaluation, so that `kasauti suites --pairs-set=full` counts those pairs.
A folder with a conftest.py adds the suites that it has.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

import pytest

from kasauti.commands.configured import add_evaluation_options, run_configured
from kasauti.fixtures.catalogue import Catalogue, SuiteEntry

HEADER = ("suite", "cases", "items", "languages", "needs")
RIGHT = {1, 2}  # columns aligned to the right


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="with suites of your own")
    add_evaluation_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the list."""
    return run_configured(arguments.given, _show)


def _show(config: pytest.Config, catalogue: Catalogue) -> int:  # noqa: ARG001
    sys.stdout.write("\n".join(suite_lines(catalogue.entries())) + "\n")
    return 0


def suite_lines(entries: Sequence[SuiteEntry]) -> Iterator[str]:
    """A row for each suite, and what it asks on the line below."""
    rows = [HEADER, *map(_row, entries)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADER))]
    for index, row in enumerate(rows):
        cells = [
            cell.rjust(width) if column in RIGHT else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
        if index:
            yield f"    {entries[index - 1].question}"
            yield from (f"    {line}" for line in _remarks(entries[index - 1]))


def _row(entry: SuiteEntry) -> tuple[str, ...]:
    return (
        entry.marker,
        f"{entry.cases:,}" if entry.cases else "",
        f"{entry.items:,}" if entry.items else "",
        ", ".join(entry.languages),
        ", ".join(entry.needs),
    )


def _remarks(entry: SuiteEntry) -> Iterator[str]:
    if entry.missing:
        yield f"Not installed: pip install 'kasauti[{entry.extra}]'"
    if entry.on_demand:
        yield f"Runs only when asked for: -m {entry.marker}"
