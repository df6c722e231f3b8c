"""The embedded models: real weights, against minicons and against published figures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from kasauti.data.pair_cases import HINDI_CORE
from kasauti.data.pairs import Pair, read_pairs
from kasauti.engines.errors import EngineError
from kasauti.engines.local import Engine
from kasauti.engines.sources.embedded import EMBEDDED
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.store.score_store import opened

MODELS = ("gemma-3-270m", "smollm2-135m-instruct")


@pytest.fixture(scope="module", params=MODELS)
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    try:
        EMBEDDED[request.param].files()
    except EngineError as error:
        pytest.skip(str(error))
    with opened(tmp_path_factory.mktemp("store") / "scores.sqlite") as store:
        yield Engine(ModelSource.find(request.param), LoadOptions(), store)


def sums(engine: Engine, pairs: list[Pair]) -> list[tuple[float, float]]:
    scores = engine.score([text for pair in pairs for text in (pair.good, pair.bad)])
    flat = [score.logprob for score in scores]
    return list(zip(flat[::2], flat[1::2], strict=True))


def test_equals_minicons(engine: Engine) -> None:
    scorer = pytest.importorskip("minicons.scorer")
    pairs = read_pairs(HINDI_CORE)[::14]
    peer: Any = scorer.IncrementalLMScorer(engine.model, tokenizer=engine.tokenizer, device="cpu")
    with torch.inference_mode():
        theirs = [
            peer.sequence_score(
                [pair.good, pair.bad], reduction=lambda x: x.sum().item(), bos_token=True
            )
            for pair in pairs
        ]
    for pair, ours, (good, bad) in zip(pairs, sums(engine, pairs), theirs, strict=True):
        assert ours == pytest.approx((good, bad), abs=1e-3), pair.id
        assert (ours[0] > ours[1]) == (good > bad), pair.id


def test_reaches_the_published_figure_on_official_pairs(engine: Engine, shared_data: Path) -> None:
    """94 and about 62 of 100 by log-probability; far below means that BOS is missing."""
    expected = {"gemma-3-270m": (93, 95), "smollm2-135m-instruct": (60, 64)}[engine.source.name]
    pairs = read_pairs(shared_data / "multiblimp" / "hin_gender_100.jsonl")
    right = sum(good > bad for good, bad in sums(engine, pairs))
    assert expected[0] <= right <= expected[1]


def test_conversion_is_kept(engine: Engine) -> None:
    assert engine.source.folder() == engine.folder
    assert (engine.folder / "model.safetensors").is_file()
