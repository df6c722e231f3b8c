"""The physical limit: the bare matrix products that no exact method can do without."""

from __future__ import annotations

import time
from collections.abc import Sequence

import torch
from torch.nn.functional import linear

from engines.head import WORDS
from engines.rows import Ids, pack
from engines.scoring import Engine

CHUNK = 1024


def limit_seconds(engine: Engine, sequences: Sequence[Ids]) -> float:
    """Seconds for the matrix products alone, at the number of distinct tokens and positions.

    Distinct over the whole run: a token is counted once for each prefix it ends.
    """
    (row,) = pack(sequences, capacity=sum(map(len, sequences)))
    body = [
        module.weight for module in engine.model.base_model.modules()
        if isinstance(module, torch.nn.Linear)
    ]  # fmt: skip
    head = engine.model.get_output_embeddings().weight  # type: ignore[no-untyped-call]
    assert isinstance(head, torch.Tensor)
    with torch.inference_mode():
        return min(_products(body, head, len(row), len(set(row.sources))) for _ in range(2))


def _products(
    body: Sequence[torch.Tensor], head: torch.Tensor, tokens: int, positions: int
) -> float:
    started = time.perf_counter()
    for weight in body:
        inputs = torch.randn(CHUNK, weight.shape[1])
        for start in range(0, tokens, CHUNK):
            linear(inputs[: min(CHUNK, tokens - start)], weight)
    hidden = torch.randn(CHUNK, head.shape[1])
    for start in range(0, positions, CHUNK):
        chunk = hidden[: min(CHUNK, positions - start)]
        buffer = torch.empty(len(chunk), WORDS)
        for word in range(0, head.shape[0] - WORDS + 1, WORDS):
            torch.mm(chunk, head[word : word + WORDS].T, out=buffer)
    return time.perf_counter() - started
