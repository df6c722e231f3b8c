"""The pytest plugin: hooks, options, markers, and the reports of a run."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from kasauti.fixtures.suites.suite import Suite
    from kasauti.records import Run

# Registered here and not by `pytest_plugins`: for each name there, pytest reads the entry points of
# every installed package.
MODULES = (
    "kasauti.fixtures.session.settings",
    "kasauti.fixtures.session.defaults",
    "kasauti.fixtures.session.errors",
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


class Hooks:
    """The hooks that Kasauti adds to pytest; a plugin or a conftest.py that has them extends it."""

    def pytest_kasauti_suites(self) -> Sequence[Suite[Any]]:  # type: ignore[empty-body]
        """Return suites of your own: each appears in every report, as the shipped ones do."""

    def pytest_kasauti_backends(self) -> Sequence[type]:  # type: ignore[empty-body]
        """Return classes that run models; they are asked before the shipped ones."""

    def pytest_kasauti_finished(self, run: Run) -> None:
        """Use each model's finished run, after its reports are written."""


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    pluginmanager.add_hookspecs(Hooks)
    for name in MODULES:
        if not pluginmanager.has_plugin(name):
            pluginmanager.register(import_module(name), name)


def pytest_addoption(parser: pytest.Parser) -> None:
    from kasauti.fixtures.session.options import add_options

    add_options(parser)


@pytest.hookimpl(tryfirst=True)  # before pytest-html reads its options
def pytest_configure(config: pytest.Config) -> None:
    from kasauti.fixtures.recording.pipe import BrokenPipe
    from kasauti.fixtures.recording.pytest_html import PytestHtml
    from kasauti.fixtures.recording.run_report import RunReport, new_folder
    from kasauti.fixtures.regression.baseline_file import BaselineFile
    from kasauti.fixtures.session.selection import register_suites
    from kasauti.fixtures.session.settings import evaluates, runs_no_tests
    from kasauti.fixtures.session.signals import Signals

    register_suites(config)
    option = config.option
    if evaluates(config) and not runs_no_tests(config) and not hasattr(config, "workerinput"):
        for name in ("html", "metadata"):
            if not config.pluginmanager.has_plugin(name):
                raise pytest.UsageError(
                    f"pytest-{name} is switched off, and report.html needs it. "
                    f"Leave out -p no:{name} and PYTEST_DISABLE_PLUGIN_AUTOLOAD."
                )
        try:
            folder = new_folder(Path(option.results_dir))
        except OSError as error:
            raise pytest.UsageError(
                f"--results-dir={option.results_dir} is not writable ({error.strerror}). "
                "Give a folder of your own."
            ) from None
        option.htmlpath = option.htmlpath or str(folder / "report.html")
        option.self_contained_html = True
        config.pluginmanager.register(RunReport(folder, plots=option.plots), RunReport.NAME)
        config.pluginmanager.register(PytestHtml(), "kasauti-html")
        config.pluginmanager.register(BrokenPipe(), "kasauti-pipe")
        config.pluginmanager.register(Signals(config), "kasauti-signals")
        if option.save_baseline:
            config.pluginmanager.register(BaselineFile(Path(option.save_baseline)))
