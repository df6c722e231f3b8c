"""Fails every test before it measures anything, as a bug would."""

from __future__ import annotations

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call() -> None:
    raise RuntimeError("the intruder fails it")
