"""List the suites: cases, items, languages, time, needs, and what each asks.

Takes the options of an evaluation, so that `kasauti suites --pairs-set=full` counts those pairs.
A folder with a conftest.py adds the suites that it has.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import pytest

from kasauti.configured import add_evaluation_options, run_configured
from kasauti.fixtures.running.pace import duration, read_timings
from kasauti.fixtures.session.catalogue import Catalogue, SuiteEntry
from kasauti.fixtures.session.models import DEFAULT
from kasauti.reports.terminal.table import table_lines

HEADER = ("suite", "cases", "items", "languages", "time", "needs")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="folders with your own suites")
    add_evaluation_options(parser)


def run(arguments: argparse.Namespace) -> int:
    return run_configured(arguments.given, catalogue_lines)


def catalogue_lines(config: pytest.Config, catalogue: Catalogue) -> Iterator[str]:
    """Yield the suites, with the estimated time of the model of this command line."""
    model = _model(config)
    entries = timed_entries(config, catalogue)
    yield from suite_lines(entries)
    yield ""
    if any(entry.seconds is not None for entry in entries):
        yield f"Times of {model}, at the speed of its last runs on this machine."
    else:
        yield f"Times are shown once {model} has been run on this machine."


def timed_entries(config: pytest.Config, catalogue: Catalogue) -> list[SuiteEntry]:
    """Return the suites with the times that earlier runs of the model suggest."""
    return catalogue.entries(read_timings().get(_model(config), {}))


def _model(config: pytest.Config) -> str:
    return str(next(iter(config.getoption("model") or ()), DEFAULT))


def suite_lines(entries: Sequence[SuiteEntry]) -> Iterator[str]:
    """A row for each suite, and what it asks on the line below."""
    head, lines = table_lines(HEADER, list(map(_row, entries)), left=(0, 3, 4, 5), width=None)
    yield from head
    for entry, line in zip(entries, lines, strict=True):
        yield line
        yield f"    {entry.question}"
        yield from (f"    {remark}" for remark in _remarks(entry))


def _row(entry: SuiteEntry) -> tuple[str, ...]:
    return (
        entry.marker,
        f"{entry.cases:,}" if entry.cases else "",
        f"{entry.items:,}" if entry.items else "",
        ", ".join(entry.languages),
        "" if entry.seconds is None else duration(entry.seconds),
        ", ".join(entry.needs),
    )


def _remarks(entry: SuiteEntry) -> Iterator[str]:
    if entry.missing:
        yield f"Not installed: pip install 'kasauti[{entry.extra}]'"
    if entry.on_demand:
        yield f"Not in --all; run with -m {entry.marker}"
