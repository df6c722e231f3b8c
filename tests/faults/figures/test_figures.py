"""No figure that is wrong and looks right: right to 0.01 nats, or refused in one sentence."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any
from warnings import catch_warnings

import numpy as np
import pytest
import torch
import transformers as hf

from kasauti.engines.causal.scorer import CausalScorer
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.loading import LoadOptions, load_merged_model, load_model
from kasauti.engines.sources.memory import MemoryCheckpoint
from tests.faults.figures import chaos_figures, plain_loop, tiny_adapters
from tests.faults.figures.plain_loop import engine_scores, plain_score, verdict
from tests.faults.figures.tiny_architectures import tiny_model
from tests.faults.models.sound_models import llama_config
from tests.support.tiny_models import save_tiny_model, tiny_tokenizer

RIGHT = ["bloom", "gemma3_text", "gpt2", "jamba", "llama", "mamba", "mistral", "opt"]
SEE_THE_FUTURE = ["bert", "big_bird", "cpmant", "prophetnet", "roberta", "xlm", "xlnet"]
INSIDE = {"LORA", "ADALORA", "IA3", "LOHA", "LOKR", "OFT", "LN_TUNING", "VERA", "HRA"}
OUTSIDE = {
    *("PROMPT_TUNING", "MULTITASK_PROMPT_TUNING", "P_TUNING", "PREFIX_TUNING", "CPT", "ALORA"),
    *("CARTRIDGE", "POLY"),
}
ROPE: dict[str, dict[str, Any]] = {
    "longrope": {
        "rope_type": "longrope", "short_factor": [1.0] * 4, "long_factor": [6.0] * 4,
        "factor": 4.0, "original_max_position_embeddings": 32, "rope_theta": 10000.0,
    },
    "dynamic": {"rope_type": "dynamic", "factor": 4.0, "rope_theta": 10000.0},
}  # fmt: skip


@pytest.mark.parametrize("model_type", RIGHT)
def test_scores_equal_the_plain_loop(model_type: str) -> None:
    assert verdict("causal", tiny_model("causal", model_type)) == "right"


@pytest.mark.parametrize("model_type", SEE_THE_FUTURE)
def test_model_that_sees_later_tokens_is_refused(model_type: str) -> None:
    assert "is not causal" in verdict("causal", tiny_model("causal", model_type))


@pytest.mark.parametrize("model_type", ["big_bird", "prophetnet", "xlnet"])
def test_later_tokens_are_seen_in_half_precision(model_type: str) -> None:
    model = tiny_model("causal", model_type).to(torch.bfloat16)
    assert "is not causal" in verdict("causal", model)


def test_rounding_is_not_taken_for_later_tokens() -> None:
    model = tiny_model("causal", "gpt2")
    random = torch.Generator().manual_seed(0)
    model.transformer.ln_f.register_forward_hook(
        lambda _, __, states: states * (1 + 1e-6 * torch.rand(states.shape, generator=random))
    )
    assert verdict("causal", model) == "right"


@pytest.mark.parametrize(
    ("model_type", "in_a_trie"), [("openai-gpt", False), ("gpt2", True), ("llama", True)]
)
def test_wrong_mask_shows_in_half_precision(model_type: str, in_a_trie: bool) -> None:
    model = tiny_model("causal", model_type).to(torch.bfloat16)
    texts = plain_loop._sequences(16)
    expected = [plain_score("causal", model, ids) for ids in texts]
    np.testing.assert_allclose(engine_scores("causal", model, texts), expected, atol=0.05, rtol=0)
    assert (not CausalScorer(model, batch_tokens=256).why_no_trie(texts)) == in_a_trie


def test_bert_that_is_a_decoder_is_right() -> None:
    assert verdict("causal", tiny_model("causal", "bert", is_decoder=True)) == "right"


def test_gemma_with_bidirectional_attention_is_refused() -> None:
    model = tiny_model("causal", "gemma3_text", use_bidirectional_attention=True)
    assert "is not causal" in verdict("causal", model)


def test_lookahead_beyond_window_is_refused() -> None:
    model = tiny_model("causal", "doge", keep_window_size=24)  # beyond it, the length counts
    assert verdict("causal", model, longest=24) == "right"
    assert verdict("causal", model).startswith("refused: Beyond 24 tokens")


def test_model_failing_on_some_texts_gives_clear_error() -> None:
    model = tiny_model("masked", "funnel")  # which cannot halve a row of three tokens
    assert verdict("masked", model).startswith("refused: The model cannot be run on some of the")


@pytest.mark.parametrize(("error", "outcome"), [(0.0, 0), (0.02, 1)])
def test_chaos_fails_on_wrong_figure(
    error: float, outcome: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def scores(*given: Any) -> list[float]:
        return [score + error for score in engine_scores(*given)]

    monkeypatch.setattr(plain_loop, "engine_scores", scores)
    with catch_warnings():
        assert chaos_figures.main(["causal gpt2"]) == outcome
    logging.disable(logging.NOTSET)
    told = f"{1 - outcome} right, 0 refused, {outcome} wrong"
    assert f"architectures: 1, {told}" in capsys.readouterr().out


def test_rows_that_depend_on_each_other_are_scored_alone() -> None:
    model = tiny_model("causal", "bloom")
    forward = model.forward

    def mixed(*given: Any, attention_mask: Any = None, **more: Any) -> Any:
        output = forward(*given, attention_mask=attention_mask, **more)
        output.logits = output.logits * (1 + 0.1 * (output.logits.shape[0] - 1))
        return output

    texts = [np.arange(10, 10 + length, dtype=np.int32) for length in (4, 9, 14)]
    expected = [plain_score("causal", model, ids) for ids in texts]
    model.forward = mixed
    model.get_output_embeddings = lambda: None
    with pytest.warns(UserWarning, match="each text is scored alone"):
        found = engine_scores("causal", model, texts)
    np.testing.assert_allclose(found, expected, atol=1e-3, rtol=0)


@pytest.mark.parametrize("kind", ROPE)
def test_rope_switch_point_never_divides_a_batch(kind: str) -> None:
    config = llama_config()
    config.max_position_embeddings = 32
    config.rope_parameters = ROPE[kind]
    random = np.random.default_rng(0)
    texts = [random.integers(10, 390, length).astype(np.int32) for length in (60, 9, 50, 33, 34)]

    def fresh() -> Any:
        torch.manual_seed(0)
        model = hf.AutoModelForCausalLM.from_config(config, dtype=torch.float32).eval()
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.mul_(4.0 if parameter.dim() > 1 else 1.0)
        return model

    # A new model for each: what a longer text left behind must not count.
    expected = [plain_score("causal", fresh(), ids) for ids in texts]
    model = fresh()
    for _ in range(2):
        np.testing.assert_allclose(engine_scores("causal", model, texts), expected, atol=1e-3)
    assert len(CausalScorer(model, batch_tokens=256)._groups(texts)) > 1


@pytest.mark.parametrize("kind", tiny_adapters.TYPES)
def test_adapter_is_scored_as_peft_runs_it_or_refused(kind: str) -> None:
    adapted = tiny_adapters.adapted_model(kind)
    ids = np.array([10, 7, 8, 20, 30, 7, 5, 6], dtype=np.int32)
    found = _score_or_refusal(adapted, ids)
    if isinstance(found, str):
        assert kind not in INSIDE
        assert ("aLoRA" if kind == "ALORA" else kind) in found or "from run to run" in found
    else:
        np.testing.assert_allclose(found, plain_score("causal", adapted, ids), atol=1e-3)
        assert kind not in OUTSIDE


def _score_or_refusal(adapted: Any, ids: Any) -> float | str:
    checkpoint = MemoryCheckpoint(adapted, tiny_tokenizer(), LoadOptions())
    try:
        return engine_scores("causal", checkpoint.load_model(), [ids])[0]
    except EngineError as error:
        return str(error)


def test_disabled_prompt_tuning_is_scored_as_its_base() -> None:
    adapted = tiny_adapters.adapted_model("PROMPT_TUNING")
    ids = np.arange(10, 20, dtype=np.int32)
    with adapted.disable_adapter():
        found = _score_or_refusal(adapted, ids)
        assert isinstance(found, float), found
        np.testing.assert_allclose(found, plain_score("causal", adapted, ids), atol=1e-3)
    assert isinstance(_score_or_refusal(adapted, ids), str)


def test_saved_prompt_tuning_is_refused_by_name(tmp_path: Path) -> None:
    base = save_tiny_model(tmp_path / "base", llama_config())
    adapted = tiny_adapters.adapted_model("PROMPT_TUNING")
    adapted.save_pretrained(str(tmp_path / "adapter"))
    with pytest.raises(EngineError, match="type PROMPT_TUNING act outside"):
        load_model(base, LoadOptions(adapter=tmp_path / "adapter"))


@pytest.mark.parametrize("kind", ["ADAPTION_PROMPT", "ALORA", "LILY"])
def test_adapter_that_cannot_be_merged_is_one_sentence(kind: str, tmp_path: Path) -> None:
    base = save_tiny_model(tmp_path / "base", llama_config())
    tiny_adapters.adapted_model(kind).save_pretrained(str(tmp_path / "adapter"))
    with pytest.raises(EngineError, match="cannot be merged into the model, to be trained"):
        load_merged_model(base, LoadOptions(adapter=tmp_path / "adapter"))


def test_encoder_decoder_is_refused(tmp_path: Path) -> None:
    config = hf.BartConfig(
        vocab_size=400, d_model=32, encoder_layers=1, decoder_layers=1, encoder_ffn_dim=32,
        decoder_ffn_dim=32, encoder_attention_heads=2, decoder_attention_heads=2,
    )  # fmt: skip
    hf.BartForConditionalGeneration(config).save_pretrained(tmp_path)
    with pytest.raises(EngineError, match="encoder-decoder"):
        load_model(tmp_path, LoadOptions())
