"""Losses of answers under a language model, from which their perplexity is computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from kasauti.engines.passes.likelihood import score_prepared
from kasauti.engines.protocol.backend import Advance, SequenceScore, ignore_progress
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.model_source import ModelSource

if TYPE_CHECKING:
    from kasauti.engines.passes.text_model import TextModel
    from kasauti.engines.passes.tokens import Ids

DOCUMENTED = "EleutherAI/gpt-neo-125M"
EMBEDDED = "gemma-3-270m"


@dataclass(frozen=True, slots=True)
class Losses:
    """The score of each answer, and how many were truncated to the model's context."""

    scores: tuple[SequenceScore, ...]
    truncated: int


def answer_losses(
    model: TextModel, answers: Sequence[str], advance: Advance = ignore_progress
) -> Losses:
    """The log-probability of each answer; an empty one counts as the end token alone.

    Answers longer than the model's context are truncated, as documented, and counted.
    """
    from kasauti.engines.causal.likelihood import prepare_sequence
    from kasauti.engines.passes.tokens import encode

    if model.kind == "masked":
        raise EngineError(
            f"--perplexity-model={model.name} is a masked model and has no perplexity. "
            "Pass a causal one."
        )
    most = model.positions or np.iinfo(np.int32).max
    filled = [answer for answer in answers if answer.strip()]
    encoded = iter(encode(model.tokenizer, filled, prefix=model.prefix))
    sequences = [next(encoded) if answer.strip() else _end(model) for answer in answers]
    truncated = sum(len(ids) > most for ids in sequences)
    prepared = [prepare_sequence(ids[:most]) for ids in sequences]
    return Losses(tuple(score_prepared(model, prepared, advance)), truncated)


def _end(model: TextModel) -> Ids:
    end = model.tokenizer.eos_token_id
    if end is None or model.prefix is None:
        raise EngineError(
            f"The tokenizer of {model.name} has no end token to stand for an empty answer. "
            "Pass another --perplexity-model."
        )
    return np.array([model.prefix, end], dtype=np.int32)


def other_scale(name: str) -> str:
    """Return a note if the documented figures are on another scale, else an empty string."""
    documented, used = Path(DOCUMENTED).name, Path(name).name
    if used == documented:
        return ""
    return f"The threshold is for {documented}, and {used} has another scale."


def perplexity_source(name: str | None, *, allow_pickle: bool = False) -> tuple[ModelSource, str]:
    """The given model, by default the documented one, else the embedded one.

    Also a notice, which is not empty if the embedded fallback is used.
    """
    if name is not None:
        return ModelSource.find(name, allow_pickle=allow_pickle), ""
    documented = ModelSource.find(DOCUMENTED)
    try:
        documented.folder()
    except EngineError:
        notice = (
            f"Perplexity uses the embedded {EMBEDDED}, because the documented {DOCUMENTED} is not "
            "available; the figures of the two are not comparable. "
            "Pass --perplexity-model=FOLDER to use another model."
        )
        return ModelSource.find(EMBEDDED), notice
    return documented, ""
