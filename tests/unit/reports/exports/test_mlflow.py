"""Exports to MLflow, by a client that remembers what it was given."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from kasauti.inputs.errors import KasautiError
from kasauti.records import Run, Unmeasured
from kasauti.reports.exports import EXPORTS, Target
from kasauti.reports.exports.target import exported_figures
from kasauti.reports.exports.trackers import metric_name
from tests.support.built_measurements import (
    MODEL,
    answered,
    judged,
    metric_case,
    regression_case,
    threshold,
)
from tests.support.dashboard_runs import run_of

SIGNS = "+" * 18 + "-" * 6


@pytest.fixture
def run() -> Run:
    return run_of(
        answered("multiblimp/word_order", SIGNS),
        judged("multiblimp/other", "shown"),
        metric_case("perplexity", 812.25, threshold=threshold(500.0, direction="at most")),
        regression_case("multiblimp/word_order", 0.9, 0.75),
        unmeasured=[Unmeasured("test_x", "failed", "no memory"), Unmeasured("y", "skipped", "so")],
        model_config={**MODEL, "model": "runs/a/checkpoint-500"},
    )


class FakeMlflow(SimpleNamespace):
    """As much of the module as an export uses."""

    def __init__(self) -> None:
        self.logged: dict[str, Any] = {"metrics": [], "params": [], "ended": False}
        fake = self

        class Client:
            def get_experiment_by_name(self, name: str) -> Any:
                return None

            def create_experiment(self, name: str) -> str:
                fake.logged["experiment"] = name
                return "7"

            def create_run(self, experiment: str, **about: Any) -> Any:
                fake.logged |= about
                return SimpleNamespace(info=SimpleNamespace(run_id="r1"))

            def log_batch(self, run_id: str, *, metrics: Any, params: Any) -> None:
                assert max(len(metrics), len(params)) <= 100
                fake.logged["metrics"] += metrics
                fake.logged["params"] += params

            def set_terminated(self, run_id: str, **about: Any) -> None:
                fake.logged["ended"] = True

        entities = SimpleNamespace(Metric=lambda *given: given, Param=lambda *given: given)
        refused = type("MlflowException", (Exception,), {})
        super().__init__(
            MlflowClient=Client,
            entities=entities,
            exceptions=SimpleNamespace(MlflowException=refused),
            get_tracking_uri=lambda: "file:///nowhere",
            logged=self.logged,
        )


def test_mlflow_gets_every_figure_at_its_step(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeMlflow()
    monkeypatch.setitem(sys.modules, "mlflow", fake)
    assert EXPORTS["mlflow"].write(run, Target(project="mine")).endswith("experiment mine")
    metrics = {name: (value, step) for name, value, _, step in fake.logged["metrics"]}
    figures = exported_figures(run)
    assert metrics == {metric_name(name): (value, 500) for name, value in figures.items()}
    assert ("model", "runs/a/checkpoint-500") in fake.logged["params"]
    assert fake.logged["tags"]["training"] == "runs/a"
    assert fake.logged["ended"]


def test_mlflow_refusal_gives_one_line_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeMlflow()
    error = fake.exceptions.MlflowException("no such store.")
    monkeypatch.setattr(fake.MlflowClient, "create_run", _raising(error))
    monkeypatch.setitem(sys.modules, "mlflow", fake)
    with pytest.raises(KasautiError, match="refused the run: no such store. Check"):
        EXPORTS["mlflow"].write(run, Target())


def _raising(error: Exception) -> Any:
    def fail(*given: Any, **named: Any) -> None:
        raise error

    return fail
