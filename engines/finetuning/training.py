"""The training itself, by transformers' Trainer: settings, progress, checkpoints."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from logging import ERROR
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import torch
from torch import nn
from torch.nn import functional

from kasauti.engines.finetuning.encoding import IGNORED
from kasauti.engines.protocol.phases import without_bars

if TYPE_CHECKING:
    from transformers import TrainingArguments

    from kasauti.engines.finetuning.encoding import EncodedExample
    from kasauti.engines.passes.text_model import LocalModel
    from kasauti.engines.protocol.backend import Advance
    from kasauti.engines.protocol.training import TrainingConfig

MakeBatch: TypeAlias = "Callable[[Sequence[EncodedExample]], dict[str, torch.Tensor]]"
RANK = 16  # of a LoRA


def make_trainer(
    model: torch.nn.Module,
    config: TrainingConfig,
    folder: Path,
    *,
    train: Sequence[EncodedExample],
    dev: Sequence[EncodedExample],
    make_batch: MakeBatch,
    on_cpu: bool,
    advance: Advance,
) -> Any:
    """The trainer of a model; without early stopping, the loss on `dev` is not needed."""
    from transformers import EarlyStoppingCallback, PrinterCallback, Trainer

    stops_early = bool(config.patience and dev)
    callbacks: list[Any] = [step_counter(config, len(train), advance)]
    if config.patience and stops_early:
        callbacks.append(EarlyStoppingCallback(config.patience))
    arguments = _training_arguments(
        config, folder, examples=len(train), with_dev=stops_early, on_cpu=on_cpu
    )
    trainer = Trainer(
        model=model,
        args=arguments,
        train_dataset=train,
        eval_dataset=dev if stops_early else None,
        data_collator=make_batch,
        callbacks=callbacks,
    )
    trainer.remove_callback(PrinterCallback)  # it would print into the test report
    return trainer


def _training_arguments(
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

    before = logging.get_verbosity()
    logging.set_verbosity(ERROR)
    try:
        with without_bars():
            yield
    finally:
        logging.set_verbosity(before)


class Classifier(nn.Module):
    """The layers of a language model, and a linear layer that classifies some of the tokens."""

    def __init__(self, backbone: nn.Module, *, width: int, classes: int) -> None:
        super().__init__()
        self.backbone = backbone
        self.score = nn.Linear(width, classes)
        # With zeros all classes start equally likely, whatever the scale of the hidden states.
        nn.init.zeros_(self.score.weight)
        nn.init.zeros_(self.score.bias)

    def forward(
        self,
        input_ids: torch.Tensor,  # [texts, tokens]
        attention_mask: torch.Tensor,
        indices: torch.Tensor,  # [texts, spans]
        labels: torch.Tensor | None = None,
    ) -> dict[str, torch.Tensor]:
        states = self.backbone(
            input_ids=input_ids, attention_mask=attention_mask
        ).last_hidden_state  # [texts, tokens, hidden]
        rows = torch.arange(len(indices), device=indices.device)[:, None]
        logits = self.score(states[rows, indices.clamp(min=0)].float())  # [texts, spans, classes]
        found = {"logits": logits}
        if labels is not None:
            found["loss"] = functional.cross_entropy(
                logits.flatten(0, 1), labels.flatten(), ignore_index=IGNORED
            )
        return found


def classifier_model(model: LocalModel, classes: int, *, lora_above: int) -> tuple[nn.Module, bool]:
    """Return a separate copy of the model with a head, and True if it has a LoRA.

    Of a model with more than `lora_above` parameters a LoRA and the head are trained; of a
    smaller one everything is. An adapter of its own is merged into it first.
    """
    copied = model.checkpoint.load_for_training()
    parameters = sum(each.numel() for each in copied.parameters())
    width = copied.config.get_text_config().hidden_size
    headed = Classifier(copied.base_model, width=width, classes=classes)
    headed.to(model.device)
    if parameters <= lora_above:
        return headed.requires_grad_(True), False
    return _with_lora(headed), True


def _with_lora(headed: Classifier) -> nn.Module:
    from peft import LoraConfig, get_peft_model
    from transformers.pytorch_utils import Conv1D

    layers = {
        name: module
        for name, module in headed.named_modules()
        if name.startswith("backbone.") and isinstance(module, nn.Linear | Conv1D)
    }
    config = LoraConfig(
        r=RANK,
        lora_alpha=2 * RANK,
        target_modules=list(layers),
        modules_to_save=["score"],
        # GPT-2's layers store their weights transposed.
        fan_in_fan_out=any(isinstance(module, Conv1D) for module in layers.values()),
    )
    model: nn.Module = get_peft_model(headed, config)
    return model
