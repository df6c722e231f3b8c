"""The figures of a model by the suite's engine, compared with the plainest possible loop."""

from __future__ import annotations

import copy
import inspect
import warnings
from typing import Any

import numpy as np
import torch

from kasauti.engines.causal.scorer import CausalScorer
from kasauti.engines.masked.scorer import MaskedScorer
from kasauti.engines.masked.sentences import MaskedSentence
from kasauti.engines.passes.tokens import Ids
from kasauti.engines.protocol.errors import EngineError
from tests.faults.figures.tiny_architectures import Task

NATS = 0.01  # how far a sentence's score may be from the loop's
MASK = 3


def verdict(task: Task, model: Any, *, reference: Any = None, longest: int = 40) -> str:
    """Return "right", "refused: …", or "WRONG: …" for anything else.

    The loop runs the reference: by default the model as it was before the engine had it.
    """
    reference = reference if reference is not None else copy.deepcopy(model)
    texts = _sequences(longest)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = engine_scores(task, model, texts)
    except EngineError as error:
        message = str(error)
        return f"refused: {message}" if "\n" not in message else f"WRONG: two lines: {message}"
    except Exception as error:
        return f"WRONG: {type(error).__name__}: {error}"
    try:
        expected = [plain_score(task, reference, ids) for ids in texts]
        whole, by_prefix = causal_scores(reference, texts[0]) if task == "causal" else (0.0, 0.0)
    except Exception as error:
        return f"WRONG: scored, but the loop fails: {type(error).__name__}: {error}"
    worst = float(np.abs(np.array(found) - np.array(expected)).max())
    if not worst <= NATS:
        return f"WRONG: {worst:.4f} nats from the loop"
    if not abs(whole - by_prefix) <= NATS:
        return f"WRONG: not causal, by {abs(whole - by_prefix):.4f} nats"
    return "right"


def engine_scores(task: Task, model: Any, texts: list[Ids]) -> list[float]:
    """The scores by the suite's engine, all texts together."""
    if task == "causal":
        batches = CausalScorer(model, batch_tokens=256).scores(texts)
    else:
        scorer = MaskedScorer(model, mask_token=MASK, batch_tokens=256)
        batches = scorer.scores([_masked(ids) for ids in texts])
    scores = dict(pair for batch in batches for pair in batch)
    return [scores[index] for index in range(len(texts))]


def own_logits(model: Any, tokens: torch.Tensor) -> torch.Tensor:
    """[tokens, vocabulary] of one row; without a cache, which some cannot make for one pass."""
    known = inspect.signature(model.forward).parameters
    settings = {"use_cache": False} if "use_cache" in known else {}
    return model(tokens, **settings).logits[0].double()  # type: ignore[no-any-return]


@torch.no_grad()
def plain_score(task: Task, model: Any, ids: Ids) -> float:
    """One sequence, no batch, no cache, the model's own logits."""
    tokens = torch.tensor(ids[None].astype(np.int64))
    if task == "causal":
        logprobs = torch.log_softmax(own_logits(model, tokens[:, :-1]), dim=-1)
        return float(sum(logprobs[i, tokens[0, i + 1]] for i in range(len(ids) - 1)))
    total = 0.0
    for index in range(1, len(ids) - 1):
        masked = tokens.clone()
        masked[0, index] = MASK
        logprobs = torch.log_softmax(own_logits(model, masked)[index], dim=-1)
        total += float(logprobs[tokens[0, index]])
    return total


@torch.no_grad()
def causal_scores(model: Any, ids: Ids) -> tuple[float, float]:
    """A sequence's score from one pass, and from one pass per prefix, which sees no later token."""
    tokens = torch.tensor(ids[None].astype(np.int64))
    total = 0.0
    for stop in range(1, len(ids)):
        logits = own_logits(model, tokens[:, :stop])[-1]
        total += float(torch.log_softmax(logits, dim=-1)[tokens[0, stop]])
    return plain_score("causal", model, ids), total


def _sequences(longest: int) -> list[Ids]:
    """Pairs that share prefixes, of many lengths, and one long one; without special tokens."""
    random = np.random.default_rng(1)
    made = [random.integers(10, 290, longest).astype(np.int32)]
    for length in (12, 3, 7, 20, 12, 5):
        good = random.integers(10, 290, length).astype(np.int32)
        bad = good.copy()
        bad[length // 2] = random.integers(10, 290)
        made += [good, bad]
    return made


def _masked(ids: Ids) -> MaskedSentence:
    scored = np.arange(1, len(ids) - 1, dtype=np.int32)
    return MaskedSentence(ids, scored, scored + 1)
