"""How likely a language model finds answers: their losses, whatever their length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kasauti.engines.errors import EngineError
from kasauti.engines.local import Advance, Engine, Prepared, SequenceScore
from kasauti.engines.sources.model_source import ModelSource

if TYPE_CHECKING:
    from kasauti.engines.causal.trie import Ids

DOCUMENTED = "EleutherAI/gpt-neo-125M"
EMBEDDED = "gemma-3-270m"


@dataclass(frozen=True, slots=True)
class Losses:
    """The score of each answer, and how many were longer than the model can read."""

    scores: tuple[SequenceScore, ...]
    truncated: int


def answer_losses(
    engine: Engine, answers: Sequence[str], advance: Advance = lambda _: None
) -> Losses:
    """The log-probability of each answer; an empty one counts as the end token alone.

    What exceeds the model's context is cut off, as documented, and counted.
    """
    from kasauti.engines.causal.tokens import encode

    if engine.kind == "masked":
        raise EngineError(
            f"--perplexity-model={engine.source.name} is a masked model and has no perplexity. "
            "Give a causal one."
        )
    most = _context(engine)
    spoken = [answer for answer in answers if answer.strip()]
    encoded = iter(encode(engine.tokenizer, spoken, prefix=engine.prefix))
    sequences = [next(encoded) if answer.strip() else _end(engine) for answer in answers]
    truncated = sum(len(ids) > most for ids in sequences)
    sequences = [ids[:most] for ids in sequences]
    scores = engine.score_prepared(
        [Prepared(ids, ids.tobytes(), len(ids) - 1) for ids in sequences],
        "logprob",
        lambda inputs: engine.scorer.scores(inputs),
        advance,
    )
    return Losses(tuple(scores), truncated)


def _end(engine: Engine) -> Ids:
    end = engine.tokenizer.eos_token_id
    if end is None or engine.prefix is None:
        raise EngineError(
            f"The tokenizer of {engine.source.name} has no end token to stand for an empty "
            "answer. Give another --perplexity-model."
        )
    return np.array([engine.prefix, end], dtype=np.int32)


def _context(engine: Engine) -> int:
    config = engine.model.config.get_text_config()
    return int(getattr(config, "max_position_embeddings", 0) or np.iinfo(np.int32).max)


def perplexity_source(name: str | None, *, allow_pickle: bool = False) -> tuple[ModelSource, str]:
    """The model that was asked for, or the documented one, or what is at hand, which is told."""
    if name is not None:
        return ModelSource.find(name, allow_pickle=allow_pickle), ""
    documented = ModelSource.find(DOCUMENTED)
    try:
        documented.folder()
    except EngineError:
        told = (
            f"Perplexity is that of the embedded {EMBEDDED}, for want of the documented "
            f"{DOCUMENTED}: figures are not comparable with its. Give --perplexity-model=FOLDER."
        )
        return ModelSource.find(EMBEDDED), told
    return documented, ""
