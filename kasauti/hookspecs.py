"""The hooks that Kasauti adds to pytest: a plugin or a conftest.py that has them extends it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kasauti.fixtures.suites.suite import Suite
    from kasauti.records import Run


def pytest_kasauti_suites() -> Sequence[Suite[Any]]:  # type: ignore[empty-body]
    """Suites of your own: each appears in every report, as the shipped ones do."""


def pytest_kasauti_backends() -> Sequence[type]:  # type: ignore[empty-body]
    """Classes that run models: each is asked whether it accepts a model before the shipped ones."""


def pytest_kasauti_finished(run: Run) -> None:
    """Called with each model's finished run, after its reports are written."""
