"""The peers, on the same weights and with the same prefix token, each loading the model itself."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer

from bench.tools.workload import Item, Workload, sentences


class LmEval:
    """lm-eval's `loglikelihood` after an empty context."""

    def __init__(self, workload: Workload) -> None:
        from lm_eval.models.huggingface import HFLM

        logging.getLogger("lm_eval").setLevel(logging.ERROR)
        self._peer: Any = HFLM(
            pretrained=workload.model, dtype="float32", device="cpu", batch_size=1
        )
        self.facts: dict[str, int] = {}

    def run(self, items: Sequence[Item], batch: int) -> list[float]:
        from lm_eval.api.instance import Instance

        self._peer.batch_size_per_gpu = batch
        requests = [
            Instance(request_type="loglikelihood", doc={}, arguments=("", sentence), idx=index)
            for index, sentence in enumerate(sentences(items))
        ]
        return [logprob for logprob, _ in self._peer.loglikelihood(requests, disable_tqdm=True)]


class Minicons:
    """minicons' `sequence_score`, batch by batch in the order of the file."""

    def __init__(self, workload: Workload) -> None:
        from minicons.scorer import IncrementalLMScorer

        model = AutoModelForCausalLM.from_pretrained(workload.model, dtype=torch.float32)
        tokenizer = AutoTokenizer.from_pretrained(workload.model)
        self._peer: Any = IncrementalLMScorer(model, tokenizer=tokenizer, device="cpu")
        self.facts: dict[str, int] = {}

    def run(self, items: Sequence[Item], batch: int) -> list[float]:
        return _in_batches(
            sentences(items),
            batch,
            lambda texts: self._peer.sequence_score(texts, reduction=_total, bos_token=True),
        )


class MiniconsMasked:
    """minicons' pseudo-log-likelihoods, by the method that is the suite's own default."""

    def __init__(self, workload: Workload) -> None:
        from minicons.scorer import MaskedLMScorer

        model = AutoModelForMaskedLM.from_pretrained(workload.model, dtype=torch.float32)
        self._tokenizer = AutoTokenizer.from_pretrained(workload.model)
        self._peer: Any = MaskedLMScorer(model, tokenizer=self._tokenizer, device="cpu")
        self.facts: dict[str, int] = {}

    def run(self, items: Sequence[Item], batch: int) -> list[float]:
        def score(texts: list[str]) -> list[float]:
            # Encoded for it: the method that minicons 0.3.39 calls has left transformers.
            encoded = self._tokenizer(texts, padding=True)
            found: list[float] = self._peer.sequence_score(
                encoded, reduction=_total, PLL_metric="within_word_l2r"
            )
            return found

        return _in_batches(sentences(items), batch, score)


def _total(logprobs: Any) -> float:
    return float(logprobs.double().sum().item())


def _in_batches(
    texts: list[str], batch: int, score: Callable[[list[str]], list[float]]
) -> list[float]:
    scores: list[float] = []
    with torch.inference_mode():
        for start in range(0, len(texts), batch):
            scores += score(texts[start : start + batch])
    return scores


class Generate:
    """transformers' `generate`, greedy, prompts padded on the left."""

    def __init__(self, workload: Workload) -> None:
        from bench.tools.suite import backend_of
        from kasauti.engines.generation.prompts import stop_tokens

        # Only the prompts' tokens and the tokens that end an answer are taken from the suite.
        self._backend = backend_of(workload)
        self._stops = sorted(stop_tokens(self._backend))
        self.facts: dict[str, int] = {}

    def run(self, items: Sequence[Item], batch: int) -> list[str]:
        answers: list[str] = []
        with torch.inference_mode():
            for start in range(0, len(items), batch):
                answers += self._answers(sentences(items[start : start + batch]))
        return answers

    def _answers(self, prompts: Sequence[str]) -> list[str]:
        from bench.tools.suite import NEW_TOKENS
        from kasauti.engines.generation.prompts import choose_format, encode_prompt
        from kasauti.engines.protocol.backend import Prompt

        kind = choose_format(self._backend)
        rows = [encode_prompt(self._backend, Prompt(text), kind) for text in prompts]
        width = max(map(len, rows))
        padding = self._stops[0]
        ids = torch.tensor([[padding] * (width - len(row)) + row for row in rows])
        mask = torch.tensor([[0] * (width - len(row)) + [1] * len(row) for row in rows])
        model: Any = self._backend.model
        output = model.generate(
            ids,
            attention_mask=mask,
            max_new_tokens=NEW_TOKENS,
            do_sample=False,
            eos_token_id=self._stops,
            pad_token_id=padding,
        )
        tokenizer = self._backend.tokenizer
        return [
            str(tokenizer.decode(row, skip_special_tokens=True)).strip()
            for row in output[:, width:]
        ]
