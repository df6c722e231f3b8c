"""The trial of a causal model when it is loaded: a few tokens, as transformers runs them.

What follows a token must not change what is predicted before it. What is kept of the trial is the
reference for the scorer's own, faster ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor
from transformers import PreTrainedModel

from kasauti.engines.causal.trie import Neighbours, Trie, alone
from kasauti.engines.passes.batching import require_finite
from kasauti.engines.passes.lm_head import Head, target_logprobs
from kasauti.engines.passes.tokens import Ids
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.placement import input_device
from kasauti.engines.sources.plain import close, plain_output, same_predictions, trial_tokens

LENGTH, SHARED, SHORT = 22, 8, 9


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """The model's own results for two sequences with a common start, each alone."""

    sequences: list[Ids]  # these two, and the start of the first
    head: Head | None  # in blocks; None where it does not give the model's own log-probabilities
    states: list[Tensor]  # [inputs, …] of each sequence: hidden states, or logits without a head

    @classmethod
    def of(cls, model: PreTrainedModel) -> Trial:
        """Run the model on both; refuse one whose predictions depend on later tokens."""
        sequences = trial_sequences(trial_tokens(model, 2 * LENGTH - SHARED))
        seen: list[Any] = []
        watch = model.base_model.register_forward_hook(
            lambda _, __, output: seen.append(getattr(output, "last_hidden_state", None))
        )
        try:
            logits = [plain_output(model, ids[:-1]).logits[0] for ids in sequences[:2]]
        finally:
            watch.remove()
        logprobs = target_logprobs(logits[0], *_predictions(alone(sequences[:1])[0], model))
        require_finite(logprobs.cpu().numpy())
        if not same_predictions(logits[0][:SHARED], logits[1][:SHARED], dtype=model.dtype):
            raise sees_later_tokens(model)
        hidden = [each[0] for each in seen if each is not None]
        head = _head(model, hidden[0], sequences[0], logprobs) if len(hidden) == 2 else None
        states = hidden if head else logits
        return cls(sequences, head, [*states, states[0][: SHORT - 1]])

    def agrees(self, results: Sequence[Tensor], *, dtype: torch.dtype) -> bool:
        """Return True if these states are those of each sequence alone."""
        return all(
            result.shape == own.shape and close(result, own, dtype=dtype)
            for result, own in zip(results, self.states, strict=True)
        )

    def trie(self) -> Trie:
        """All sequences as one trie."""
        return Neighbours(self.sequences).trie(0, sum(map(len, self.sequences)))[0]


def trial_sequences(ids: Ids) -> list[Ids]:
    """Two sequences that share their start, which make a trie of more than one block."""
    first = ids[:LENGTH]
    return [first, np.concatenate([first[:SHARED], ids[LENGTH:]]), first[:SHORT]]


def paths(trie: Trie) -> list[tuple[int, ...]]:
    """For each input of a trie, the tokens from the root to it."""
    found: list[tuple[int, ...]] = []
    for token, parent in zip(trie.tokens, trie.parents, strict=True):
        found.append((*(found[parent] if parent >= 0 else ()), token))
    return found


def sees_later_tokens(model: PreTrainedModel) -> EngineError:
    """The refusal of a model that is not causal, with the remedy for what it probably is."""
    name = type(model).__name__
    remedy = (
        "Set is_decoder to true in its config if it was trained as a decoder; if as a masked "
        "model, name its class for masked language modelling as the architecture."
        if getattr(model.config, "is_decoder", None) is False
        else "Pass a causal language model, or a masked one with its class for that."
    )
    return EngineError(
        f"{name} is not causal: its predictions change with the tokens that follow, or from run "
        f"to run, so they are no log-probabilities of a text. {remedy}"
    )


def _head(model: PreTrainedModel, hidden: Tensor, ids: Ids, logprobs: Tensor) -> Head | None:
    """The head in blocks if it gives the model's own log-probabilities, else None."""
    head = Head.of(model, model.config.get_text_config())
    if head is None or len(hidden) != len(ids) - 1:
        return None
    try:
        with torch.inference_mode():
            blocked = head.logprobs(hidden, *_predictions(alone([ids])[0], model))
    except (IndexError, RuntimeError):
        return None  # what the base model returns is not what the head takes
    return head if close(blocked.cpu(), logprobs.cpu(), dtype=model.dtype) else None


def _predictions(row: Trie, model: PreTrainedModel) -> tuple[Tensor, Tensor]:
    device = input_device(model)
    return torch.tensor(row.sources, device=device), torch.tensor(row.targets, device=device)
