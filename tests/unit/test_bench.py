"""The benchmark gives every tool the same pairs, and tells differences and the limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import pytest
import torch
import transformers as hf

from bench import limit
from bench.tools import Tool, _kasauti, _loop
from bench.workload import compare
from kasauti.data.pairs import Pair
from kasauti.engines.causal.tokens import encode
from kasauti.engines.local import LocalBackend
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.store.score_store import opened
from tests.support.tiny_models import save_tiny_model

PAIRS = [
    Pair(id=str(number), phenomenon="made", good=f"{number} घर जाता है।", bad=f"{number} घर जाते है।")
    for number in range(7)
]


@pytest.fixture
def backend(tmp_path: Path) -> Iterator[LocalBackend]:
    config = hf.LlamaConfig(
        vocab_size=400, hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=48,
    )  # fmt: skip
    folder = save_tiny_model(tmp_path / "llama", config)
    with opened(tmp_path / "store.sqlite") as store:
        yield LocalBackend(ModelSource.find(str(folder)), LoadOptions(), store)


def test_compares_the_suite_with_the_loop_on_the_same_pairs(
    backend: LocalBackend, tmp_path: Path
) -> None:
    given: list[str] = []

    def off_by_one(sentences: Sequence[str]) -> list[float]:
        given.extend(sentences)
        return [score + 1.0 for score in _loop(backend)(sentences)]

    tools = [
        Tool("kasauti", (64,), lambda tokens: _kasauti(backend, tokens, tmp_path)),
        Tool("peer", (1,), lambda _: off_by_one),
        Tool("loop", (1,), lambda _: _loop(backend)),
    ]
    workload = compare("made", backend, tools, PAIRS, rounds=3)
    ours, peer, loop = asdict(workload)["rows"]
    assert set(ours) >= {"name", "pairs_per_s", "max_abs_diff", "peak_mb"}
    assert [ours["name"], peer["name"], loop["name"]] == ["kasauti", "peer", "loop"]
    assert ours["max_abs_diff"] < 1e-3
    assert peer["max_abs_diff"] == pytest.approx(1.0)
    assert loop["max_abs_diff"] == 0.0
    # In parts, but every sentence, and none twice.
    assert sorted(given) == sorted(text for pair in PAIRS for text in (pair.good, pair.bad))
    assert workload.limit_share > 0
    sequences = encode(
        backend.tokenizer,
        [text for pair in PAIRS for text in (pair.good, pair.bad)],
        prefix=backend.prefix,
    )
    prefixes = {tuple(ids[:stop]) for ids in sequences for stop in range(1, len(ids))}
    assert (workload.tokens, workload.distinct_tokens) == (sum(map(len, sequences)), len(prefixes))
    assert workload.parameters == sum(each.numel() for each in backend.model.parameters())


def test_the_limit_counts_the_products_of_distinct_tokens_alone(
    backend: LocalBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = ["घर जाता है।", "घर जाता है।", "घर जाते है।"]
    sequences = encode(backend.tokenizer, texts, prefix=backend.prefix)
    prefixes = {tuple(ids[:stop]) for ids in sequences for stop in range(1, len(ids))}
    done = []
    linear = torch.nn.functional.linear

    def counted(inputs: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        done.append((len(inputs), tuple(weight.shape)))
        return linear(inputs, weight)

    monkeypatch.setattr(limit, "linear", counted)
    assert limit.limit_seconds(backend, sequences) > 0
    weights = [
        tuple(module.weight.shape)
        for module in backend.model.base_model.modules()
        if isinstance(module, torch.nn.Linear)
    ]
    assert sorted(done) == sorted((len(prefixes), shape) for shape in weights)
