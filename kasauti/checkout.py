"""What to type in a checkout where pytest takes the value of an option for a path to tests.

`pytest --model /elsewhere/model` looks for settings and tests in /elsewhere/model, finds none of
ours, and so does not know the option. This module is all that pytest loads of Kasauti by itself,
and does nothing outside of a checkout.
"""

from __future__ import annotations

import shlex
from collections.abc import Generator
from itertools import pairwise
from pathlib import Path

import pytest

PLUGIN = "kasauti.plugin"


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(
    early_config: pytest.Config, args: list[str]
) -> Generator[None, None, None]:
    """Say what to type where a path after a space kept the checkout's conftest.py from loading."""
    yield
    if early_config.pluginmanager.hasplugin(PLUGIN) or not _is_checkout(
        early_config.invocation_params.dir
    ):
        return
    for option, value in pairwise(args):
        if option.startswith("--") and "=" not in option and Path(value).is_absolute():
            raise pytest.UsageError(
                f"pytest looks for tests in {value}. Write {shlex.quote(f'{option}={value}')}, "
                "or run `kasauti` in place of `pytest`."
            )


def _is_checkout(folder: Path) -> bool:
    return (folder / "kasauti" / "checkout.py").is_file() and (folder / "pytest.ini").is_file()
