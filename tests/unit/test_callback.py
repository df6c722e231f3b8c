"""The callback without a run: the command it starts, and what it reads of the results."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from kasauti import callback
from kasauti.callback import EvaluateOnSave, Evaluation, read_figures
from kasauti.engines.errors import EngineError


def evaluation(folder: Path, **changes: object) -> Evaluation:
    options = {"checkpoint": folder, "results_dir": folder / "out", "suites": "multiblimp or quiz"}
    return Evaluation(**{**options, **changes})  # type: ignore[arg-type]


def adapter(folder: Path, base: str | None) -> Path:
    content = json.dumps({"base_model_name_or_path": base})
    (folder / "adapter_config.json").write_text(content, encoding="utf-8")
    return folder


def test_the_command_is_what_a_user_would_type(tmp_path: Path) -> None:
    command = evaluation(tmp_path, select="a or b", arguments=["--seed=1"]).command()
    assert command[:3] == [sys.executable, "-m", "pytest"]
    assert command[-7:] == [
        *("-m", "multiblimp or quiz", "-k", "a or b", f"--model={tmp_path}"),
        *(f"--results-dir={tmp_path / 'out'}", "--seed=1"),
    ]
    assert "-k" not in evaluation(tmp_path).command()


@pytest.mark.parametrize(
    ("told", "given", "used"), [("hub/x", None, "hub/x"), ("hub/x", "hub/y", "hub/y")]
)
def test_an_adapter_comes_with_its_model(
    tmp_path: Path, told: str, given: str | None, used: str
) -> None:
    command = evaluation(adapter(tmp_path, told), base_model=given).command()
    place = command.index(f"--model={used}")
    assert command[place + 1] == f"--adapter={tmp_path}"


def test_a_base_model_is_found_from_where_training_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "base").mkdir()
    monkeypatch.chdir(tmp_path)
    assert f"--model={tmp_path / 'base'}" in evaluation(adapter(tmp_path, "base")).command()


def test_an_adapter_that_names_no_model_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="Give base_model="):
        evaluation(adapter(tmp_path, None)).command()


def test_figures_have_names_for_loggers(tmp_path: Path) -> None:
    path = tmp_path / "evaluation_summary.csv"
    path.write_text(
        "case,kind,metric,value\nquiz/a,headline,accuracy,0.5\nquiz/a,figure,voice,-0.25\n"
        "quiz/overall,total,accuracy,0.5\nquiz,overall,quiz_accuracy,0.5\n",
        encoding="utf-8-sig",
    )
    assert read_figures(path) == {
        "eval_quiz/a": 0.5,
        "eval_quiz/a/voice": -0.25,
        "eval_quiz_accuracy": 0.5,
    }


@pytest.mark.parametrize("every", [0, -1])
def test_every_is_at_least_one(every: int) -> None:
    with pytest.raises(EngineError, match="Give 1 to evaluate each save"):
        EvaluateOnSave(every=every)


def test_without_the_repository_there_is_nothing_to_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(callback, "ROOT", tmp_path)
    with pytest.raises(EngineError, match="Install Kasauti from its repository"):
        EvaluateOnSave()


def test_the_run_does_not_join_the_training(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RANK", "LOCAL_RANK", "WORLD_SIZE", "MASTER_ADDR", "ACCELERATE_USE_FSDP"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "1")
    inherited = callback._environment()
    assert inherited["CUDA_VISIBLE_DEVICES"] == "1"
    assert not {"RANK", "LOCAL_RANK", "WORLD_SIZE", "MASTER_ADDR"} & set(inherited)
    assert "ACCELERATE_USE_FSDP" not in inherited
