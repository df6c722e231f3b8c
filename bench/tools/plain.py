"""What the others are held against: a reference with its head in float64, and a plain loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor
from transformers import AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer

from bench.workload import Item, Workload, sentences
from kasauti.engines.causal.tokens import prefix_token


class Loop:
    """One sentence at a time by the model's own loss: float32 all the way."""

    def __init__(self, workload: Workload) -> None:
        self._model: Any = AutoModelForCausalLM.from_pretrained(workload.model, dtype=torch.float32)
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
    """One sentence at a time; logits, their normalizer and the sum in float64."""

    def __init__(self, workload: Workload) -> None:
        super().__init__(workload)
        self._head = self._model.get_output_embeddings().weight.double()

    def _logprob(self, tokens: Tensor) -> float:
        hidden = self._model.base_model(tokens[:, :-1]).last_hidden_state[0]
        logits = hidden.double() @ self._head.T
        return _chosen(logits, tokens[0, 1:])


class MaskedReference:
    """Each token masked with the later ones of its word, one copy at a time; head in float64."""

    def __init__(self, workload: Workload) -> None:
        self._model: Any = AutoModelForMaskedLM.from_pretrained(workload.model, dtype=torch.float32)
        head = self._model.get_output_embeddings()
        # Copies: the embeddings share the weights.
        self._weight, self._bias = head.weight.double(), head.bias.double()
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
            hidden = self._model.base_model(masked).last_hidden_state[:, index]
            hidden = self._model.cls.predictions.transform(hidden).double()
            total += _chosen(hidden @ self._weight.T + self._bias, ids[0, index : index + 1])
        return total


def _chosen(logits: Tensor, tokens: Tensor) -> float:
    """The sum of the log-probabilities of the tokens; logits: [tokens, vocabulary]."""
    chosen = logits.gather(1, tokens[:, None])[:, 0] - logits.logsumexp(dim=1)
    return float(chosen.sum())
