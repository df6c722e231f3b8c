"""The help of `kasauti` on one page, and what it says of an option or a command that is not one."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Generator, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from kasauti.commands import COMMANDS
from kasauti.fixtures.session.options import add_options
from kasauti.fixtures.suites import SUITES
from kasauti.inputs.errors import KasautiError, did_you_mean
from kasauti.text.visible import line_by_line

WIDTH = 80
COLUMN = 25  # characters of an option and its value
HELP, VERSION, ALL = ("-h", "--help"), ("-V", "--version"), "--help-all"
# The options that have a line of their own; the others are named.
MAIN = (
    "--model",
    "--require",
    "--language",
    "--results-dir",
    "--limit",
    "--all",
    "--save-baseline",
    "--baseline",
    "--server",
)
MISTAKE = "error: unrecognized arguments: "


class _Options:
    """Takes options as pytest's parser and its groups do, and keeps them by subject."""

    def __init__(self) -> None:
        self.groups: dict[str, list[tuple[str, str, str]]] = {}
        self._rows: list[tuple[str, str, str]] = []
        add_options(self)  # type: ignore[arg-type]

    def getgroup(self, _: str, title: str) -> _Options:
        self._rows = self.groups.setdefault(title.removeprefix("kasauti: "), [])
        return self

    def addoption(self, name: str, *_: str, **settings: Any) -> None:
        self._rows.append((name, settings.get("metavar") or "", settings["help"]))

    def names(self) -> list[str]:
        return [name for rows in self.groups.values() for name, *_ in rows]


def help_lines() -> Iterator[str]:
    """Yield the commands, then the options of evaluating by subject."""
    yield "usage: kasauti -m SUITE [options]     evaluate a model"
    yield "       kasauti COMMAND [options]      anything else (each has --help)"
    yield ""
    yield "Commands"
    for name, module in COMMANDS.items():
        yield _row(name, _first_line(module))
    yield ""
    yield "What to evaluate"
    yield _row("-m SUITE", "a suite; several: -m 'multiblimp or probes'")
    yield _row("-k WORD", "only cases with this word in their name")
    of_suites = {f"-m {suite.marker} ({suite.title})": suite.marker for suite in SUITES}
    found = _Options().groups
    for title, rows in found.items():
        if title not in of_suites:
            yield from _group(title, rows)
    yield ""
    yield "Suites and their options"
    for title, suite in of_suites.items():
        if found.get(title):
            yield from _named(f"  {suite:<13}", found[title])
    yield f"  without options: {', '.join(of_suites[each] for each in found if not found[each])}"
    yield ""
    yield f"{ALL} explains every option, and those of pytest; --version says which this is."


def _first_line(module: str) -> str:
    """Return the first line of a module's docstring; a help must not wait for its imports."""
    found = find_spec(module)
    source = Path(found.origin).read_text(encoding="utf-8") if found and found.origin else ""
    return (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]


def _group(title: str, rows: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    title = f"{title[0].upper()}{title[1:]}"
    shown = [row for row in rows if row[0] in MAIN]
    if not shown:
        yield from _named(f"{title}: ", rows)
        return
    yield title
    for name, value, told in shown:
        written = f"{name} {value}".rstrip()
        yield _row(written if len(written) <= COLUMN else name, told % {"default": ""})
    yield from _named("  also ", [row for row in rows if row not in shown])


def _row(name: str, told: str) -> str:
    """Return a name and the beginning of what is told of it, as many clauses as fit."""
    told, room = re.sub(r" \([^)]*\)", "", told).rstrip("."), WIDTH - COLUMN - 3
    if len(told) > room:
        ends = [each.start() for each in re.finditer(r"[;,:] ", told)]
        told = told[: max((end for end in ends if end <= room), default=room)]
    return f"  {name:<{COLUMN}} {told}"


def _named(label: str, rows: Sequence[tuple[str, str, str]]) -> list[str]:
    names = " ".join(name for name, *_ in rows)
    return textwrap.wrap(
        names,
        WIDTH,
        initial_indent=label,
        subsequent_indent=" " * len(label),
        break_on_hyphens=False,
    )


def refuse_unknown_command(word: str) -> None:
    """Refuse a first word that is no command, no suite and no test."""
    if word.startswith("-") or ".py" in word or Path(word).exists():
        return
    if word in {suite.marker for suite in SUITES}:
        raise KasautiError(f"{word} is a suite. Run: kasauti -m {word}")
    remedy = did_you_mean(word, COMMANDS, otherwise="`kasauti --help` lists the commands.")
    raise KasautiError(f"There is no command {word}. {remedy}")


class Command:
    """A pytest plugin: the command's own terminal, and a sentence for an option that is wrong."""

    @pytest.hookimpl(trylast=True)  # after pytest's reporter is there
    def pytest_configure(self, config: pytest.Config) -> None:
        from kasauti.fixtures.recording.reporter import replace_reporter

        replace_reporter(config)

    @pytest.hookimpl(wrapper=True)
    def pytest_cmdline_parse(self) -> Generator[None, pytest.Config | None, pytest.Config | None]:
        try:
            return (yield)
        except pytest.UsageError as error:
            # It quotes the command line, and of a plugin that cannot be imported the name.
            raise pytest.UsageError(line_by_line(mistake(str(error)))) from None


def mistake(message: str) -> str:
    """Return the fact of a usage error without pytest's usage, and the remedy."""
    fact = message.partition("error: ")[2].partition("\n")[0] or message
    if MISTAKE in message:
        name = fact.rpartition(": ")[2].split()[0].partition("=")[0]
        remedy = did_you_mean(name, _Options().names(), otherwise="`kasauti --help` lists them.")
        return f"There is no option {name}. {remedy}"
    return fact
