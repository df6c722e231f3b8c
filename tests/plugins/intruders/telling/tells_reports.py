"""Tells before each test which models have results already."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    results = Path(item.config.getoption("results_dir")).glob("*/*/evaluation_results.json")
    models = sorted(path.parent.name for path in results)
    terminal = item.config.pluginmanager.getplugin("terminalreporter")
    if terminal:  # not in a pytest-xdist worker
        terminal.write_line(f"begins after {models}")
