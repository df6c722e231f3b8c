"""Runs in the forms of other tools. A further one is a module with a function, and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kasauti.records import Run
from kasauti.reports.exports.lm_eval import to_lm_eval
from kasauti.reports.exports.model_card import to_model_card
from kasauti.reports.exports.target import PROJECT, Target
from kasauti.reports.exports.trackers import to_mlflow, to_wandb

__all__ = ["EXPORTS", "PROJECT", "Export", "Target"]


@dataclass(frozen=True, slots=True)
class Export:
    """A form that a run can be given.

    write: writes it and returns a line that says where it is.
    """

    what: str
    write: Callable[[Run, Target], str]


EXPORTS: Mapping[str, Export] = {
    "lm-eval": Export("a results.json as lm-eval writes it", to_lm_eval),
    "mlflow": Export("a run in MLflow", to_mlflow),
    "model-card": Export("the model-index of a model card on the Hugging Face hub", to_model_card),
    "wandb": Export("a run in Weights & Biases", to_wandb),
}
