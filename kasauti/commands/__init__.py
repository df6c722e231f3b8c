"""The subcommands of `kasauti`: what is not an evaluation. A further one is a module and a line.

A module of a subcommand has a docstring (its first line is the help), `add_arguments`, which
declares what it takes, and `run`, which returns the exit code. Bad input raises KasautiError.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import NoReturn

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.option_types import require_usual_lengths
from kasauti.text.visible import on_one_line

# Imported only when asked for: an evaluation must not wait for them.
COMMANDS: Mapping[str, str] = {
    "compare": "kasauti.commands.compare",
    "explain": "kasauti.commands.explain",
    "export": "kasauti.commands.export",
    "history": "kasauti.commands.history",
    "judge": "kasauti.commands.judge",
    "noise": "kasauti.commands.noise",
    "quiz": "kasauti.commands.answers.quiz",
    "review": "kasauti.commands.review",
    "schema": "kasauti.commands.schema",
    "store": "kasauti.commands.store",
    "suites": "kasauti.commands.suites",
    "trend": "kasauti.commands.trend",
    "view": "kasauti.commands.view",
}
USAGE_ERROR = 4  # as pytest's


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """End as pytest does on a bad command line."""
        self.exit(USAGE_ERROR, f"ERROR: {on_one_line(message)}. See {self.prog} --help.\n")


def run_command(name: str, given: Sequence[str]) -> int:
    """Run a subcommand with the rest of the command line; returns the exit code."""
    module = import_module(COMMANDS[name])
    arguments = parser_of(name, module).parse_args(given)
    arguments.given = list(given)  # for commands that hand them on
    try:
        require_usual_lengths(vars(arguments), but=("given",))
        code: int = module.run(arguments)
    except KasautiError as error:
        say([f"ERROR: {error}"], error=True)
        return USAGE_ERROR
    return code


def say(lines: Iterable[str], *, error: bool = False) -> None:
    """Print lines, in which a name from outside acts neither on the terminal nor on GitHub."""
    stream = sys.stderr if error else sys.stdout
    for line in lines:
        stream.write(f"{on_one_line(line, longest=None)}\n")


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
