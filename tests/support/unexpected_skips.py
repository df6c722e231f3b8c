"""In CI a test that is skipped without a known reason is a failure: it would look green."""

from __future__ import annotations

import os

import pytest

# Tests that need what a contributor may not have: the public data, the peers of the benchmark, the
# clients of other tools.
EXPECTED = (
    "the public data is not at",
    "is not beside the repository",
    "could not import 'lm_eval",  # or a module of it
    "could not import 'mlflow'",
    "could not import 'wandb'",
)
# The suite's own tests; an evaluation may skip what it has a reason to skip.
OURS = ("tests/unit/", "tests/plugins/", "tests/faults/")


class UnexpectedSkips:
    """Hears the outcomes, from all pytest-xdist workers."""

    def __init__(self) -> None:
        self.reasons: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and isinstance(report.longrepr, tuple):
            reason = report.longrepr[2].removeprefix("Skipped: ")
            ours = report.nodeid.startswith(OURS)
            if ours and not any(expected in reason for expected in EXPECTED):
                self.reasons[report.nodeid] = reason

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.reasons and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for test, reason in self.reasons.items():
            terminalreporter.write_line(f"Skipped unexpectedly: {test} ({reason})", red=True)


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("CI") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(UnexpectedSkips(), "unexpected-skips")
