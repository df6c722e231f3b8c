"""Evaluation during training: chosen suites on every checkpoint that a Trainer saves."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from transformers import (
    Trainer,
    TrainerCallback,
    TrainerControl,
    TrainerState,
    TrainingArguments,
)

from kasauti.analysis.history.history_file import RESULTS
from kasauti.evaluation import MEASURED, EvaluationError, command_line, evaluate
from kasauti.records import Run
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

Log = Callable[[dict[str, float]], None]
logger = logging.getLogger(__name__)


class EvaluateOnSave(TrainerCallback):
    """Evaluates each checkpoint and logs the figures; a missed threshold does not stop training.

    In a single process the Trainer's own model is evaluated where it is: nothing is loaded
    again. In distributed training, where no process has the whole model, the saved checkpoint is
    evaluated in a process of its own, which loads it a second time: pass device="cpu" where the
    GPU has no room for that.
    """

    def __init__(
        self,
        *,
        suites: str = "multiblimp",
        select: str = "",
        results_dir: str | Path | None = None,
        every: int = 1,
        base_model: str | None = None,
        log: Log | None = None,
        **options: Any,
    ) -> None:
        """
        suites, select: which tests, as pytest's -m and -k take them.
        results_dir: where the reports go (default: evaluations in the Trainer's output_dir).
        every: evaluate each n-th save.
        base_model: the model under a PEFT adapter, where its config names another place.
        log: the Trainer's log method; without it the figures are only in state.log_history.
        options: options of the command line, e.g. pairs_set="full", no_store=True.
        """
        if every < 1:
            raise EvaluationError(
                f"every is {every}. Give 1 to evaluate each save, 2 for every other one."
            )
        self._suites = suites
        self._select = select
        self._results_dir = results_dir
        self._every = every
        self._base_model = base_model
        self._log = log
        self._options = options
        self._saves = 0

    @classmethod
    def add_to(cls, trainer: Trainer, **options: Any) -> EvaluateOnSave:
        """Put the callback on a trainer, so that all its loggers get the figures."""
        callback = cls(log=trainer.log, **options)
        trainer.add_callback(callback)
        return callback

    def on_save(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,  # noqa: ARG002
        **kwargs: Any,
    ) -> None:
        """Evaluate what was just saved, in the main process alone."""
        if not state.is_world_process_zero:
            return
        self._saves += 1
        if self._saves % self._every:
            return
        try:
            figures = figures_of(self._evaluate(args, state, kwargs))
        except (EvaluationError, OSError, ValueError) as error:
            # Hours of training are not thrown away for an evaluation.
            logger.warning("%s", error)
            return
        if self._log is not None:
            self._log(figures)
        else:
            epoch = {} if state.epoch is None else {"epoch": state.epoch}
            state.log_history.append({**figures, **epoch, "step": state.global_step})

    def _evaluate(
        self, args: TrainingArguments, state: TrainerState, given: Mapping[str, Any]
    ) -> Run:
        name = f"checkpoint-{state.global_step}"
        output_dir = Path(args.output_dir or ".").resolve()
        parent = Path(self._results_dir or output_dir / "evaluations").resolve()
        options = {**self._options, "results_dir": parent / name}
        model, tokenizer = given.get("model"), given.get("processing_class")
        if args.world_size > 1 or model is None or tokenizer is None:
            options |= model_options(output_dir / name, base_model=self._base_model)
            return evaluate_elsewhere(self._suites, self._select, options)
        return evaluate(
            model,
            tokenizer=tokenizer,
            name=name,
            suites=self._suites,
            select=self._select,
            **options,
        )


def figures_of(run: Run) -> dict[str, float]:
    """Return the figures of a run by their names in loggers: eval_multiblimp/word_order."""
    figures: dict[str, float] = {}
    for measurement in run.measurements:
        figures[f"{PREFIX}{measurement.case}"] = measurement.headline.value
        for figure in measurement.figures:
            figures[f"{PREFIX}{measurement.case}/{figure.metric}"] = figure.value
    for suite in run.suites:
        if suite.overall is not None:
            figures[f"{PREFIX}{suite.overall.name}"] = suite.overall.value
    return figures


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
