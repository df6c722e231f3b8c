"""The menu, shown instead of hours of work if a command line selects nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from kasauti.commands import say
from kasauti.commands.suites import catalogue_lines, timed_entries
from kasauti.fixtures.running.pace import duration
from kasauti.fixtures.session.catalogue import Catalogue, SuiteEntry
from kasauti.fixtures.session.selection import names_files
from kasauti.fixtures.session.settings import evaluates, runs_no_tests

# Options that choose tests, or that need none.
SELECTING = ("markexpr", "keyword", "all", "candidate", "lf", "failedfirst", "stepwise")
EXAMPLES = (
    ("-m multiblimp --model=MODEL", "one suite (default model: gemma-3-270m)"),
    ("-m multiblimp --limit=12", "a quick look: at most 12 items per case"),
    ("-k binding --model=MODEL", "one case"),
    ("--all --model=MODEL", "every suite, after a time estimate"),
)
COMMANDS = (
    ("kasauti explain multiblimp/binding", "what a case tests, with an example"),
    ("kasauti suites", "this list"),
)


def pytest_cmdline_main(config: pytest.Config) -> pytest.ExitCode | None:
    if not _selects_nothing(config):
        return None
    say(_lines(config))
    # Not 0: a job that measured nothing must not look green.
    return pytest.ExitCode.NO_TESTS_COLLECTED


def _selects_nothing(config: pytest.Config) -> bool:
    option = config.option
    asked = any(getattr(option, name, None) for name in SELECTING)
    shows = option.help or option.version or runs_no_tests(config)
    is_worker = hasattr(config, "workerinput")
    return evaluates(config) and not (asked or shows or is_worker or names_files(config))


def _lines(config: pytest.Config) -> Iterator[str]:
    in_checkout = config.args_source is config.ArgsSource.TESTPATHS
    command = "pytest" if in_checkout else "kasauti"
    typed = [*((f"{command} {options}", text) for options, text in EXAMPLES), *COMMANDS]
    typed.append((f"{command} --help", "all options, by suite"))
    width = max(len(line) for line, _ in typed)
    yield "Nothing was selected, so nothing was run. The suites:"
    yield ""
    yield from catalogue_lines(config, Catalogue.of(config))
    yield ""
    yield "What to type, for example:"
    yield ""
    for line, text in typed:
        yield f"  {line:<{width}}  {text}"
    yield ""
    yield "MODEL is a checkpoint folder, a GGUF file, a hub name or an embedded model."


def pytest_report_header(config: pytest.Config) -> str | None:
    """With --all, show the estimated time, and the suites without an estimate."""
    if not config.option.all or not evaluates(config) or hasattr(config, "workerinput"):
        return None
    return estimate(timed_entries(config, Catalogue.of(config)))


def estimate(entries: Sequence[SuiteEntry]) -> str:
    """Return the estimated time of all suites that --all runs."""
    run = [each for each in entries if each.cases and not each.on_demand]
    known = sum(each.seconds for each in run if each.seconds is not None)
    unknown = [each.marker for each in run if each.seconds is None]
    parts = [f"about {duration(known)} at the speed of earlier runs"] if known else []
    parts += [f"not known for {', '.join(unknown)}"] if unknown else []
    return f"time for all suites: {'; '.join(parts)}"
