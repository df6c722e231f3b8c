"""Exports as the tools themselves read them; each test needs the tool and skips without it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kasauti.records import Run
from kasauti.reports.exports import EXPORTS, Target
from kasauti.reports.exports.lm_eval import lm_eval_results, standard_error
from kasauti.reports.exports.target import exported_figures
from kasauti.reports.exports.trackers import metric_name
from tests.support.built_measurements import MODEL, answered
from tests.support.dashboard_runs import whole_run


@pytest.fixture
def run() -> Run:
    return whole_run(model_config={**MODEL, "model": "runs/a/checkpoint-500"})


def test_mlflow_reads_the_figures_back(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mlflow = pytest.importorskip("mlflow")
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    monkeypatch.setenv("MLFLOW_TRACKING_URI", (tmp_path / "mlruns").as_uri())
    for _ in range(2):
        told = EXPORTS["mlflow"].write(run, Target(project="mine"))
    tracking = mlflow.MlflowClient()
    experiment = tracking.get_experiment_by_name("mine")
    found = tracking.search_runs([experiment.experiment_id])
    assert len(found) == 2
    data = tracking.get_run(told.split()[2]).data
    assert data.metrics == {metric_name(name): each for name, each in exported_figures(run).items()}
    assert data.params["model"] == "runs/a/checkpoint-500"
    history = tracking.get_metric_history(told.split()[2], "multiblimp/word_order")
    assert [each.step for each in history] == [500]


def test_wandb_takes_the_run_offline(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wandb = pytest.importorskip("wandb")
    monkeypatch.setenv("WANDB_MODE", "offline")
    monkeypatch.setenv("WANDB_SILENT", "true")
    summary: dict[str, Any] = {}
    finish = wandb.sdk.wandb_run.Run.finish

    def finished(logged: Any) -> None:
        summary.update(dict(logged.summary), step=logged.step, model=logged.config["model"])
        finish(logged)

    monkeypatch.setattr(wandb.sdk.wandb_run.Run, "finish", finished)
    told = EXPORTS["wandb"].write(run, Target(out=tmp_path, project="mine"))
    (folder,) = (tmp_path / "wandb").glob("offline-run-*")
    assert folder.name.endswith(told.split()[4])
    assert {name: summary[name] for name in exported_figures(run)} == exported_figures(run)
    assert summary["model"] == "runs/a/checkpoint-500"
    assert summary["step"] == 501  # the next one


def test_lm_eval_prints_its_table(run: Run) -> None:
    utils = pytest.importorskip("lm_eval.utils")
    content = json.loads(json.dumps(lm_eval_results(run)))
    table = utils.make_table(content)
    assert "multiblimp/word_order" in table
    assert "|acc" in table
    assert "Minimal pairs" in utils.make_table(content, "groups")


def test_standard_error_equals_lm_eval() -> None:
    metrics = pytest.importorskip("lm_eval.api.metrics")
    signs = "+" * 17 + "-" * 7
    expected = metrics.mean_stderr([float(sign == "+") for sign in signs])
    assert standard_error(answered("multiblimp/a", signs)) == pytest.approx(expected)
