"""Batched scores equal those of the plainest possible loop, on every kind of causal model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
import transformers as hf

from kasauti.engines.causal import trie_attention
from kasauti.engines.causal.scorer import CausalScorer
from kasauti.engines.causal.trial import Trial
from kasauti.engines.passes.tokens import Ids
from kasauti.engines.protocol.errors import EngineError

VOCABULARY = 300
SIZES: dict[str, Any] = {"vocab_size": VOCABULARY, "hidden_size": 32, "num_hidden_layers": 3}
HEADS: dict[str, Any] = {
    "num_attention_heads": 4,
    "intermediate_size": 48,
    "max_position_embeddings": 256,
}
GROUPED: dict[str, Any] = {"num_key_value_heads": 2}

PACKED: dict[str, Callable[[], hf.PretrainedConfig]] = {
    "gpt2": lambda: hf.GPT2Config(vocab_size=VOCABULARY, n_embd=32, n_layer=3, n_head=4),
    "llama": lambda: hf.LlamaConfig(**SIZES, **HEADS, **GROUPED),
    "neox": lambda: hf.GPTNeoXConfig(**SIZES, **HEADS),
    "gemma3": lambda: hf.Gemma3TextConfig(
        **SIZES, **HEADS, **GROUPED, head_dim=8, sliding_window=512,
        layer_types=["sliding_attention", "full_attention", "sliding_attention"],
    ),
    "gemma2-softcap": lambda: hf.Gemma2Config(
        **SIZES, **HEADS, **GROUPED, head_dim=8, sliding_window=512, final_logit_softcapping=5.0
    ),
    "cohere-scale": lambda: hf.CohereConfig(**SIZES, **HEADS, **GROUPED, logit_scale=0.3),
    "granite-divisor": lambda: hf.GraniteConfig(**SIZES, **HEADS, **GROUPED, logits_scaling=3.0),
    "phi-bias": lambda: hf.PhiConfig(**SIZES, **HEADS),
    "gemma2-attention-softcap": lambda: hf.Gemma2Config(
        **SIZES, **HEADS, **GROUPED, head_dim=8, sliding_window=512, attn_logit_softcapping=0.5
    ),
    "qwen3": lambda: hf.Qwen3Config(**SIZES, **HEADS, **GROUPED, head_dim=8),
    "opt": lambda: hf.OPTConfig(
        vocab_size=VOCABULARY, hidden_size=32, num_hidden_layers=3, num_attention_heads=4,
        ffn_dim=48, max_position_embeddings=256, word_embed_proj_dim=32,
    ),
    "mixtral": lambda: hf.MixtralConfig(
        **SIZES, **HEADS, **GROUPED, num_local_experts=4, sliding_window=None
    ),
}  # fmt: skip
UNPACKED: dict[str, tuple[Callable[[], hf.PretrainedConfig], str]] = {
    "bloom": (
        lambda: hf.BloomConfig(vocab_size=VOCABULARY, hidden_size=32, n_layer=3, n_head=4),
        "ALiBi",
    ),
    "mpt": (
        lambda: hf.MptConfig(
            vocab_size=VOCABULARY, d_model=32, n_layers=3, n_heads=4, max_seq_len=256
        ),
        "ALiBi",
    ),
    "mistral-window": (
        lambda: hf.MistralConfig(**SIZES, **HEADS, **GROUPED, sliding_window=8),
        "window of 8",
    ),
    "gemma3-window": (
        lambda: hf.Gemma3TextConfig(
            **SIZES, **HEADS, **GROUPED, head_dim=8, sliding_window=6,
            layer_types=["sliding_attention", "full_attention", "sliding_attention"],
        ),
        "window of 6",
    ),
    "gpt-neo-local": (
        lambda: hf.GPTNeoConfig(
            vocab_size=VOCABULARY, hidden_size=32, num_layers=2, num_heads=4, window_size=8,
            attention_types=[[["global", "local"], 1]], max_position_embeddings=256,
        ),
        "window of 8",
    ),
    "gptj": (
        lambda: hf.GPTJConfig(
            vocab_size=VOCABULARY, n_embd=32, n_layer=2, n_head=4, rotary_dim=4, n_positions=256
        ),
        "different hidden states",
    ),
    "gpt-oss-sinks": (
        lambda: hf.GptOssConfig(
            **SIZES, **HEADS, **GROUPED, head_dim=8, num_local_experts=4, sliding_window=128,
        ),
        "different hidden states",
    ),
    "mamba": (
        lambda: hf.MambaConfig(
            vocab_size=VOCABULARY, hidden_size=32, num_hidden_layers=2, state_size=8
        ),
        "recurrent",
    ),
}  # fmt: skip
ALL = {**PACKED, **{name: config for name, (config, _) in UNPACKED.items()}}


def random_model(name: str) -> Any:
    torch.manual_seed(0)
    model = hf.AutoModelForCausalLM.from_config(ALL[name](), dtype=torch.float32).eval()
    with torch.no_grad():  # large enough that a wrong mask or position shows
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.mul_(4.0)
            elif name == "phi-bias":
                parameter.normal_()
    return model


def sequences(count: int = 40) -> list[Ids]:
    """Pairs that share prefixes, as minimal pairs do, of many lengths; one long one."""
    random = np.random.default_rng(1)
    made = [random.integers(0, VOCABULARY, 90).astype(np.int32)]
    while len(made) < count:
        good = random.integers(0, VOCABULARY, random.integers(2, 24)).astype(np.int32)
        bad = good.copy()
        bad[random.integers(1, len(good))] = random.integers(VOCABULARY)
        made += [good, bad]
    return made


@torch.no_grad()
def one_at_a_time(model: hf.PreTrainedModel, ids: Ids) -> float:
    """The reference: one sequence, the model's own logits, a full log-softmax."""
    tokens = torch.tensor(ids[None].astype(np.int64))
    logprobs = torch.log_softmax(model(tokens).logits[0].double(), dim=-1)
    return float(sum(logprobs[i, tokens[0, i + 1]] for i in range(len(ids) - 1)))


def batched(scorer: CausalScorer, ids: list[Ids]) -> list[float]:
    scores = dict(pair for batch in scorer.scores(ids) for pair in batch)
    return [scores[index] for index in range(len(ids))]


@pytest.mark.parametrize("name", ALL)
def test_scores_do_not_depend_on_batch(name: str) -> None:
    model, ids = random_model(name), sequences()
    expected = [one_at_a_time(model, each) for each in ids]
    for batch_tokens in (1, 100, 5000):
        scorer = CausalScorer(model, batch_tokens=batch_tokens)
        np.testing.assert_allclose(batched(scorer, ids), expected, atol=1e-4, rtol=0)


@pytest.mark.parametrize("name", PACKED)
def test_prefixes_are_shared_when_correct(name: str) -> None:
    assert CausalScorer(random_model(name), batch_tokens=512).why_no_trie(sequences()) == ""


@pytest.mark.parametrize(("name", "reason"), [(n, reason) for n, (_, reason) in UNPACKED.items()])
def test_incorrect_trie_falls_back(name: str, reason: str) -> None:
    assert reason in CausalScorer(random_model(name), batch_tokens=512).why_no_trie(sequences())


@pytest.mark.parametrize("name", ["bloom", "gpt-neo-local", "mamba", "mistral-window"])
def test_trial_detects_unlisted_architectures(name: str) -> None:
    """An architecture that nobody listed must be caught by its behaviour."""
    assert not CausalScorer(random_model(name), batch_tokens=512)._trie_agrees


@pytest.mark.parametrize("name", ["llama", "gemma3", "gpt2"])
def test_bfloat16_takes_the_packed_way(name: str) -> None:
    model, ids = random_model(name).to(torch.bfloat16), sequences()
    scorer = CausalScorer(model, batch_tokens=512)
    assert scorer.why_no_trie(ids) == ""
    assert scorer._head is not None
    expected = np.array([one_at_a_time(model, each) for each in ids])
    np.testing.assert_allclose(batched(scorer, ids), expected, rtol=0.05, atol=1.0)


def test_unsupported_head_falls_back_to_model_head(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model, ids = random_model("granite-divisor"), sequences()
    monkeypatch.setattr(
        "kasauti.engines.passes.lm_head._adjustment", lambda config: lambda logits: logits
    )
    scorer = CausalScorer(model, batch_tokens=512)
    assert scorer._head is None
    expected = [one_at_a_time(model, each) for each in ids]
    np.testing.assert_allclose(batched(scorer, ids), expected, atol=1e-4, rtol=0)


def test_attention_is_restored_afterwards() -> None:
    model, ids = random_model("llama"), sequences()
    usual = model.config._attn_implementation
    batched(CausalScorer(model, batch_tokens=512), ids)
    assert model.config._attn_implementation == usual


def test_sequences_beyond_window_leave_others_packed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    torch.manual_seed(0)
    config = hf.MistralConfig(**SIZES, **HEADS, **GROUPED, sliding_window=32)
    model: Any = hf.AutoModelForCausalLM.from_config(config, dtype=torch.float32).eval()
    ids = sequences()  # one of 90 tokens, the others of at most 24
    ways = []
    whole = CausalScorer._batch_scores

    def watched(self, rows, *, packed):
        ways.append((packed, sum(len(row.members) for row in rows)))
        return whole(self, rows, packed=packed)

    monkeypatch.setattr(CausalScorer, "_batch_scores", watched)
    scores = batched(CausalScorer(model, batch_tokens=5000), ids)
    assert ways == [(True, len(ids) - 1), (False, 1)]
    expected = [one_at_a_time(model, each) for each in ids]
    np.testing.assert_allclose(scores, expected, atol=1e-4, rtol=0)


def test_out_of_memory_halves_batch_and_continues(monkeypatch: pytest.MonkeyPatch) -> None:
    model, ids = random_model("llama"), sequences()
    scorer = CausalScorer(model, batch_tokens=4096)
    whole = CausalScorer._batch_scores

    def limited(self, rows, *, packed):
        if sum(map(len, rows)) > 300:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return whole(self, rows, packed=packed)

    monkeypatch.setattr(CausalScorer, "_batch_scores", limited)
    expected = [one_at_a_time(model, each) for each in ids]
    np.testing.assert_allclose(batched(scorer, ids), expected, atol=1e-4, rtol=0)
    assert scorer.limit.tokens == 256


def test_out_of_memory_parts_choices_under_a_long_context(monkeypatch: pytest.MonkeyPatch) -> None:
    model, context = random_model("llama"), sequences()[0]
    ids = [np.append(context, [choice, 7]).astype(np.int32) for choice in range(8)]
    scorer = CausalScorer(model, batch_tokens=64)
    whole = CausalScorer._batch_scores

    def limited(self, rows, *, packed):
        if sum(map(len, rows)) > len(context) + 2:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return whole(self, rows, packed=packed)

    monkeypatch.setattr(CausalScorer, "_batch_scores", limited)
    expected = [one_at_a_time(model, each) for each in ids]
    np.testing.assert_allclose(batched(scorer, ids), expected, atol=1e-4, rtol=0)


def test_non_memory_error_gives_one_line_error(monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = CausalScorer(random_model("llama"), batch_tokens=64)

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("shapes do not match")

    monkeypatch.setattr(CausalScorer, "_batch_scores", broken)
    with pytest.raises(EngineError, match=r"some of the texts \(RuntimeError: shapes do not match"):
        batched(scorer, sequences(3))


def test_nan_score_raises() -> None:
    model = random_model("llama")
    scorer = CausalScorer(model, batch_tokens=64)
    with torch.no_grad():
        model.get_output_embeddings().weight[7] = torch.nan
    with pytest.raises(EngineError, match="NaN or infinity as a log-probability"):
        batched(scorer, sequences(3))


def test_trial_trie_spans_blocks_and_differs_from_depths() -> None:
    trie = Trial.of(random_model("llama")).trie()
    assert trie.depths != list(range(len(trie)))
    assert len(trie) > trie_attention.BLOCK
    assert trie.ancestors(trie_attention.BLOCK)
