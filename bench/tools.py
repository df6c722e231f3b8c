"""The tools that are compared, each as a function from sentences to sums of log-probabilities.

All of them score the same sentences with the same weights, in the same process
and on the same threads, and put the same prefix token before each sentence.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from kasauti.engines.local import LocalBackend
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.store.score_store import opened

Scores = list[float]
Score = Callable[[Sequence[str]], Scores]


@dataclass(frozen=True, slots=True)
class Tool:
    """A method to score sentences; `settings` are the batch sizes to try, the best is used."""

    name: str
    settings: tuple[int, ...]
    make: Callable[[int], Score]


def tools(model_name: str) -> tuple[LocalBackend, list[Tool]]:
    """The suite and its peers on one model, which is loaded once."""
    source = ModelSource.find(model_name)
    scratch = Path(tempfile.mkdtemp(prefix="kasauti-bench-"))
    with opened(scratch / "unused.sqlite") as store:
        backend = LocalBackend(source, LoadOptions(), store)
        _ = backend.model, backend.tokenizer, backend.prefix, backend.identity
    return backend, [
        Tool("kasauti", (backend.batch_tokens,), lambda batch: _kasauti(backend, batch, scratch)),
        Tool("lm-eval", (8, 16, 32), lambda batch: _lm_eval(backend, batch)),
        Tool("minicons", (4, 8, 16), lambda batch: _minicons(backend, batch)),
        Tool("loop", (1,), lambda _: _loop(backend)),
    ]


def _kasauti(backend: LocalBackend, batch_tokens: int, scratch: Path) -> Score:
    """As a user runs it, tokenizing and storing included; the store is empty each time."""
    source = ModelSource.of_model(backend.model, backend.tokenizer, name=backend.name)
    fresh = LocalBackend(source, LoadOptions(), backend.store, batch_tokens=batch_tokens)

    def score(sentences: Sequence[str]) -> Scores:
        path = Path(tempfile.mkdtemp(dir=scratch)) / "scores.sqlite"
        with opened(path) as fresh.store:
            return [result.logprob for result in fresh.score_texts(sentences)]

    score(["warm up"])  # what is done once per session is not compared
    return score


def _lm_eval(backend: LocalBackend, batch_size: int) -> Score:
    from lm_eval.api.instance import Instance
    from lm_eval.models.huggingface import HFLM

    logging.getLogger("lm_eval").setLevel(logging.ERROR)
    peer: Any = HFLM(
        pretrained=backend.model,
        tokenizer=backend.tokenizer,
        batch_size=batch_size,
        backend="causal",
    )

    def score(sentences: Sequence[str]) -> Scores:
        requests = [
            Instance(request_type="loglikelihood", doc={}, arguments=("", sentence), idx=index)
            for index, sentence in enumerate(sentences)
        ]
        return [logprob for logprob, _ in peer.loglikelihood(requests, disable_tqdm=True)]

    return score


def _minicons(backend: LocalBackend, batch_size: int) -> Score:
    from minicons.scorer import IncrementalLMScorer

    peer: Any = IncrementalLMScorer(backend.model, tokenizer=backend.tokenizer, device="cpu")

    def score(sentences: Sequence[str]) -> Scores:
        scores: Scores = []
        with torch.inference_mode():
            for start in range(0, len(sentences), batch_size):
                scores += peer.sequence_score(
                    list(sentences[start : start + batch_size]),
                    reduction=lambda logprobs: logprobs.sum().item(),
                    bos_token=True,
                )
        return scores

    return score


def _loop(backend: LocalBackend) -> Score:
    """One sentence at a time, the model's own loss: what the Hindi framework documents."""

    def score(sentences: Sequence[str]) -> Scores:
        scores: Scores = []
        with torch.no_grad():
            for sentence in sentences:
                ids = backend.tokenizer(sentence, add_special_tokens=False)["input_ids"]
                tokens = torch.tensor([[backend.prefix, *ids]])
                loss = backend.model(tokens, labels=tokens).loss.item()
                scores.append(-loss * len(ids))
        return scores

    return score
