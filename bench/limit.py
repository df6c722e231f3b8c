"""The physical limit: the bare matrix products that no exact method can do without."""

from __future__ import annotations

import time
from collections.abc import Sequence

import torch
from torch.nn.functional import linear

from kasauti.engines.causal.lm_head import WORDS
from kasauti.engines.causal.trie import Ids, Neighbours, Trie
from kasauti.engines.local import LocalBackend

CHUNK = 1024


def distinct_tokens(sequences: Sequence[Ids]) -> int:
    """How many tokens a model computes: each once for each prefix that it ends."""
    return len(_trie(sequences))


def limit_seconds(backend: LocalBackend, sequences: Sequence[Ids]) -> float:
    """Seconds for the matrix products alone, at the number of distinct tokens and positions.

    Distinct over the whole run: a token is counted once for each prefix it ends.
    """
    trie = _trie(sequences)
    body = [
        module.weight for module in backend.model.base_model.modules()
        if isinstance(module, torch.nn.Linear)
    ]  # fmt: skip
    head = backend.model.get_output_embeddings().weight  # type: ignore[no-untyped-call]
    assert isinstance(head, torch.Tensor)
    with torch.inference_mode():
        return _products(body, head, len(trie), len(set(trie.sources)))


def _trie(sequences: Sequence[Ids]) -> Trie:
    trie, _ = Neighbours(sequences).trie(0, sum(map(len, sequences)))
    return trie


def _products(
    body: Sequence[torch.Tensor], head: torch.Tensor, tokens: int, positions: int
) -> float:
    inputs = {width: torch.randn(CHUNK, width) for width in {each.shape[1] for each in body}}
    hidden = torch.randn(CHUNK, head.shape[1])
    started = time.perf_counter()
    for start in range(0, tokens, CHUNK):
        for weight in body:
            linear(inputs[weight.shape[1]][: min(CHUNK, tokens - start)], weight)
    for start in range(0, positions, CHUNK):
        chunk = hidden[: min(CHUNK, positions - start)]
        buffer = torch.empty(len(chunk), WORDS)
        for words in torch.split(head, WORDS):
            torch.mm(chunk, words.T, out=buffer[:, : len(words)])
    return time.perf_counter() - started
