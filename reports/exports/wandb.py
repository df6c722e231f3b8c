"""Weights & Biases: a run with the figures and a table of the cases, through its own client."""

from __future__ import annotations

from kasauti.analysis.history import step_of, training_of
from kasauti.inputs.errors import KasautiError
from kasauti.records import Run
from kasauti.reports.exports.figures import exported_cases, exported_figures, exported_settings
from kasauti.reports.exports.target import Target, client
from kasauti.reports.terminal.run_table import HEADER, case_row

PACKAGE = "wandb"


def to_wandb(run: Run, target: Target) -> str:
    """Log the run; checkpoints of one training are a group. WANDB_MODE=offline sends nothing."""
    wandb = client("wandb", PACKAGE)
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
        logged.log({**exported_figures(run), "cases": table}, step=_step(run), commit=True)
        logged.finish()
    except wandb.errors.Error as error:
        raise KasautiError(
            f"Weights & Biases refused the run: {error}. Log in with `wandb login`, or set "
            "WANDB_MODE=offline."
        ) from None
    return f"Weights & Biases: run {logged.id} of the project {target.project}"


def _step(run: Run) -> int:
    return step_of(run.model) or 0
