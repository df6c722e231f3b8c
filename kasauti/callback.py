"""Evaluation during training: chosen suites on every checkpoint that a Trainer saves."""

from __future__ import annotations

import inspect
import json
import logging
import math
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Unpack

from transformers import (
    Trainer,
    TrainerCallback,
    TrainerControl,
    TrainerState,
    TrainingArguments,
)

from kasauti.analysis.history.history_file import RESULTS
from kasauti.evaluation import MEASURED, EvaluationError, command_line, evaluate
from kasauti.options import Options
from kasauti.records import Interval, Run
from kasauti.records.serialization.files import read_run

PREFIX = "eval_"  # loggers put what begins with it beside the Trainer's own evaluation
# What a launcher of distributed training sets would make the evaluation join it.
NOT_INHERITED = (
    "PYTEST_",
    "ACCELERATE_",
    "TORCHELASTIC_",
    "MASTER_ADDR",
    "MASTER_PORT",
    "RANK",
    "LOCAL_RANK",
    "GROUP_RANK",
    "ROLE_RANK",
    "WORLD_SIZE",
    "LOCAL_WORLD_SIZE",
    "GROUP_WORLD_SIZE",
    "ROLE_WORLD_SIZE",
)

logger = logging.getLogger(__name__)


class EvaluateOnSave(TrainerCallback):
    """Evaluates each checkpoint and logs the figures; a missed threshold does not stop training.

    In a single process the Trainer's own model is evaluated where it is: nothing is loaded
    again. In distributed training, where no process has the whole model, the saved checkpoint is
    evaluated in a process of its own, which loads it a second time: pass device="cpu" where the
    GPU has no room for that.

    Where the Trainer's metric_for_best_model is a figure of ours, the model is evaluated whenever
    the Trainer evaluates, before it decides which checkpoint is the best.
    """

    def __init__(
        self,
        *,
        suites: str = "multiblimp",
        select: str = "",
        every: int = 1,
        base_model: str | None = None,
        **options: Unpack[Options],
    ) -> None:
        """
        suites, select: which tests, as pytest's -m and -k take them.
        every: evaluate each n-th save.
        base_model: the model under a PEFT adapter, where its config names another place.
        options: options of the command line, e.g. pairs_set="full", no_store=True; the default of
        results_dir is evaluations in the Trainer's output_dir.
        """
        if every < 1:
            raise EvaluationError(
                f"every is {every}. Give 1 to evaluate each save, 2 for every other one."
            )
        self._suites = suites
        self._select = select
        self._every = every
        self._base_model = base_model
        self._options = options
        self._saves = 0
        self._evaluated = -1  # the step of the last evaluation

    def on_evaluate(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,  # noqa: ARG002
        **kwargs: Any,
    ) -> None:
        """Add our figures to those of the Trainer if one of them chooses the best model."""
        named, metrics = args.metric_for_best_model, kwargs["metrics"]
        key = f"{PREFIX}{(named or '').removeprefix(PREFIX)}"
        if not named or key in metrics:
            return
        if args.world_size > 1:
            raise EvaluationError(
                f"metric_for_best_model={named} is measured in the Trainer's process, and training "
                "is distributed. Train in one process, or choose a metric of the Trainer."
            )
        # A model that could not be evaluated is not the best; the Trainer asks for a number.
        metrics.update({key: math.nan, **self._figures(args, state, kwargs)})

    def on_save(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,  # noqa: ARG002
        **kwargs: Any,
    ) -> None:
        """Evaluate what was just saved, in the main process alone."""
        if not state.is_world_process_zero or self._evaluated == state.global_step:
            return
        self._saves += 1
        if self._saves % self._every == 0:
            self._figures(args, state, kwargs)

    def _figures(
        self, args: TrainingArguments, state: TrainerState, given: Mapping[str, Any]
    ) -> dict[str, float]:
        """Evaluate and log; a failed evaluation is a warning."""
        self._evaluated = state.global_step
        try:
            figures = figures_of(self._evaluate(args, state, given))
        except (EvaluationError, OSError, ValueError) as error:
            # Hours of training are not thrown away for an evaluation.
            logger.warning("%s", error)
            return {}
        if trainer := _trainer():
            trainer.log(dict(figures))
        else:
            epoch = {} if state.epoch is None else {"epoch": state.epoch}
            state.log_history.append({**figures, **epoch, "step": state.global_step})
        return figures

    def _evaluate(
        self, args: TrainingArguments, state: TrainerState, given: Mapping[str, Any]
    ) -> Run:
        name = f"checkpoint-{state.global_step}"
        output_dir = Path(args.output_dir or ".").resolve()
        parent = Path(self._options.get("results_dir") or output_dir / "evaluations").resolve()
        options = Options(**{**self._options, "results_dir": parent / name})
        model, tokenizer = given.get("model"), given.get("processing_class")
        if args.world_size > 1 or model is None or tokenizer is None:
            named = model_options(output_dir / name, base_model=self._base_model)
            return evaluate_elsewhere(self._suites, self._select, {**options, **named})
        return evaluate(
            model,
            tokenizer=tokenizer,
            name=name,
            suites=self._suites,
            select=self._select,
            **options,
        )


def _trainer() -> Trainer | None:
    """Return the Trainer that called the callback: it passes neither itself nor its loggers."""
    frame = inspect.currentframe()
    while frame is not None:
        caller = frame.f_locals.get("self")
        if isinstance(caller, Trainer):
            return caller
        frame = frame.f_back
    return None


def figures_of(run: Run) -> dict[str, float]:
    """Return the figures of a run by their names in loggers: eval_multiblimp/word_order.

    Of scores that have an interval, also its ends: eval_multiblimp/word_order/low and …/high.
    """
    figures: dict[str, float] = {}
    for measurement in run.measurements:
        name, headline = f"{PREFIX}{measurement.case}", measurement.headline
        figures |= {name: headline.value, **_ends(name, headline.interval)}
        for figure in measurement.figures:
            figures[f"{name}/{figure.metric}"] = figure.value
    for suite in run.suites:
        if suite.overall is not None:
            name, whole = f"{PREFIX}{suite.overall.name}", suite.figure
            figures |= {name: suite.overall.value}
            if whole and whole.value == suite.overall.value:
                figures |= _ends(name, whole.interval)
    return figures


def _ends(name: str, interval: Interval | None) -> dict[str, float]:
    return {f"{name}/low": interval.low, f"{name}/high": interval.high} if interval else {}


def model_options(checkpoint: Path, *, base_model: str | None) -> dict[str, object]:
    """Return options for the checkpoint, or for the model under it if it is an adapter."""
    config = checkpoint / "adapter_config.json"
    if not config.is_file():
        return {"model": checkpoint}
    named = json.loads(config.read_text(encoding="utf-8")).get("base_model_name_or_path")
    base = base_model or named
    if not base:
        raise EvaluationError(f"{config} does not name the model it belongs to. Give base_model=…")
    return {"model": base, "adapter": checkpoint}


def evaluate_elsewhere(suites: str, select: str, options: Mapping[str, Any]) -> Run:
    """Evaluate in a process of its own, and read the run that it wrote."""
    results_dir = Path(options["results_dir"])
    results_dir.mkdir(parents=True, exist_ok=True)
    before = set(results_dir.glob(f"*/{RESULTS}"))
    output = results_dir / "output.txt"
    with output.open("w", encoding="utf-8") as file:
        finished = subprocess.run(
            [
                sys.executable,
                "-m",
                "kasauti",
                "-p",
                "no:cacheprovider",
                "-m",
                suites,
                *(["-k", select] if select else []),
                *command_line(options),
            ],
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            check=False,
        )
    written = set(results_dir.glob(f"*/{RESULTS}")) - before
    if finished.returncode not in MEASURED or not written:
        raise EvaluationError(
            f"The evaluation of {options['model']} measured nothing (exit code "
            f"{finished.returncode}). See {output}: {_reason(output)}"
        )
    return read_run(json.loads(written.pop().read_text(encoding="utf-8")))


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(NOT_INHERITED)}


def _reason(output: Path) -> str:
    """Return the error in the output, or else its last line."""
    text = output.read_text(encoding="utf-8", errors="replace")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR: ") and "usage:" not in line]
    return (errors[:1] or lines[-1:] or ["it printed nothing."])[0]
