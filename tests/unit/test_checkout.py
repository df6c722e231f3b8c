"""A path after a space, in the checkout: what pytest is told to say."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kasauti.checkout import pytest_load_initial_conftests

ROOT = Path(__file__).parents[2]


def loaded(args: list[str], *, folder: Path = ROOT, known: bool = False) -> None:
    config: Any = SimpleNamespace(
        pluginmanager=SimpleNamespace(hasplugin=lambda _: known),
        invocation_params=SimpleNamespace(dir=folder),
    )
    hook = pytest_load_initial_conftests(config, args)
    next(hook)
    with pytest.raises(StopIteration):
        next(hook)


def test_it_says_what_to_type() -> None:
    with pytest.raises(pytest.UsageError, match=r"Write '--model=/models/my model', or run `kas"):
        loaded(["-m", "multiblimp", "--model", "/models/my model"])


def test_what_works_is_left_alone(tmp_path: Path) -> None:
    loaded(["--model=/models/a", "tests/unit"])
    loaded(["-m", "multiblimp", "--model", "checkpoints/a"])
    loaded(["--model", "/models/a"], known=True)
    loaded(["--model", "/models/a"], folder=tmp_path)  # another project
