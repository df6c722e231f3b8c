"""A run that lost tests, or that evaluated or judged nothing, is not green."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from kasauti.records.visible import on_one_line
from kasauti.reports.text import counted

RECORD = "record"  # the fixture that every evaluation test asks for
# The exit codes of a run that went to its end: red, green, or with nothing to judge.
NOTHING = pytest.ExitCode.NO_TESTS_COLLECTED
WHOLE = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, NOTHING)
EVALUATES = "kasauti_evaluates"  # what a pytest-xdist worker tells the controller


@dataclass(slots=True)
class Tally:
    """Which tests were selected and reported an outcome, and whether anything was measured.

    evaluates: whether an evaluation test was among the selected ones.
    judged: whether a threshold applied to anything that was measured.
    broken: whether a test failed or was skipped without a measurement.
    """

    selected: set[str] = field(default_factory=set)
    reported: set[str] = field(default_factory=set)
    evaluates: bool = False
    measured: bool = False
    judged: bool = False
    broken: bool = False

    def complaint(self) -> str:
        """What is missing from the run; empty where nothing is."""
        if lost := self.selected - self.reported:
            message = f"{counted(len(lost), 'selected test')} reported no outcome"
            return f"{message}{': ' if len(lost) == 1 else ', among them '}{min(lost)}."
        if self.evaluates and not self.measured:
            return "Nothing was evaluated: no test recorded a measurement."
        return ""

    def whole(self) -> bool:
        """Whether everything that was selected was measured: what --exit-zero asks for."""
        return self.measured and not self.broken and not self.complaint()

    def nothing_judged(self) -> str:
        """That no threshold applied to anything; empty where one did, or something is missing."""
        nothing = self.measured and not self.judged and not self.complaint()
        return NOTHING_JUDGED if nothing else ""


NOTHING_JUDGED = (
    "Nothing was judged: no threshold applies to what was measured. "
    "Set thresholds of your own with --thresholds, or select more cases."
)
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
        if hasattr(report, "measurement"):
            self._tally.measured = True
            self._tally.judged |= report.measurement.verdict != "shown"
        elif report.failed or report.skipped:
            self._tally.broken = True


def pytest_sessionstart(session: pytest.Session) -> None:
    session.config.pluginmanager.register(_Listener(session.config.stash[TALLY]))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[EVALUATES] = session.config.stash[TALLY].evaluates
    tally = _tally(session.config)
    if exitstatus == pytest.ExitCode.OK and tally.complaint():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
    elif exitstatus == pytest.ExitCode.OK and tally.nothing_judged():
        session.exitstatus = NOTHING
    if (
        session.config.getoption("exit_zero", False)
        and tally.whole()
        and session.exitstatus in WHOLE
    ):
        session.exitstatus = pytest.ExitCode.OK


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
) -> None:
    # Any other exit status has a reason of its own, which pytest prints. It is still OK here
    # where the complaint is all that makes the run red: pytest passes the status it began with.
    finished = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
    if exitstatus in finished:
        tally = _tally(config)
        if message := tally.complaint() or tally.nothing_judged():
            terminalreporter.write_line(on_one_line(message), red=True)


def _tally(config: pytest.Config) -> Tally:
    """The tally of the run; an empty one in a worker and where nothing runs."""
    option = config.option
    nothing_runs = option.collectonly or option.setupplan or option.setuponly
    is_worker = hasattr(config, "workerinput")
    return Tally() if nothing_runs or is_worker else config.stash[TALLY]
