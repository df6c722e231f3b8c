"""Baselines of the comparison: a reference in float64, and a plain loop in float32."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode
from transformers import AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer

from bench.tools.workload import Item, Workload, sentences
from kasauti.engines.passes.tokens import prefix_token


class InFloat64(TorchFunctionMode):
    """Computes in float64 where the code of an architecture asks for float32, as norms do."""

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Iterable[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        if func is Tensor.float:
            func = Tensor.double
        args = tuple(torch.float64 if each is torch.float32 else each for each in args)
        named = {
            name: torch.float64 if each is torch.float32 else each
            for name, each in (kwargs or {}).items()
        }
        return func(*args, **named)


class Loop:
    """One sentence at a time by the model's own loss: float32 all the way."""

    dtype = torch.float32

    def __init__(self, workload: Workload) -> None:
        self._model: Any = AutoModelForCausalLM.from_pretrained(workload.model, dtype=self.dtype)
        self._tokenizer = AutoTokenizer.from_pretrained(workload.model)
        self._prefix = prefix_token(self._tokenizer, "auto")
        self.facts: dict[str, int] = {}

    def run(self, items: Sequence[Item], batch: int) -> list[float]:  # noqa: ARG002
        with torch.inference_mode():
            return [self._logprob(self._tokens(text)) for text in sentences(items)]

    def _tokens(self, text: str) -> Tensor:
        """[1, tokens], after the prefix"""
        ids = self._tokenizer(text, add_special_tokens=False)["input_ids"]
        return torch.tensor([[self._prefix, *ids]])

    def _logprob(self, tokens: Tensor) -> float:
        loss = self._model(tokens, labels=tokens).loss.item()
        return float(-loss * (tokens.shape[1] - 1))


class Reference(Loop):
    """One sentence at a time, layers and head in float64.

    With layers in float32 it would be no reference: their rounding alone moves some sentences by
    more than the tools differ.
    """

    dtype = torch.float64

    def _logprob(self, tokens: Tensor) -> float:
        with InFloat64():
            logits = self._model(tokens[:, :-1]).logits[0]
        return _chosen(logits, tokens[0, 1:])


class MaskedReference:
    """Each token masked with the later ones of its word, one copy at a time, in float64."""

    def __init__(self, workload: Workload) -> None:
        self._model: Any = AutoModelForMaskedLM.from_pretrained(workload.model, dtype=torch.float64)
        self._tokenizer = AutoTokenizer.from_pretrained(workload.model)
        self.facts: dict[str, int] = {}

    def run(self, items: Sequence[Item], batch: int) -> list[float]:  # noqa: ARG002
        with torch.inference_mode():
            return [self._logprob(text) for text in sentences(items)]

    def _logprob(self, text: str) -> float:
        encoded = self._tokenizer(text, return_tensors="pt")
        ids, words = encoded["input_ids"], encoded.word_ids()
        total = 0.0
        for index, word in enumerate(words):
            if word is None:
                continue
            masked = ids.clone()
            rest = [i for i in range(index, len(words)) if words[i] == word]
            masked[0, rest] = self._tokenizer.mask_token_id
            with InFloat64():
                logits = self._model(masked).logits[:, index]
            total += _chosen(logits, ids[0, index : index + 1])
        return total


def _chosen(logits: Tensor, tokens: Tensor) -> float:
    """The sum of the log-probabilities of the tokens; logits: [tokens, vocabulary]."""
    chosen = logits.gather(1, tokens[:, None])[:, 0] - logits.logsumexp(dim=1)
    return float(chosen.sum())
