"""The options and commands that the documentation may name."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from kasauti.commands import COMMANDS
from kasauti.fixtures.session.options import add_options
from kasauti.fixtures.suites import SUITES

PYTESTS_OWN = {"--collect-only", "--help", "--help-all", "--version", "--junitxml"}


class _Recorder:
    """Takes options as pytest's parser and its groups do, and remembers their names."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def getgroup(self, *_: str) -> _Recorder:
        return self

    def addoption(self, *names: str, **_: Any) -> None:
        self.names.update(names)


def known_options() -> set[str]:
    recorder = _Recorder()
    add_options(recorder)  # type: ignore[arg-type]
    for suite in SUITES:
        suite.add_options(recorder)  # type: ignore[arg-type]
    return recorder.names | PYTESTS_OWN | options_of_subcommands()


def options_of_subcommands() -> set[str]:
    parsers = []
    for module in COMMANDS.values():
        parsers.append(argparse.ArgumentParser())
        import_module(module).add_arguments(parsers[-1])
    return {option for parser in parsers for option in options_of(parser)}


def options_of(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from options_of(inner)


KNOWN = known_options()


def commands(script: str) -> list[str]:
    """The commands of a script, each with its continued lines."""
    return script.replace("\\\n", " ").splitlines()


def options_in(command: str) -> set[str]:
    return set(re.findall(r"(--[a-z][a-z-]+)\b", command))
