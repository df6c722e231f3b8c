"""Prints what each process computed, what it found in the store, and what pytest still holds."""

from __future__ import annotations

import pytest

from kasauti.fixtures.recording.record import MEASUREMENT
from kasauti.fixtures.recording.run_report import RunReport
from kasauti.records import Work


@pytest.hookimpl
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for worker, work in sorted(_work(terminalreporter).items()):
        terminalreporter.write_line(f"work of {worker}: {work.computed} {work.stored}")
    terminalreporter.write_line(f"held items of {_holding_items(terminalreporter)} tests")


def _measured(terminalreporter: pytest.TerminalReporter) -> list[pytest.TestReport]:
    reports = [each for found in terminalreporter.stats.values() for each in found]
    return [report for report in reports if hasattr(report, "measurement")]


def _work(terminalreporter: pytest.TerminalReporter) -> dict[str, Work]:
    return {
        str(getattr(report, "worker_id", "main")): report.measurement.provenance.work
        for report in _measured(terminalreporter)
    }


def _holding_items(terminalreporter: pytest.TerminalReporter) -> int:
    run_report = next(
        plugin
        for plugin in terminalreporter.config.pluginmanager.get_plugins()
        if isinstance(plugin, RunReport)
    )
    shown = {id(measurement) for measurement in run_report.measurements()}
    reports = sum(id(each.measurement) not in shown for each in _measured(terminalreporter))
    assert terminalreporter._session
    items = getattr(terminalreporter._session, "items", ())  # pytest-xdist's controller has none
    return reports + sum(MEASUREMENT in item.stash for item in items)
