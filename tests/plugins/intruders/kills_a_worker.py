"""Kills the pytest-xdist worker that runs the lint of word_order, without a chance to tidy up."""

from __future__ import annotations

import os
import signal

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    if "word_order" in item.nodeid and hasattr(item.config, "workerinput"):
        os.kill(os.getpid(), signal.SIGKILL)
