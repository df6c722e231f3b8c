"""A quoted pattern stands for the checkpoints that it matches, in the order of their numbers."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kasauti.fixtures.session.models import model_names
from kasauti.inputs.errors import KasautiError


def config(*models: str, **more: Any) -> Any:
    options = {"model": list(models), "adapter": None, "server": None}
    return SimpleNamespace(stash={}, getoption=options.get, **more)


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two runs with checkpoints, and files that are no models."""
    for name in ("a/checkpoint-1000", "a/checkpoint-200", "b/checkpoint-90"):
        (tmp_path / "runs" / name).mkdir(parents=True)
        (tmp_path / "runs" / name / "config.json").write_text("{}")
    (tmp_path / "runs" / "a" / "checkpoint-3").mkdir()  # being written
    (tmp_path / "runs" / "a" / "checkpoint.log").touch()
    (tmp_path / "runs" / "a" / "model.GGUF").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path / "runs"


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("runs/*/checkpoint-*", ["a/checkpoint-200", "a/checkpoint-1000", "b/checkpoint-90"]),
        ("runs/a/checkpoint-?00", ["a/checkpoint-200"]),
        ("runs/[b]/*", ["b/checkpoint-90"]),
        ("runs/a/*", ["a/checkpoint-200", "a/checkpoint-1000", "a/model.GGUF"]),
        ("runs/**", ["a/checkpoint-200", "a/checkpoint-1000", "a/model.GGUF", "b/checkpoint-90"]),
    ],
)
def test_a_pattern_finds_checkpoints_in_order(
    runs: Path, pattern: str, expected: list[str]
) -> None:
    assert model_names(config(pattern)) == [f"runs/{name}" for name in expected]


def test_an_absolute_pattern(runs: Path) -> None:
    assert model_names(config(f"{runs}/b/*")) == [f"{runs}/b/checkpoint-90"]


def test_patterns_and_names_together(runs: Path) -> None:
    assert model_names(config("gemma-3-270m", "runs/b/*")) == [
        "gemma-3-270m",
        "runs/b/checkpoint-90",
    ]


def test_a_folder_whose_name_looks_like_a_pattern_is_a_folder(runs: Path) -> None:
    (runs / "[1]").mkdir()
    assert model_names(config("runs/[1]")) == ["runs/[1]"]


def test_a_pattern_without_matches_is_refused(runs: Path) -> None:
    with pytest.raises(KasautiError, match=r"runs/\*\.txt matches no checkpoint folder"):
        model_names(config("runs/*.txt"))


def test_a_model_that_two_patterns_match_is_refused(runs: Path) -> None:
    with pytest.raises(KasautiError, match="is given twice"):
        model_names(config("runs/b/*", "runs/*/checkpoint-90"))


def test_workers_take_the_models_of_the_controller(runs: Path) -> None:
    given = {"kasauti_models": ["runs/b/checkpoint-90"]}
    assert model_names(config("runs/*/*", workerinput=given)) == ["runs/b/checkpoint-90"]
