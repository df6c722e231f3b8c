"""Warns as libraries do: while a model is loaded and at the start, the same each time."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart() -> None:
    warnings.warn("the intruder warns at the start", FutureWarning, stacklevel=1)
    loading: Any = import_module("kasauti.engines.sources.loading")
    load = loading.load_model

    def warning(*arguments: Any) -> Any:
        for _ in range(3):
            warnings.warn("the intruder warns of the model", UserWarning, stacklevel=1)
        warnings.warn("the intruder warns of its age", DeprecationWarning, stacklevel=1)
        return load(*arguments)

    loading.load_model = warning


def pytest_runtest_call() -> None:
    warnings.warn("the intruder warns in each test", UserWarning, stacklevel=1)
