"""The training itself, by transformers' Trainer: settings, progress, checkpoints."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from logging import ERROR
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import torch
    from transformers import TrainingArguments

    from kasauti.engines.finetuning.encoding import Collate, EncodedExample
    from kasauti.engines.protocol.backend import Advance
    from kasauti.engines.protocol.training import TrainingConfig


def make_trainer(
    model: torch.nn.Module,
    arguments: TrainingArguments,
    train: Sequence[EncodedExample],
    dev: Sequence[EncodedExample],
    collate: Collate,
    callbacks: Sequence[Any],
) -> Any:
    from transformers import PrinterCallback, Trainer

    trainer = Trainer(
        model=model,
        args=arguments,
        train_dataset=train,
        eval_dataset=dev or None,
        data_collator=collate,
        callbacks=list(callbacks),
    )
    trainer.remove_callback(PrinterCallback)  # it would print into the test report
    return trainer


def training_arguments(
    config: TrainingConfig, folder: Path, *, examples: int, with_dev: bool, on_cpu: bool
) -> TrainingArguments:
    from transformers import TrainingArguments

    return TrainingArguments(
        output_dir=str(folder),
        num_train_epochs=config.epochs,
        per_device_train_batch_size=config.batch,
        per_device_eval_batch_size=config.batch,
        learning_rate=config.learning_rate,
        warmup_steps=config.steps(examples) // 10,
        seed=config.seed,
        data_seed=config.seed,
        save_strategy="epoch",
        save_total_limit=1,
        eval_strategy="epoch" if with_dev else "no",
        load_best_model_at_end=with_dev,
        metric_for_best_model="eval_loss" if with_dev else None,
        restore_callback_states_from_checkpoint=True,
        logging_strategy="no",
        report_to="none",
        disable_tqdm=True,
        use_cpu=on_cpu,
        dataloader_pin_memory=not on_cpu,
        remove_unused_columns=False,
        label_names=["labels"],
    )


def step_counter(config: TrainingConfig, examples: int, advance: Advance) -> Any:
    from transformers import TrainerCallback

    class StepCounter(TrainerCallback):
        """Reports the steps of a resumed run, each new step, and those that were not needed."""

        done = 0

        def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:  # noqa: ARG002
            self._reach(state.global_step)

        def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:  # noqa: ARG002
            self._reach(state.global_step)

        def on_train_end(self, *_: Any, **__: Any) -> None:
            self._reach(config.steps(examples))

        def _reach(self, step: int) -> None:
            advance(step - self.done)
            self.done = step

    return StepCounter()


def last_complete_checkpoint(folder: Path) -> str | None:
    """The last checkpoint that was written completely: its state is written last."""
    complete: list[tuple[int, Path]] = []
    for path in folder.glob("checkpoint-*"):
        try:
            step = json.loads((path / "trainer_state.json").read_text(encoding="utf-8"))
            complete.append((int(step["global_step"]), path))
        except (OSError, ValueError):
            shutil.rmtree(path)
    return str(max(complete)[1]) if complete else None


@contextmanager
def quiet() -> Iterator[None]:
    """Silence the library's messages and progress bars: ours shows the steps."""
    from transformers.utils import logging

    before, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity(ERROR)
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        logging.set_verbosity(before)
        if bars:
            logging.enable_progress_bar()  # type: ignore[no-untyped-call]
