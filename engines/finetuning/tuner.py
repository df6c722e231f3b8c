"""Fine-tuning: a lesson in, scores of what was asked out; each learnt once, ever, for one model.

The model under test is never touched: a separate instance is loaded, trained by transformers'
Trainer, asked, and let go. A checkpoint is written every epoch beside the score store, so a run
that was killed goes on from its last epoch; what was asked and answered is kept in the store.
"""

from __future__ import annotations

import gc
import io
import json
import math
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.metadata import version
from logging import ERROR
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from filelock import FileLock
from numpy.typing import NDArray

from kasauti.engines.finetuning.training_set import (
    CUT_OFF,
    Collate,
    EncodedExample,
    TrainingSet,
    encode_examples,
)
from kasauti.engines.local import Advance, Engine
from kasauti.engines.store.score_store import key

if TYPE_CHECKING:
    import torch
    from transformers import TrainingArguments

# A model with more parameters than this gets a LoRA; a smaller one is trained whole.
LORA_ABOVE = 50_000_000
# Changes when the same recipe would no longer give the same result.
VERSION = 1
Scores = NDArray[np.float32]  # [spans, classes] of one example


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingConfig:
    """How a model is fine-tuned; `patience` epochs without a better dev loss end it early."""

    epochs: int
    seed: int
    patience: int | None = None
    batch: int = 8
    learning_rate: float = 2e-4
    longest: int = 512
    lora_above: int = LORA_ABOVE

    def steps(self, examples: int) -> int:
        return self.epochs * math.ceil(examples / self.batch)


@dataclass(frozen=True, slots=True, eq=False)
class FineTuned:
    """What a fine-tuned model says of each asked example, and how it came to it."""

    scores: tuple[Scores, ...]  # log-probabilities; not a number where a span was cut off
    epochs: float
    lora: bool


class FineTuner:
    """Fine-tunes the engine's model on lessons; finished ones come from the store."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def learn(
        self, lesson: TrainingSet, recipe: TrainingConfig, advance: Advance = lambda _: None
    ) -> FineTuned:
        """What the model says after the lesson; `advance` is told how many steps are done."""
        store, work, steps = self._engine.store, self._engine.work, recipe.steps(len(lesson.train))
        place = self._key(lesson, recipe)
        folder = store.path.with_name(f"{store.path.name}.finetuning") / place.hex()
        folder.parent.mkdir(parents=True, exist_ok=True)
        # One at a time: a model in training needs much memory and every core there is, and of
        # two runs that want the same, the second finds it done.
        with FileLock(folder.with_name("lock")):
            found = store.get([place])
            if found:
                work.stored += len(lesson.asked)
                advance(steps)
            else:
                value = _packed(self._train(lesson, recipe, folder, advance))
                store.put([(place, value)])
                found = {place: value}
                work.computed += len(lesson.asked)
                shutil.rmtree(folder, ignore_errors=True)
        return _unpacked(found[place], lesson)

    def _key(self, lesson: TrainingSet, recipe: TrainingConfig) -> bytes:
        engine = self._engine
        identity = {**engine.identity, "bos": engine.bos, "peft": version("peft")}
        context = "|".join(f"{name}:{value}" for name, value in sorted(identity.items()))
        said = json.dumps({**asdict(recipe), "version": VERSION}, sort_keys=True)
        return key(f"finetuned|{context}|{said}", lesson.digest().encode())

    def _train(
        self, lesson: TrainingSet, recipe: TrainingConfig, folder: Path, advance: Advance
    ) -> FineTuned:
        from transformers import EarlyStoppingCallback, set_seed

        from kasauti.engines.finetuning.classifier import classifier_model

        engine = self._engine
        train, dev, asked = (
            encode_examples(engine, examples, longest=recipe.longest)
            for examples in (lesson.train, lesson.dev, lesson.asked)
        )
        with _quiet():
            set_seed(recipe.seed)
            model, lora = classifier_model(engine, lesson.classes, lora_above=recipe.lora_above)
            collate = Collate(_padding(engine))
            callbacks: list[Any] = [_step_counter(recipe, len(train), advance)]
            if recipe.patience and dev:
                callbacks.append(EarlyStoppingCallback(recipe.patience))
            else:
                dev = []  # nothing is watched
            on_cpu = engine.device == "cpu"
            arguments = _arguments(
                recipe, folder, examples=len(train), watched=bool(dev), on_cpu=on_cpu
            )
            trainer = _trainer(model, arguments, train, dev, collate, callbacks)
            trainer.train(resume_from_checkpoint=_last_whole_checkpoint(folder))
            scores = _ask(trainer.model, asked, collate, recipe.batch)
            epochs = float(trainer.state.epoch or 0)
        del model, trainer
        gc.collect()
        return FineTuned(tuple(scores), epochs, lora)


def _trainer(
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
    trainer.remove_callback(PrinterCallback)  # what is printed stands in the report of a test
    return trainer


def _arguments(
    recipe: TrainingConfig, folder: Path, *, examples: int, watched: bool, on_cpu: bool
) -> TrainingArguments:
    from transformers import TrainingArguments

    return TrainingArguments(
        output_dir=str(folder),
        num_train_epochs=recipe.epochs,
        per_device_train_batch_size=recipe.batch,
        per_device_eval_batch_size=recipe.batch,
        learning_rate=recipe.learning_rate,
        warmup_steps=recipe.steps(examples) // 10,
        seed=recipe.seed,
        data_seed=recipe.seed,
        save_strategy="epoch",
        save_total_limit=1,
        eval_strategy="epoch" if watched else "no",
        load_best_model_at_end=watched,
        metric_for_best_model="eval_loss" if watched else None,
        restore_callback_states_from_checkpoint=True,
        logging_strategy="no",
        report_to="none",
        disable_tqdm=True,
        use_cpu=on_cpu,
        dataloader_pin_memory=not on_cpu,
        remove_unused_columns=False,
        label_names=["labels"],
    )


def _step_counter(recipe: TrainingConfig, examples: int, advance: Advance) -> Any:
    from transformers import TrainerCallback

    class StepCounter(TrainerCallback):
        """Tells the progress: what a resumed run has behind it, each step, what was not needed."""

        done = 0

        def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:  # noqa: ARG002
            self._reach(state.global_step)

        def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:  # noqa: ARG002
            self._reach(state.global_step)

        def on_train_end(self, *_: Any, **__: Any) -> None:
            self._reach(recipe.steps(examples))

        def _reach(self, step: int) -> None:
            advance(step - self.done)
            self.done = step

    return StepCounter()


def _ask(
    model: torch.nn.Module, asked: Sequence[EncodedExample], collate: Collate, batch: int
) -> list[Scores]:
    import torch

    model.eval()
    device = next(model.parameters()).device
    order = sorted(range(len(asked)), key=lambda index: -len(asked[index].ids))
    scores: dict[int, Scores] = {}
    for start in range(0, len(order), batch):
        chosen = order[start : start + batch]
        inputs = collate([asked[index] for index in chosen])
        with torch.inference_mode():
            found = model(**{name: each.to(device) for name, each in inputs.items()})
        logprobs = found["logits"].log_softmax(-1).cpu().numpy()
        for row, index in enumerate(chosen):
            places = asked[index].places
            scores[index] = np.where(
                (places == CUT_OFF)[:, None], np.nan, logprobs[row, : len(places)]
            )
    return [scores[index].astype(np.float32) for index in range(len(asked))]


def _padding(engine: Engine) -> int:
    tokenizer = engine.tokenizer
    # The mask hides it; some models count positions by it.
    for token in (tokenizer.pad_token_id, tokenizer.eos_token_id):
        if token is not None:
            return int(token)
    return 0


def _last_whole_checkpoint(folder: Path) -> str | None:
    """The last checkpoint whose writing came to its end: the state is the last file of it."""
    whole: list[tuple[int, Path]] = []
    for path in folder.glob("checkpoint-*"):
        try:
            step = json.loads((path / "trainer_state.json").read_text(encoding="utf-8"))
            whole.append((int(step["global_step"]), path))
        except (OSError, ValueError):
            shutil.rmtree(path)
    return str(max(whole)[1]) if whole else None


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the library's remarks and bars: the steps are told by our own."""
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


def _packed(learnt: FineTuned) -> bytes:
    head = json.dumps({"epochs": learnt.epochs, "lora": learnt.lora}).encode()
    body = io.BytesIO()
    np.save(body, np.concatenate(learnt.scores), allow_pickle=False)
    return len(head).to_bytes(4, "big") + head + body.getvalue()


def _unpacked(value: bytes, lesson: TrainingSet) -> FineTuned:
    size = int.from_bytes(value[:4], "big")
    head = json.loads(value[4 : 4 + size])
    scores = np.load(io.BytesIO(value[4 + size :]), allow_pickle=False)
    ends = np.cumsum([max(1, len(example.spans)) for example in lesson.asked])[:-1]
    return FineTuned(tuple(np.split(scores, ends)), head["epochs"], head["lora"])
