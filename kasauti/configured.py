"""The suites of an evaluation, for subcommands that take its options.

The options are parsed by pytest itself, so that suites of a conftest.py and the settings of the
user's pyproject.toml count here too.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence

import pytest

from kasauti.commands import say
from kasauti.fixtures.session.catalogue import Catalogue
from kasauti.fixtures.session.options import OptionTaker, add_options

Lines = Callable[[pytest.Config, Catalogue], Iterable[str]]


def add_evaluation_options(parser: argparse.ArgumentParser) -> None:
    """Let the command take the options of an evaluation; its help does not repeat them."""
    add_options(OptionTaker(parser, hidden=True))


def run_configured(given: Sequence[str], lines: Lines) -> int:
    """Print lines about what an evaluation with these arguments would have; runs no test."""
    from kasauti.__main__ import arguments

    class Shown:
        @pytest.hookimpl(tryfirst=True)
        def pytest_cmdline_main(self, config: pytest.Config) -> int:
            for text in lines(config, Catalogue.of(config)):
                say(text.split("\n"))
            return 0

    return int(pytest.main(arguments(given), plugins=[Shown()]))
