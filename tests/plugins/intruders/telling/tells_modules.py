"""Prints the imported top-level modules at the end of the run."""

from __future__ import annotations

import sys

import pytest


def pytest_unconfigure(config: pytest.Config) -> None:
    reporter = config.pluginmanager.getplugin("terminalreporter")
    names = sorted({name.partition(".")[0] for name in sys.modules})
    reporter.write_line(f"modules: {' '.join(names)}")
