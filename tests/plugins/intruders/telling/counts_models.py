"""Prints, whenever a model is loaded, how many were in memory already."""

from __future__ import annotations

import sys
import weakref
from importlib import import_module
from typing import Any

import pytest

LOADED: list[weakref.ref[Any]] = []


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart() -> None:
    loading: Any = import_module("kasauti.engines.sources.loading")
    load = loading.load_model

    def counted(*arguments: Any) -> Any:
        alive = sum(model() is not None for model in LOADED)
        print(f"models in memory: {alive}", file=sys.__stdout__, flush=True)
        model = load(*arguments)
        LOADED.append(weakref.ref(model))
        return model

    loading.load_model = counted
