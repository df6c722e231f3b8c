"""The embedded models: real weights, against minicons and against published figures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from kasauti.data.pairs import Pair, read_pairs
from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.model_source import EMBEDDED, ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import opened
from kasauti.fixtures.suites.pairs.cases import HINDI_CORE

MODELS = ("gemma-3-270m", "smollm2-135m-instruct")


@pytest.fixture(scope="module", params=MODELS)
def backend(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LocalBackend]:
    try:
        EMBEDDED[request.param].files()
    except EngineError as error:
        pytest.skip(str(error))
    with opened(tmp_path_factory.mktemp("store") / "scores.sqlite") as store:
        yield LocalBackend(ModelRequest(source=ModelSource.find(request.param), store=store))


def sums(backend: LocalBackend, pairs: list[Pair]) -> list[tuple[float, float]]:
    scores = backend.score_texts([text for pair in pairs for text in (pair.good, pair.bad)])
    flat = [score.logprob for score in scores]
    return list(zip(flat[::2], flat[1::2], strict=True))


def test_equals_minicons(backend: LocalBackend) -> None:
    scorer = pytest.importorskip("minicons.scorer")
    pairs = read_pairs(HINDI_CORE)[::14]
    peer: Any = scorer.IncrementalLMScorer(backend.model, tokenizer=backend.tokenizer, device="cpu")
    with torch.inference_mode():
        theirs = [
            peer.sequence_score(
                [pair.good, pair.bad], reduction=lambda x: x.sum().item(), bos_token=True
            )
            for pair in pairs
        ]
    for pair, ours, (good, bad) in zip(pairs, sums(backend, pairs), theirs, strict=True):
        assert ours == pytest.approx((good, bad), abs=1e-3), pair.id
        assert (ours[0] > ours[1]) == (good > bad), pair.id


# SmolLM2 has about 62, and four times the tokens: test_equals_minicons is enough for it.
@pytest.mark.parametrize("backend", ["gemma-3-270m"], indirect=True)
def test_reaches_the_published_figure_on_official_pairs(
    backend: LocalBackend, shared_data: Path
) -> None:
    """94 of 100 by log-probability for gemma; far below means that BOS is missing."""
    pairs = read_pairs(shared_data / "multiblimp" / "hin_gender_100.jsonl")
    right = sum(good > bad for good, bad in sums(backend, pairs))
    assert 93 <= right <= 95


def test_conversion_is_kept(backend: LocalBackend) -> None:
    folder = ModelSource.find(backend.name).folder()
    assert folder == ModelSource.find(backend.name).folder()
    assert (folder / "model.safetensors").is_file()
