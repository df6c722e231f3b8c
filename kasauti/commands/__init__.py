"""The subcommands of `kasauti`: what is not an evaluation. A further one is a module and a line.

A module of a subcommand has a docstring (its first line is the help), `add_arguments`, which
declares what it takes, and `run`, which returns the exit code. Bad input raises KasautiError.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import NoReturn

from kasauti.inputs.errors import KasautiError

# Imported only when asked for: an evaluation must not wait for them.
COMMANDS: Mapping[str, str] = {
    "compare": "kasauti.commands.compare",
    "explain": "kasauti.commands.explain",
    "export": "kasauti.commands.export",
    "history": "kasauti.commands.history",
    "review": "kasauti.commands.review",
    "schema": "kasauti.commands.schema",
    "store": "kasauti.commands.store",
    "suites": "kasauti.commands.suites",
    "trend": "kasauti.commands.trend",
}
USAGE_ERROR = 4  # as pytest's


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """End as pytest does on a bad command line."""
        self.exit(USAGE_ERROR, f"ERROR: {message}. See {self.prog} --help.\n")


def run_command(name: str, given: Sequence[str]) -> int:
    """Run a subcommand with the rest of the command line; returns the exit code."""
    module = import_module(COMMANDS[name])
    arguments = parser_of(name, module).parse_args(given)
    arguments.given = list(given)  # for commands that hand them on
    try:
        code: int = module.run(arguments)
    except KasautiError as error:
        sys.stderr.write(f"ERROR: {error}\n")
        return USAGE_ERROR
    return code


def parser_of(name: str, module: ModuleType) -> argparse.ArgumentParser:
    """Return the parser of a subcommand, whose help is the docstring of its module."""
    description = (module.__doc__ or "").strip()
    parser = _Parser(
        prog=f"kasauti {name}",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(parser)
    return parser
