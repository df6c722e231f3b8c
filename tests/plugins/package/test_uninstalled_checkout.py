"""pytest in a checkout that is not installed: one sentence says what to do."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.support import ROOT
from tests.support.runs import start


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """The Python of an environment that has the dependencies, and not Kasauti.

    A folder on the path brings its packages; its .pth files, which make editable installs, are
    not read.
    """
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    (packages,) = environment.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return environment / "bin" / "python"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout"
    shutil.copytree(
        ROOT / "kasauti", folder / "kasauti", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name in ("conftest.py", "pytest.ini"):
        shutil.copy(ROOT / name, folder)
    return folder


def test_a_checkout_that_is_not_installed_says_so(
    python: Path, checkout: Path, tmp_path: Path
) -> None:
    finished = start([str(python), "-m", "pytest"], tmp_path, cwd=checkout)
    assert finished.returncode == 4, finished.stdout
    assert finished.stdout == (
        "ERROR: Kasauti is not installed in this environment. Run `pip install -e .`, or "
        "`make eval`, which sets everything up.\n"
    )
