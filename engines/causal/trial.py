"""The trial of a causal model when it is loaded: a few tokens, as transformers runs them.

What follows a token must not change what is predicted before it. What is kept of the trial is the
reference for the scorer's own, faster ways.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

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
from kasauti.engines.sources.plain import close, plain_logits, same_predictions, trial_tokens

LENGTH, SHARED, SHORT = 22, 8, 9
# Rounding made faster ways differ by up to 0.8 of what one rounding of the embeddings does, and
# wrong masks by 3 times that and more.
NOISE = 1.5
LAST = 6  # predictions that the head is compared in: a large vocabulary makes each of them costly


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """The model's own results for two sequences with a common start, each alone."""

    sequences: list[Ids]  # these two, and the start of the first
    head: Head | None  # in blocks; None where it does not give the model's own log-probabilities
    states: list[Tensor]  # [inputs, …] of each sequence: hidden states, or logits without a head
    tolerance: float  # of the results of a faster way; 0 is the usual one

    @classmethod
    def of(cls, model: PreTrainedModel) -> Trial:
        """Run the model on both; refuse one whose predictions depend on later tokens."""
        sequences = trial_sequences(trial_tokens(model, 2 * LENGTH - SHARED))
        first, second = (ids[:-1] for ids in sequences[:2])
        logits, hidden = _watched(model, first)
        logprobs = target_logprobs(logits, *_predictions(alone(sequences[:1])[0], model))
        require_finite(logprobs.cpu().numpy())
        head = _head(model, hidden, sequences[0], logprobs)
        # With a head that is known, the body says it all, and costs half where words are many.
        if head is not None and hidden is not None:
            states = [hidden, _states(model, second)]
        else:
            states = [logits, plain_logits(model, second)]
        starts = [each[:SHARED] for each in states]
        if not torch.equal(*starts) and (
            not same_predictions(*starts, dtype=model.dtype) or _later_tokens_act(model, first)
        ):
            raise sees_later_tokens(model)
        run = plain_logits if head is None or hidden is None else _states
        tolerance = NOISE * _noise(model, partial(run, model, first), states[0])
        return cls(sequences, head, [*states, states[0][: SHORT - 1]], tolerance)

    def agrees(self, results: Sequence[Tensor]) -> bool:
        """Return True if these states are those of each sequence alone."""
        return all(
            result.shape == own.shape and close(result, own, tolerance=self.tolerance)
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


def _later_tokens_act(model: PreTrainedModel, ids: Ids) -> bool:
    """Return True if predictions have a derivative by the embedding of a token behind them.

    Of small differences this tells those by rounding: what is masked has none.
    """
    found: list[tuple[Tensor, Tensor]] = []  # ids and their embeddings, in the model's own layout

    def leaf(_: object, given: tuple[Tensor, ...], output: Tensor) -> Tensor:
        found.append((given[0], output.detach().requires_grad_()))
        return found[-1][1]

    watch = model.get_input_embeddings().register_forward_hook(leaf)
    tokens = torch.from_numpy(ids.astype(np.int64))[None].to(input_device(model))
    try:
        with torch.enable_grad():
            logits = model(input_ids=tokens).logits[0, :SHARED].float()
            # Any direction will do, but for one that softmax takes away.
            (slopes,) = torch.autograd.grad(logits.nan_to_num().square().sum(), found[0][1])
        later = slopes[torch.isin(found[0][0], tokens[0, :SHARED], invert=True)]
    except (AttributeError, IndexError, RuntimeError, TypeError, ValueError):
        return False  # not every layer has derivatives, as quantized ones
    finally:
        watch.remove()
    return bool((later.isfinite() & (later != 0)).any())


def _noise(model: PreTrainedModel, run: Callable[[], Tensor], states: Tensor) -> float:
    """The relative change of the states in half precision if each embedding is rounded once more.

    What a wrong mask changes is less than a fixed tolerance in some models, and what rounding
    changes is more in others. 0 in other precisions.
    """
    if model.dtype not in (torch.bfloat16, torch.float16):
        return 0.0
    random = torch.Generator().manual_seed(0)

    def rounded(_: object, __: object, output: Tensor) -> Tensor:
        signs = torch.randint(0, 2, output.shape, generator=random).to(output) * 2 - 1
        return output * (1 + signs * torch.finfo(output.dtype).eps)

    try:
        watch = model.get_input_embeddings().register_forward_hook(rounded)
    except (AttributeError, NotImplementedError):
        return 0.0  # no single table
    try:
        return float((run() - states).float().norm() / states.float().norm())
    finally:
        watch.remove()


def _watched(model: PreTrainedModel, ids: Ids) -> tuple[Tensor, Tensor | None]:
    """The logits for one row, and the last hidden states of the body, if it shows any."""
    seen: list[Tensor | None] = []
    watch = model.base_model.register_forward_hook(
        lambda _, __, output: seen.append(getattr(output, "last_hidden_state", None))
    )
    try:
        logits = plain_logits(model, ids)
    finally:
        watch.remove()
    return logits, seen[0][0] if len(seen) == 1 and seen[0] is not None else None


@torch.inference_mode()
def _states(model: PreTrainedModel, ids: Ids) -> Tensor:
    """[tokens, hidden] of the body alone, as the scorer runs it."""
    tokens = torch.from_numpy(ids.astype(np.int64))[None].to(input_device(model))
    return model.base_model(input_ids=tokens, use_cache=False).last_hidden_state[0]  # type: ignore[no-any-return]


def _head(model: PreTrainedModel, hidden: Tensor | None, ids: Ids, logprobs: Tensor) -> Head | None:
    """The head in blocks if it gives the model's own log-probabilities, else None."""
    head = Head.of(model, model.config.get_text_config())
    if head is None or hidden is None or len(hidden) != len(ids) - 1:
        return None
    try:
        with torch.inference_mode():
            blocked = head.logprobs(hidden, *_predictions(alone([ids])[0], model))
    except (IndexError, RuntimeError):
        return None  # what the base model returns is not what the head takes
    return head if close(blocked.cpu(), logprobs.cpu(), dtype=model.dtype) else None


def _predictions(row: Trie, model: PreTrainedModel) -> tuple[Tensor, Tensor]:
    """The last positions that a token is predicted from, and these tokens."""
    device = input_device(model)
    return (
        torch.tensor(row.sources[-LAST:], device=device),
        torch.tensor(row.targets[-LAST:], device=device),
    )
