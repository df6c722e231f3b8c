"""Evaluation during training: chosen suites on every checkpoint that a Trainer saves."""

from __future__ import annotations

import csv
import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from transformers import (
    Trainer,
    TrainerCallback,
    TrainerControl,
    TrainerState,
    TrainingArguments,
)

from kasauti.engines.errors import EngineError

ROOT = Path(__file__).parents[1]
SUMMARY = "evaluation_summary.csv"
PREFIX = "eval_"  # loggers put what begins with it beside the Trainer's own evaluation
# What each kind of row in the summary is logged as.
NAMES = {"headline": "{case}", "figure": "{case}/{metric}", "overall": "{metric}"}
MEASURED = (0, 1)  # pytest's exit codes of a run that went to its end, green or red
# What a launcher of distributed training leaves behind would make the evaluation join it.
NOT_INHERITED = (
    *("PYTEST_", "ACCELERATE_", "TORCHELASTIC_", "MASTER_ADDR", "MASTER_PORT"),
    *("RANK", "LOCAL_RANK", "GROUP_RANK", "ROLE_RANK"),
    *("WORLD_SIZE", "LOCAL_WORLD_SIZE", "GROUP_WORLD_SIZE", "ROLE_WORLD_SIZE"),
)

Log = Callable[[dict[str, float]], None]
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """One evaluation of one checkpoint: a run of the suite in a process of its own."""

    checkpoint: Path
    results_dir: Path
    suites: str
    select: str = ""
    arguments: Sequence[str] = ()
    base_model: str | None = None

    def command(self) -> list[str]:
        """What a user would type."""
        # With equals signs: pytest would take a path that stands alone for a folder of tests.
        selected = ["-k", self.select] if self.select else []
        return [
            *(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-m", self.suites),
            *selected,
            *self._model(),
            f"--results-dir={self.results_dir}",
            *self.arguments,
        ]

    def figures(self) -> dict[str, float]:
        """Run it and read what it measured; a run that measured nothing is an error."""
        self.results_dir.mkdir(parents=True, exist_ok=True)
        before = set(self.results_dir.glob(f"*/{SUMMARY}"))
        output = self.results_dir / "output.txt"
        with output.open("w", encoding="utf-8") as file:
            finished = subprocess.run(
                self.command(),
                cwd=ROOT,
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                check=False,
            )
        written = set(self.results_dir.glob(f"*/{SUMMARY}")) - before
        if finished.returncode not in MEASURED or not written:
            raise EngineError(
                f"The evaluation of {self.checkpoint} measured nothing (exit code "
                f"{finished.returncode}). See {output}: {_reason(output)}"
            )
        return read_figures(written.pop())

    def _model(self) -> list[str]:
        """The checkpoint, or the model under it where it is an adapter."""
        config = self.checkpoint / "adapter_config.json"
        if not config.is_file():
            return [f"--model={self.checkpoint}"]
        told = json.loads(config.read_text(encoding="utf-8")).get("base_model_name_or_path")
        base = self.base_model or told
        if not base:
            raise EngineError(f"{config} does not name the model it belongs to. Give base_model=…")
        # A folder may be given from where the training was started; the run starts elsewhere.
        base = str(Path(base).resolve()) if Path(base).exists() else base
        return [f"--model={base}", f"--adapter={self.checkpoint}"]


class EvaluateOnSave(TrainerCallback):
    """Evaluates each checkpoint and logs the figures; a missed bar does not stop the training.

    The evaluation loads the checkpoint in a process of its own, so for its duration a second
    model is in memory beside the Trainer's. Give arguments=["--device=cpu"] where the GPU has no
    room for it.
    """

    def __init__(
        self,
        *,
        suites: str = "multiblimp",
        select: str = "",
        arguments: Sequence[str] = (),
        results_dir: str | Path | None = None,
        every: int = 1,
        base_model: str | None = None,
        log: Log | None = None,
    ) -> None:
        """
        suites, select: which tests, as pytest's -m and -k take them.
        arguments: further options of the run, e.g. ["--pairs-set=full"].
        results_dir: where the reports go (default: evaluations in the Trainer's output_dir).
        every: evaluate each n-th save.
        base_model: the model under a PEFT adapter, where its config names another place.
        log: the Trainer's log method; without it the figures stand in state.log_history alone.
        """
        if every < 1:
            raise EngineError(f"every is {every}. Give 1 to evaluate each save, 2 for each second.")
        if not (ROOT / "conftest.py").is_file():
            raise EngineError(
                f"There is no evaluation in {ROOT}. Install Kasauti from its repository with "
                "pip install -e, so that its tests are there."
            )
        self._suites = suites
        self._select = select
        self._arguments = tuple(arguments)
        self._results_dir = results_dir
        self._every = every
        self._base_model = base_model
        self._log = log
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
        **kwargs: Any,  # noqa: ARG002
    ) -> None:
        """Evaluate what was just saved, in the main process alone."""
        if not state.is_world_process_zero:
            return
        self._saves += 1
        if self._saves % self._every:
            return
        try:
            figures = self._evaluation(args, state).figures()
        except (EngineError, OSError, ValueError) as error:
            # Hours of training are not thrown away for an evaluation.
            logger.warning("%s", error)
            return
        if self._log is not None:
            self._log(figures)
        else:
            epoch = {} if state.epoch is None else {"epoch": state.epoch}
            state.log_history.append({**figures, **epoch, "step": state.global_step})

    def _evaluation(self, args: TrainingArguments, state: TrainerState) -> Evaluation:
        name = f"checkpoint-{state.global_step}"
        output_dir = Path(args.output_dir or ".").resolve()
        results_dir = Path(self._results_dir or output_dir / "evaluations").resolve()
        return Evaluation(
            checkpoint=output_dir / name,
            results_dir=results_dir / name,
            suites=self._suites,
            select=self._select,
            arguments=self._arguments,
            base_model=self._base_model,
        )


def read_figures(path: Path) -> dict[str, float]:
    """The figures of a run under the names that loggers show: eval_multiblimp/word_order."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    return {
        PREFIX + NAMES[row["kind"]].format_map(row): float(row["value"])
        for row in rows
        if row["kind"] in NAMES
    }


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(NOT_INHERITED)}


def _reason(output: Path) -> str:
    """The line of the output that says what is wrong, else its last one."""
    text = output.read_text(encoding="utf-8", errors="replace")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    told = [line for line in lines if line.startswith(("ERROR: ", "E  ")) and "usage:" not in line]
    return (told[:1] or lines[-1:] or ["it told nothing."])[0]
