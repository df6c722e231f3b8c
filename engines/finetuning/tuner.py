"""Fine-tuning: a training set in, predictions out; each computed once for one model.

The model under test is never changed: a separate copy is loaded, trained by transformers'
Trainer, evaluated and dropped. A checkpoint is written every epoch beside the score store, so
a killed run resumes from its last epoch; predictions are kept in the store.
"""

from __future__ import annotations

import gc
import io
import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from filelock import FileLock

from kasauti.engines.finetuning.encoding import CUT_OFF, EncodedExample, collate, encode_examples
from kasauti.engines.protocol.backend import Advance, ignore_progress
from kasauti.engines.protocol.errors import EngineError, require
from kasauti.engines.protocol.store import identity_line
from kasauti.engines.protocol.training import FineTuned, Scores, TrainingConfig, TrainingSet
from kasauti.engines.store.missing import Keep
from kasauti.engines.store.score_store import key as store_key
from kasauti.engines.store.scores import reads_stored

if TYPE_CHECKING:
    import torch

    from kasauti.engines.finetuning.training import MakeBatch
    from kasauti.engines.passes.text_model import LocalModel

# Increase it when the same config would no longer give the same result.
VERSION = 1


class FineTuner:
    """Fine-tunes copies of one model; finished ones come from the store."""

    def __init__(self, model: LocalModel) -> None:
        self._model = model

    def tune(
        self,
        training_set: TrainingSet,
        config: TrainingConfig,
        advance: Advance = ignore_progress,
    ) -> FineTuned:
        """Return the predictions of a trained copy; `advance` counts training steps."""
        for module in ("accelerate", "peft"):
            require(module, "indicglue", needed_by="Fine-tuning")
        model = self._model
        if model.why_not_trainable:
            raise EngineError(model.why_not_trainable)
        key = self._key(training_set, config)
        folder = model.store.path.with_name(f"{model.store.path.name}.finetuning") / key.hex()
        _make_folder(folder.parent)

        def compute(_: list[int], keep: Keep) -> None:
            keep([(0, _pack(self._train(training_set, config, folder, advance)))])
            shutil.rmtree(folder, ignore_errors=True)

        def report(_: list[int], computed: bool) -> None:
            if not computed:  # the training itself reports its steps
                advance(config.steps(len(training_set.train)), stored=True)

        asked = len(training_set.asked)
        missing = model.missing(compute, report, items_per_result=asked)
        # One at a time: a model in training needs much memory and every core, and of two runs
        # that want the same result, the second finds it in the store.
        with FileLock(folder.with_name("lock")):
            (value,) = missing.values([key])
        return _unpack(value, training_set)

    def _key(self, training_set: TrainingSet, config: TrainingConfig) -> bytes:
        context = identity_line(
            {**self._model.identity, "bos": self._model.bos, "peft": version("peft")}
        )
        settings = json.dumps({**asdict(config), "version": VERSION}, sort_keys=True)
        return store_key(f"finetuned|{context}|{settings}", training_set.digest().encode())

    def _train(
        self, training_set: TrainingSet, config: TrainingConfig, folder: Path, advance: Advance
    ) -> FineTuned:
        from transformers import set_seed

        from kasauti.engines.finetuning.training import (
            classifier_model,
            last_complete_checkpoint,
            make_trainer,
            quiet,
        )

        train, dev, asked = (
            encode_examples(self._model, examples, longest=config.longest)
            for examples in (training_set.train, training_set.dev, training_set.asked)
        )
        with quiet():
            set_seed(config.seed)
            classifier, lora = classifier_model(
                self._model, training_set.classes, lora_above=config.lora_above
            )
            make_batch = partial(collate, padding=_padding(self._model))
            trainer = make_trainer(
                classifier,
                config,
                folder,
                train=train,
                dev=dev,
                make_batch=make_batch,
                on_cpu=self._model.device == "cpu",
                advance=advance,
            )
            trainer.train(resume_from_checkpoint=last_complete_checkpoint(folder))
            scores = _predict(trainer.model, asked, make_batch, config.batch)
            epochs = float(trainer.state.epoch or 0)
        del classifier, trainer
        gc.collect()
        return FineTuned(tuple(scores), epochs, lora)


def _predict(
    model: torch.nn.Module, asked: Sequence[EncodedExample], make_batch: MakeBatch, batch: int
) -> list[Scores]:
    import torch

    model.eval()
    device = next(model.parameters()).device
    order = sorted(range(len(asked)), key=lambda index: -len(asked[index].ids))
    scores: dict[int, Scores] = {}
    for start in range(0, len(order), batch):
        chosen = order[start : start + batch]
        inputs = make_batch([asked[index] for index in chosen])
        with torch.inference_mode():
            found = model(**{name: each.to(device) for name, each in inputs.items()})
        logprobs = found["logits"].log_softmax(-1).cpu().numpy()
        for row, index in enumerate(chosen):
            tokens = asked[index].indices
            scores[index] = np.where(
                (tokens == CUT_OFF)[:, None], np.nan, logprobs[row, : len(tokens)]
            )
    return [scores[index].astype(np.float32) for index in range(len(asked))]


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EngineError(
            f"The folder {folder} for the checkpoints of fine-tuning cannot be created ({error}). "
            "Free disk space, or pass another --store=FILE."
        ) from None


def _padding(model: LocalModel) -> int:
    tokenizer = model.tokenizer
    # The mask hides it, but some models derive positions from it.
    for token in (tokenizer.pad_token_id, tokenizer.eos_token_id):
        if token is not None:
            return int(token)
    return 0


def _pack(fine_tuned: FineTuned) -> bytes:
    head = json.dumps({"epochs": fine_tuned.epochs, "lora": fine_tuned.lora}).encode()
    body = io.BytesIO()
    np.save(body, np.concatenate(fine_tuned.scores), allow_pickle=False)
    return len(head).to_bytes(4, "big") + head + body.getvalue()


@reads_stored
def _unpack(value: bytes, training_set: TrainingSet) -> FineTuned:
    size = int.from_bytes(value[:4], "big")
    head = json.loads(value[4 : 4 + size])
    scores = np.load(io.BytesIO(value[4 + size :]), allow_pickle=False)
    ends = np.cumsum([max(1, len(example.spans)) for example in training_set.asked])[:-1]
    return FineTuned(tuple(np.split(scores, ends)), head["epochs"], head["lora"])
