"""The callback without a run: what it evaluates, and under which names figures are logged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kasauti import callback
from kasauti.callback import EvaluateOnSave, evaluate_elsewhere, figures_of, model_options
from kasauti.evaluation import EvaluationError
from kasauti.records import (
    CaseId,
    Figure,
    Interval,
    Measurement,
    Overall,
    Provenance,
    Run,
    SuiteResult,
    Total,
)


def adapter(folder: Path, base: str | None) -> Path:
    content = json.dumps({"base_model_name_or_path": base})
    (folder / "adapter_config.json").write_text(content, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("named", "given", "used"), [("hub/x", None, "hub/x"), ("hub/x", "hub/y", "hub/y")]
)
def test_an_adapter_comes_with_its_model(
    tmp_path: Path, named: str, given: str | None, used: str
) -> None:
    options = model_options(adapter(tmp_path, named), base_model=given)
    assert options == {"model": used, "adapter": tmp_path}


def test_a_whole_checkpoint_is_the_model(tmp_path: Path) -> None:
    assert model_options(tmp_path, base_model="hub/x") == {"model": tmp_path}


def test_an_adapter_that_names_no_model_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="Give base_model="):
        model_options(adapter(tmp_path, None), base_model=None)


def test_figures_have_names_for_loggers() -> None:
    measurement = Measurement(
        case=CaseId("quiz", "a"),
        headline=Figure("accuracy", 0.5, 4, Interval(0.25, 0.75)),
        figures=(Figure("voice", -0.25, 4),),
        provenance=Provenance({}),
    )
    suite = SuiteResult(
        suite="quiz",
        title="Quiz",
        section="quiz",
        totals=(
            Total(name="overall", figures={"accuracy": 0.75}, n=1, interval=Interval(0.5, 1.0)),
        ),
        overall=Overall("quiz_accuracy", 0.75, None, 1),
    )
    assert figures_of(Run(date="", measurements=(measurement,), suites=(suite,))) == {
        "eval_quiz/a": 0.5,
        "eval_quiz/a/low": 0.25,
        "eval_quiz/a/high": 0.75,
        "eval_quiz/a/voice": -0.25,
        "eval_quiz_accuracy": 0.75,
        "eval_quiz_accuracy/low": 0.5,
        "eval_quiz_accuracy/high": 1.0,
    }


@pytest.mark.parametrize("every", [0, -1])
def test_every_below_one_is_refused(every: int) -> None:
    with pytest.raises(EvaluationError, match="Give 1 to evaluate each save"):
        EvaluateOnSave(every=every)


def test_an_evaluation_that_measures_nothing_says_why(tmp_path: Path) -> None:
    options = {"model": tmp_path / "nowhere", "results_dir": tmp_path / "out"}
    with pytest.raises(EvaluationError, match=r"exit code 4\).*nowhere does not exist"):
        evaluate_elsewhere("multiblimp", "", options)
    assert "nowhere does not exist" in (tmp_path / "out" / "output.txt").read_text("utf-8")


def test_subprocess_does_not_inherit_distributed_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("RANK", "LOCAL_RANK", "WORLD_SIZE", "MASTER_ADDR", "ACCELERATE_USE_FSDP"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "1")
    inherited = callback._environment()
    assert inherited["CUDA_VISIBLE_DEVICES"] == "1"
    assert not {"RANK", "LOCAL_RANK", "WORLD_SIZE", "MASTER_ADDR"} & set(inherited)
    assert "ACCELERATE_USE_FSDP" not in inherited
