"""Values of options that no system can take as a path."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kasauti.__main__ import main
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.option_types import require_usual_lengths
from tests.support.runs import start

LONG = ["a" * 256, "क" * 86, "a/" * 513, "a/" * 2045]


@pytest.mark.parametrize("value", LONG, ids=["name", "Hindi name", "path", "deep path"])
def test_longer_paths_are_refused(value: str) -> None:
    for given in (value, Path(value), ["short", value]):
        with pytest.raises(KasautiError, match="The value of results-dir has .* Use a shorter"):
            require_usual_lengths({"results_dir": given})
    require_usual_lengths({"keyword": value}, but=("keyword",))


def test_usual_values_are_accepted() -> None:
    path = "/".join(["क" * 80] * 4)
    require_usual_lengths({"a": path, "b": Path("a" * 255), "c": None, "d": 3, "e": [], "f": ""})


@pytest.mark.parametrize("command", ["history", "trend"])
def test_command_refuses_long_paths(command: str) -> None:
    assert main([command, LONG[3]]) == 4


def test_run_refuses_long_paths(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kasauti", "-m", "lint_data", f"--results-dir={LONG[3]}"]
    ended = start(command, tmp_path, cwd=tmp_path)
    assert ended.returncode == 4
    assert "The value of results-dir has 4,090 bytes" in ended.stdout
    assert "INTERNALERROR" not in ended.stdout
