"""Raises in the test of one case, as a bug of the suite would, and leaves the others alone."""

from __future__ import annotations

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> None:
    if "word_order" in pyfuncitem.name:
        raise IndexError("amax(): Expected reduction dim\nto have non-zero size")
