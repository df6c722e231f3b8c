"""Experiment trackers, through their own clients: MLflow, and Weights & Biases."""

from __future__ import annotations

import re
from datetime import datetime

from kasauti.analysis.history.past_runs import step_of, training_of
from kasauti.inputs.errors import KasautiError
from kasauti.records import Run
from kasauti.reports.exports.target import (
    Target,
    client,
    exported_cases,
    exported_figures,
    exported_settings,
)
from kasauti.reports.wording.rows import HEADER, case_row
from kasauti.reports.wording.verdict import run_verdict

AT_ONCE = 100  # parameters of one call; of metrics it may be 1000
LONGEST_NAME, LONGEST_VALUE = 250, 500
# What MLflow allows in the name of a metric.
_OTHERS = re.compile(r"[^\w./\- :]")


def to_mlflow(run: Run, target: Target) -> str:
    """Log the run where MLFLOW_TRACKING_URI says."""
    mlflow = client("mlflow", "mlflow-skinny")
    try:
        tracking = mlflow.MlflowClient()
        logged = tracking.create_run(
            _experiment(tracking, target.project),
            start_time=_milliseconds(run.date),
            run_name=run.model,
            tags={"training": training_of(run.model), "verdict": run_verdict(run)},
        )
        _log(mlflow, tracking, logged.info.run_id, run)
        tracking.set_terminated(logged.info.run_id, end_time=_milliseconds(run.date))
    except mlflow.exceptions.MlflowException as error:
        raise KasautiError(
            f"MLflow refused the run: {str(error).rstrip('.')}. Check MLFLOW_TRACKING_URI "
            f"({mlflow.get_tracking_uri()})."
        ) from None
    return f"MLflow: run {logged.info.run_id} of the experiment {target.project}"


def to_wandb(run: Run, target: Target) -> str:
    """Log the run; checkpoints of one training are a group. WANDB_MODE=offline sends nothing."""
    wandb = client("wandb", "wandb")
    try:
        logged = wandb.init(
            project=target.project,
            name=run.model,
            group=training_of(run.model) or None,
            job_type="evaluation",
            config=exported_settings(run),
            dir=None if target.out is None else str(target.out),
        )
        rows = [list(case_row(each)) for each in exported_cases(run)]
        table = wandb.Table(columns=list(HEADER), data=rows)
        logged.log(
            {**exported_figures(run), "cases": table}, step=step_of(run.model) or 0, commit=True
        )
        logged.finish()
    except wandb.errors.Error as error:
        raise KasautiError(
            f"Weights & Biases refused the run: {error}. Log in with `wandb login`, or set "
            "WANDB_MODE=offline."
        ) from None
    return f"Weights & Biases: run {logged.id} of the project {target.project}"


def metric_name(name: str) -> str:
    """A name that MLflow takes.

    Its file store makes folders of slashes, and quiz/unit-1 cannot be a file and a folder: the
    suite alone becomes one.

    >>> metric_name("sanskrit/case:dative (ā-stems)"), metric_name("quiz/unit-1/chapter-1")
    ('sanskrit/case:dative _ā-stems_', 'quiz/unit-1.chapter-1')
    """
    suite, slash, case = _OTHERS.sub("_", name).partition("/")
    return f"{suite}{slash}{case.replace('/', '.')}"[:LONGEST_NAME]


def _experiment(tracking, name: str) -> str:  # type: ignore[no-untyped-def]
    found = tracking.get_experiment_by_name(name)
    created: str = found.experiment_id if found else tracking.create_experiment(name)
    return created


def _log(mlflow, tracking, run_id: str, run: Run) -> None:  # type: ignore[no-untyped-def]
    at, step = _milliseconds(run.date), step_of(run.model) or 0
    entities = mlflow.entities
    metrics = [
        entities.Metric(metric_name(name), value, at, step)
        for name, value in exported_figures(run).items()
    ]
    settings = [
        entities.Param(metric_name(name), value[:LONGEST_VALUE])
        for name, value in exported_settings(run).items()
    ]
    for start in range(0, max(len(metrics), len(settings)), AT_ONCE):
        part = slice(start, start + AT_ONCE)
        tracking.log_batch(run_id, metrics=metrics[part], params=settings[part])


def _milliseconds(date: str) -> int:
    return int(datetime.fromisoformat(date).timestamp() * 1000)
