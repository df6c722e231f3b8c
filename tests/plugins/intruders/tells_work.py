"""Prints what each process computed and what it found in the store."""

from __future__ import annotations

import pytest


@pytest.hookimpl
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for worker, work in sorted(_work(terminalreporter).items()):
        terminalreporter.write_line(f"work of {worker}: {work['computed']} {work['stored']}")


def _work(terminalreporter: pytest.TerminalReporter) -> dict[str, dict[str, int]]:
    return {
        str(getattr(report, "worker_id", "main")): report.measurement["work"]
        for reports in terminalreporter.stats.values()
        for report in reports
        if hasattr(report, "measurement")
    }
