"""Makes every evaluation test take its time, and tells when each begins."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

BEGUN = Path(os.environ["BEGUN"])
SECONDS = float(os.environ.get("SECONDS_EACH", "0.6"))
SLOW_FROM = 2  # the first tests are fast, so that there is something to write


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item):
    with BEGUN.open("a", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")
    if len(BEGUN.read_text(encoding="utf-8").splitlines()) > SLOW_FROM:
        time.sleep(SECONDS)
    return (yield)
