"""A run that lost tests, or that evaluated nothing, is red."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from kasauti.records.visible import on_one_line
from kasauti.reports.text import counted

RECORD = "record"  # the fixture that every evaluation test asks for
# The exit codes of a run that went to its end, red or green.
WHOLE = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
EVALUATES = "kasauti_evaluates"  # what a pytest-xdist worker tells the controller


@dataclass(slots=True)
class Tally:
    """Which tests were selected and reported an outcome, and whether anything was measured.

    evaluates: whether an evaluation test was among the selected ones.
    """

    selected: set[str] = field(default_factory=set)
    reported: set[str] = field(default_factory=set)
    evaluates: bool = False
    measured: bool = False

    def complaint(self) -> str:
        """What is missing from the run; empty where nothing is."""
        if lost := self.selected - self.reported:
            message = f"{counted(len(lost), 'selected test')} reported no outcome"
            return f"{message}{': ' if len(lost) == 1 else ', among them '}{min(lost)}."
        if self.evaluates and not self.measured:
            return "Nothing was evaluated: no test recorded a measurement."
        return ""


TALLY = pytest.StashKey[Tally]()


def finished(session: pytest.Session) -> bool:
    """Whether the run went to its end: every selected test reported an outcome."""
    tally = session.config.stash[TALLY]
    return session.exitstatus in WHOLE and not tally.selected - tally.reported


def pytest_configure(config: pytest.Config) -> None:
    config.stash[TALLY] = Tally()


def pytest_collection_finish(session: pytest.Session) -> None:
    tally = session.config.stash[TALLY]
    tally.selected.update(item.nodeid for item in session.items)
    tally.evaluates = any(RECORD in getattr(item, "fixturenames", ()) for item in session.items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any, ids: list[str]) -> None:
    node.config.stash[TALLY].selected.update(ids)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """The controller collects nothing itself; a worker that crashed leaves lost tests behind."""
    tally = node.config.stash[TALLY]
    tally.evaluates |= getattr(node, "workeroutput", {}).get(EVALUATES, False)


class _Listener:
    """Hears the outcomes; a plugin object because the hook is given no config."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or (report.when == "setup" and not report.passed):
            self._tally.reported.add(report.nodeid)
        self._tally.measured |= hasattr(report, "measurement")


def pytest_sessionstart(session: pytest.Session) -> None:
    session.config.pluginmanager.register(_Listener(session.config.stash[TALLY]))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[EVALUATES] = session.config.stash[TALLY].evaluates
    if exitstatus == pytest.ExitCode.OK and _complaint(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
) -> None:
    # Any other exit status has a reason of its own, which pytest prints. It is still OK here
    # where the complaint is all that makes the run red: pytest passes the status it began with.
    finished = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
    if exitstatus in finished and (complaint := _complaint(config)):
        terminalreporter.write_line(on_one_line(complaint), red=True)


def _complaint(config: pytest.Config) -> str:
    option = config.option
    nothing_runs = option.collectonly or option.setupplan or option.setuponly
    is_worker = hasattr(config, "workerinput")
    return "" if nothing_runs or is_worker else config.stash[TALLY].complaint()
