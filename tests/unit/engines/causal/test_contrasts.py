"""Pairs scored behind where they part: their differences are those of whole sentences."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from transformers import LlamaConfig

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.protocol.backend import Contrasts
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import opened
from tests.support.tiny_models import save_tiny_model

PAIRS = [
    ("लड़का घर जाता है।", "लड़का घर जाती है।"),
    ("लड़का घर जाता है।", "लड़का घर जाता हैं।"),
    ("The boys read a book.", "The boys reads a book."),
    ("one", "one two"),  # one is the start of the other
    ("a", "b"),  # nothing is shared
    ("मैंने राम को देखा।", "राम मैंने को देखा।"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    config = LlamaConfig(
        vocab_size=400,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=256,
        bos_token_id=0,
        eos_token_id=1,
        pad_token_id=2,
    )
    return save_tiny_model(tmp_path_factory.mktemp("models") / "tiny", config)


@pytest.fixture
def backend(folder: Path, tmp_path: Path) -> Iterator[LocalBackend]:
    with opened(tmp_path / "scores.sqlite") as store:
        yield LocalBackend(ModelRequest(source=ModelSource.find(str(folder)), store=store))


def test_differences_equal_whole_sentence_differences(backend: LocalBackend) -> None:
    assert isinstance(backend, Contrasts)
    found = backend.score_contrasts(PAIRS, by_token=False)
    whole = backend.score_texts([text for pair in PAIRS for text in pair])
    for index, score in enumerate(found):
        good, bad = whole[2 * index], whole[2 * index + 1]
        assert score.good - score.bad == pytest.approx(good.logprob - bad.logprob, abs=1e-4)
        assert (score.good_tokens, score.bad_tokens) == (good.tokens, bad.tokens)
        if score.shared:
            assert score.good > good.logprob  # fewer terms, each below 0
    assert [score.shared > 0 for score in found] == [True] * 4 + [False] * 2


def test_by_token_only_equal_numbers_of_tokens_cancel(backend: LocalBackend) -> None:
    found = backend.score_contrasts(PAIRS, by_token=True)
    for (good, bad), score in zip(PAIRS, found, strict=True):
        if score.good_tokens != score.bad_tokens:
            assert score.shared == 0
            whole = backend.score_texts([good, bad])
            assert (score.good, score.bad) == tuple(each.logprob for each in whole)
    assert any(score.shared for score in found)


def test_partial_score_is_never_used_as_whole_score(backend: LocalBackend) -> None:
    rest = backend.score_contrasts(PAIRS[:1], by_token=False)[0]
    computed = backend.work.computed
    (whole,) = backend.score_texts([PAIRS[0][0]])
    assert backend.work.computed == computed + 1
    assert whole.logprob < rest.good


def test_a_second_run_finds_them_by_text(folder: Path, tmp_path: Path) -> None:
    with opened(tmp_path / "scores.sqlite") as store:
        first = LocalBackend(ModelRequest(source=ModelSource.find(str(folder)), store=store))
        expected = first.score_contrasts(PAIRS, by_token=True)
        second = LocalBackend(ModelRequest(source=ModelSource.find(str(folder)), store=store))
        assert second.score_contrasts(PAIRS, by_token=True) == expected
        assert second.work.computed == 0
        assert "tokenizer" not in vars(second)
        # The other way to divide is another result.
        assert second.score_contrasts(PAIRS[-1:], by_token=False)[0].shared == 0
