"""The pytest plugin: hooks, options, markers, and the reports of a run."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from kasauti import hookspecs

# Registered here and not by `pytest_plugins`: for each name there, pytest reads the entry points of
# every installed package.
MODULES = (
    "kasauti.fixtures.session.settings",
    "kasauti.fixtures.session.defaults",
    "kasauti.fixtures.session.library_warnings",
    "kasauti.fixtures.running.fatal",
    "kasauti.fixtures.session.selection",
    "kasauti.fixtures.running.progress",
    "kasauti.fixtures.session.languages",
    "kasauti.fixtures.running.model",
    "kasauti.fixtures.running.measure",
    "kasauti.fixtures.recording.record",
    "kasauti.fixtures.regression.gate",
    "kasauti.fixtures.regression.selection",
    "kasauti.fixtures.regression.measure",
    "kasauti.fixtures.recording.completeness",
    "kasauti.menu",
)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    pluginmanager.add_hookspecs(hookspecs)
    for name in MODULES:
        if not pluginmanager.has_plugin(name):
            pluginmanager.register(import_module(name), name)


def pytest_addoption(parser: pytest.Parser) -> None:
    from kasauti.fixtures.session.options import add_options
    from kasauti.fixtures.suites import SUITES

    add_options(parser)
    for suite in SUITES:
        suite.add_options(
            parser.getgroup(
                f"kasauti-{suite.marker}", f"kasauti: -m {suite.marker} ({suite.title})"
            )
        )


@pytest.hookimpl(tryfirst=True)  # before pytest-html reads its options
def pytest_configure(config: pytest.Config) -> None:
    from kasauti.fixtures.recording.baseline_file import BaselineFile
    from kasauti.fixtures.recording.build_run import run_builder
    from kasauti.fixtures.recording.pipe import BrokenPipe
    from kasauti.fixtures.recording.pytest_html import PytestHtml
    from kasauti.fixtures.recording.run_report import RunReport, new_folder
    from kasauti.fixtures.regression.options import Regression
    from kasauti.fixtures.session.selection import register_suites
    from kasauti.fixtures.session.settings import evaluates, runs_no_tests
    from kasauti.fixtures.session.signals import Signals

    register_suites(config)
    option = config.option
    if evaluates(config) and not runs_no_tests(config) and not hasattr(config, "workerinput"):
        try:
            folder = new_folder(Path(option.results_dir))
        except OSError as error:
            raise pytest.UsageError(
                f"--results-dir={option.results_dir} is not writable ({error.strerror}). "
                "Give a folder of your own."
            ) from None
        option.htmlpath = option.htmlpath or str(folder / "report.html")
        option.self_contained_html = True
        report = RunReport(folder, build_run=run_builder(config))
        config.pluginmanager.register(report, "kasauti-report")
        config.pluginmanager.register(PytestHtml(), "kasauti-html")
        config.pluginmanager.register(BrokenPipe(), "kasauti-pipe")
        config.pluginmanager.register(Signals(config), "kasauti-signals")
        if option.save_baseline:
            baseline = BaselineFile(Path(option.save_baseline), comparing=Regression.marker)
            config.pluginmanager.register(baseline)
