"""Models spread over memory and disk, or with quantized weights: their scores and their keys."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch
import transformers as hf

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.causal.scorer import CausalScorer
from kasauti.engines.protocol.backend import Continuation, Prompt, TextSpan
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import IN_MEMORY, ScoreStore
from kasauti.inputs.option_types import memory
from tests.support.masked_models import masked_model
from tests.support.tiny_models import save_tiny_model

TEXTS = ["लड़का घर जाता है।", "लड़का घर जाती है।", "The boys read a book.", "The boys reads a book."]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    config = hf.LlamaConfig(
        vocab_size=400,
        hidden_size=128,
        intermediate_size=256,
        num_hidden_layers=3,
        num_attention_heads=4,
        num_key_value_heads=2,
        bos_token_id=0,
        eos_token_id=1,
        pad_token_id=2,
    )
    return save_tiny_model(tmp_path_factory.mktemp("large"), config)


def backend(folder: Path, **options: object) -> LocalBackend:
    load = LoadOptions(**options)  # type: ignore[arg-type]
    return LocalBackend(
        ModelRequest(source=ModelSource.find(str(folder)), load=load, store=ScoreStore(IN_MEMORY))
    )


# Of about 1.7 MB: the head and two layers on disk, and everything on disk.
@pytest.fixture(params=["900KB", "100KB"])
def sharded(folder: Path, request: pytest.FixtureRequest) -> Iterator[LocalBackend]:
    sharded = backend(folder, device="sharded", max_memory={"cpu": request.param})
    assert any(each.is_meta for each in sharded.model.parameters())  # or nothing was offloaded
    yield sharded
    sharded.release()


def test_an_offloaded_model_gives_the_same_results(sharded: LocalBackend, folder: Path) -> None:
    plain = backend(folder)
    expected = [score.logprob for score in plain.score_texts(TEXTS)]
    assert [score.logprob for score in sharded.score_texts(TEXTS)] == pytest.approx(expected, 1e-5)
    choices = [Continuation("The boys", f" {verb}") for verb in ("read", "reads")]
    expected = [score.logprob for score in plain.score_continuations(choices)]
    found = [score.logprob for score in sharded.score_continuations(choices)]
    assert found == pytest.approx(expected, 1e-5)
    prompts = [Prompt(text, max_new_tokens=4, chat=False) for text in TEXTS]
    assert sharded.answer(prompts) == plain.answer(prompts)
    spans = [TextSpan(text, 0, 3) for text in TEXTS]
    for ours, theirs in ((sharded, plain), (sharded.untrained(), plain.untrained())):
        vectors = ours.read_vectors(spans, pool="last")
        np.testing.assert_allclose(vectors, theirs.read_vectors(spans, pool="last"), atol=1e-5)


def test_offloaded_model_keeps_trie_and_blockwise_head(sharded: LocalBackend) -> None:
    scorer = CausalScorer(sharded.model, batch_tokens=256)
    assert scorer.why_no_trie([]) == ""
    assert scorer._head is not None


def test_offload_files_are_removed_with_model(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    sharded = backend(folder, device="sharded", max_memory={"cpu": "100KB"})
    _ = sharded.model
    (place,) = tmp_path.glob("kasauti-offload-*")
    sharded.release()
    assert not place.exists()


def test_a_masked_model_can_be_offloaded(tmp_path: Path) -> None:
    folder = tmp_path / "bert"
    for part in masked_model("bert"):
        part.save_pretrained(folder)
    expected = [score.logprob for score in backend(folder).score_texts(TEXTS)]
    sharded = backend(folder, device="sharded", max_memory={"cpu": "20KB"})
    assert any(each.is_meta for each in sharded.model.parameters())
    assert [score.logprob for score in sharded.score_texts(TEXTS)] == pytest.approx(expected, 1e-5)


@pytest.mark.parametrize("quantize", ["int8", "int4"])
@pytest.mark.parametrize("device", ["cpu", "sharded"])
def test_quantized_scores_match_quantized_model(
    folder: Path, quantize: str, device: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    quantized = backend(folder, quantize=quantize, device=device)
    scores = [score.logprob for score in quantized.score_texts(TEXTS)]
    # The model itself, one sentence at a time, as the reference.
    for text, score in zip(TEXTS, scores, strict=True):
        ids = torch.tensor([[0, *quantized.tokenizer(text, add_special_tokens=False)["input_ids"]]])
        with torch.inference_mode():
            logprobs = quantized.model(ids).logits[0, :-1].log_softmax(dim=1)
        own = logprobs.gather(1, ids[0, 1:, None]).sum().item()
        assert score == pytest.approx(own, abs=1e-3)
    plain = [score.logprob for score in backend(folder).score_texts(TEXTS)]
    assert scores != pytest.approx(plain, abs=1e-3)  # or nothing was quantized


def test_signature_and_key_include_offload_and_quantization(folder: Path) -> None:
    plain, both = backend(folder), backend(folder, device="sharded", quantize="int8")
    assert "quantize" not in plain.settings()
    assert both.settings()["quantize"] == "int8"
    assert both.settings()["device"] == both.settings()["placement"] == "sharded"
    others = [backend(folder, device="sharded"), backend(folder, quantize="int4"), both, plain]
    assert len({each.key("logprob", b"content") for each in others}) == 4


def test_offloaded_and_quantized_models_are_not_fine_tuned(folder: Path) -> None:
    for options in ({"device": "sharded"}, {"quantize": "int8"}):
        assert "fine-tuning" not in backend(folder, **options).capabilities()
    assert "fine-tuning" in backend(folder).capabilities()


def test_sizes_of_memory() -> None:
    assert memory("0:20GB,1:500MiB,cpu:60GB") == {0: "20GB", 1: "500MiB", "cpu": "60GB"}
    for wrong in ("20GB", "gpu:20GB", "0:20", "0:", "cpu:1.5GB,"):
        with pytest.raises(Exception, match="is not a size such as"):
            memory(wrong)
