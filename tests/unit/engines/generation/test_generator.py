"""Answers do not depend on their company, are kept one by one, and end where the model ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
import transformers as hf

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.generation.decoding import Decoded, GreedyDecoder, Request
from kasauti.engines.generation.prompts import encode_prompt
from kasauti.engines.protocol.backend import Prompt
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.model_source import EMBEDDED, ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import ScoreStore
from tests.support.tiny_models import save_tiny_model

TEXTS = [
    "The boys read",
    "लड़का घर जाता है। लड़कियाँ किताब पढ़ती हैं।",
    "a",
    "मैंने राम को देखा। " * 5,
    "The boys read a book at home, and then they read another one.",
]
SIZES: dict[str, Any] = {
    "vocab_size": 400,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "bos_token_id": 0,
}
ATTENTION: dict[str, Any] = {"num_attention_heads": 4, "intermediate_size": 48, "eos_token_id": 1}
CONFIGS = {
    "llama": hf.LlamaConfig(**SIZES, **ATTENTION, num_key_value_heads=2),
    "gpt2": hf.GPT2Config(
        vocab_size=400, n_embd=32, n_layer=2, n_head=4, bos_token_id=0, eos_token_id=1
    ),
    # A window shorter than the prompts: the cache lets go of what is behind it.
    "gemma3": hf.Gemma3TextConfig(
        **SIZES, **ATTENTION, num_key_value_heads=2, head_dim=8, sliding_window=16,
        layer_types=["sliding_attention", "full_attention"], pad_token_id=2,
    ),
    "bloom": hf.BloomConfig(
        vocab_size=400, hidden_size=32, n_layer=2, n_head=4, bos_token_id=0, eos_token_id=1
    ),
    "mamba": hf.MambaConfig(**SIZES, state_size=4, eos_token_id=1),
}  # fmt: skip


@pytest.fixture
def llama(tmp_path: Path) -> Path:
    return save_tiny_model(tmp_path / "model", CONFIGS["llama"])


def backend(model: Path | str, store: Path, **options) -> LocalBackend:
    return LocalBackend(
        ModelRequest(source=ModelSource.find(str(model)), store=ScoreStore(store), **options)
    )


def prompts(*, most: int = 20) -> list[Prompt]:
    return [Prompt(text, max_new_tokens=most) for text in TEXTS]


@pytest.mark.parametrize("name", CONFIGS)
def test_answers_equal_library_one_at_a_time(name: str, tmp_path: Path) -> None:
    folder = save_tiny_model(tmp_path / name, CONFIGS[name])
    ours = backend(folder, tmp_path / "s.sqlite")
    answers = ours.answer(prompts())
    for prompt, answer in zip(prompts(), answers, strict=True):
        ids = torch.tensor([encode_prompt(ours, prompt, "plain")])
        output = ours.model.generate(  # type: ignore[operator]
            ids, attention_mask=torch.ones_like(ids), max_new_tokens=20, do_sample=False,
            eos_token_id=1, pad_token_id=2,
        )[0, ids.shape[1] :].tolist()  # fmt: skip
        finished = output[-1] == 1
        assert answer.finished == finished
        assert answer.tokens == len(output) - finished
        said = str(ours.tokenizer.decode(output, skip_special_tokens=True))
        assert answer.text == said.strip()


@pytest.mark.parametrize("name", ["gemma-3-270m", "smollm2-135m-instruct"])
def test_real_models_say_the_same_in_a_ragged_batch_as_alone(name: str, tmp_path: Path) -> None:
    try:
        EMBEDDED[name].files()
    except EngineError as error:
        pytest.skip(str(error))
    texts = ("What is a bear market?", "भारत की राजधानी", "Name three fruits. " * 6)
    asked = [Prompt(text, max_new_tokens=6) for text in texts]
    ours = backend(name, tmp_path / "together.sqlite")
    together = ours.answer(asked)
    ours.store = ScoreStore(tmp_path / "alone.sqlite")
    assert together == [ours.answer([prompt])[0] for prompt in asked]
    assert ours.work.computed == 6
    assert len({answer.text for answer in together}) == len(asked)


def test_rounding_never_decides_between_two_tokens(
    llama: Path, tmp_path: Path, monkeypatch
) -> None:
    """Every token has a twin with the same logits; the cached pass is off by what sums may be."""
    model = backend(llama, tmp_path / "s.sqlite").model
    head = model.get_output_embeddings().weight
    with torch.no_grad():
        head[200:] = head[:200].clone()
    requests = [Request(n, [0, *range(10, 12 + n)], 8) for n in range(4)]
    exact = decoded(model, requests)
    torch.manual_seed(0)
    honest = GreedyDecoder._logits

    def noisy(self, ids, mask, cache):
        logits = honest(self, ids, mask, cache)
        return logits if cache is None else logits + 2e-4 * torch.randn_like(logits)

    monkeypatch.setattr(GreedyDecoder, "_logits", noisy)
    assert decoded(model, requests) == exact
    monkeypatch.setattr("kasauti.engines.generation.decoding.NEAR_TIE", 0.0)
    assert decoded(model, requests) != exact, "the noise decides where nothing guards against it"


def decoded(model, requests, *, stops: frozenset[int] = frozenset()) -> dict[int, Decoded]:
    found: dict[int, Decoded] = {}
    decoder = GreedyDecoder(model, stops=stops, batch_tokens=10_000, tick=lambda _: None)
    decoder.decode(requests, found.__setitem__)
    return found


def test_finished_sequence_stops_while_others_continue(llama: Path, tmp_path: Path) -> None:
    model = backend(llama, tmp_path / "s.sqlite").model
    requests = [Request(n, [0, *range(10, 12 + n)], 20) for n in range(5)]
    free = decoded(model, requests)
    said = [set(each.ids) for each in free.values()]
    end = max({token for token in said[0] if any(token not in each for each in said)})
    stopped = decoded(model, requests, stops=frozenset([end]))
    for index, each in free.items():
        until = each.ids.index(end) if end in each.ids else None
        assert stopped[index] == Decoded(each.ids[:until], until is not None)
    assert {each.finished for each in stopped.values()} == {True, False}


def test_an_answer_may_be_as_long_as_asked(llama: Path, tmp_path: Path) -> None:
    answering = backend(llama, tmp_path / "s.sqlite")
    short, long = answering.answer([Prompt("The boys", max_new_tokens=n) for n in (3, 9)])
    assert (short.tokens, long.tokens) == (3, 9)
    assert long.text.startswith(short.text)


def test_stored_answers_are_not_recomputed(llama: Path, tmp_path: Path, monkeypatch) -> None:
    first = backend(llama, tmp_path / "s.sqlite")
    answers = first.answer([*prompts(), prompts()[0]])
    assert (first.work.computed, first.work.stored) == (5, 0)
    monkeypatch.setattr(
        "kasauti.engines.sources.loading.load_model", lambda *_: pytest.fail("loaded the model")
    )
    second = backend(llama, tmp_path / "s.sqlite")
    assert second.answer([*prompts(), prompts()[0]]) == answers
    assert (second.work.computed, second.work.stored) == (0, 5)


def test_a_killed_run_keeps_every_finished_answer(llama: Path, tmp_path: Path) -> None:
    """Killed in the middle of a batch whose sequences end at different times."""
    asked = [Prompt(text, max_new_tokens=3 + 4 * n) for n, text in enumerate(TEXTS)]
    done = 0

    def killed(count: int, **_: object) -> None:
        nonlocal done
        done += count
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        backend(llama, tmp_path / "s.sqlite").answer(asked, killed)
    resumed = backend(llama, tmp_path / "s.sqlite")
    answers = resumed.answer(asked)
    assert (resumed.work.computed, resumed.work.stored) == (3, 2)
    assert answers == backend(llama, tmp_path / "fresh.sqlite").answer(asked)


@pytest.mark.parametrize(
    "other",
    [{"most": 21}, {"bos": "none"}, {"stops": [1, 7]}, {"adapter": True}],
    ids=["length", "bos", "stops", "adapter"],
)
def test_no_answer_of_other_settings_is_served(other, llama: Path, tmp_path: Path) -> None:
    backend(llama, tmp_path / "s.sqlite").answer(prompts())
    if stops := other.get("stops"):
        (llama / "generation_config.json").write_text(f'{{"eos_token_id": {stops}}}')
    second = backend(llama, tmp_path / "s.sqlite", bos=other.get("bos", "auto"))
    if other.get("adapter"):
        second.identity = {**second.identity, "adapter": "another"}
    second.answer(prompts(most=other.get("most", 20)))
    assert second.work.stored == 0


def test_out_of_memory_reduces_batch(llama: Path, tmp_path: Path) -> None:
    """Finished answers are neither lost nor computed again."""
    asked = [Prompt(text, max_new_tokens=3 + 4 * n) for n, text in enumerate(TEXTS)]
    ours = backend(llama, tmp_path / "s.sqlite")
    model, sizes = ours.model, []
    forward = model.forward
    longest = max(len(encode_prompt(ours, prompt, "plain")) for prompt in asked)

    def small(input_ids, **others):
        sizes.append(len(input_ids))
        if len(input_ids) > 2 and others["attention_mask"].shape[1] > longest + 5:
            raise torch.OutOfMemoryError("out of memory")
        return forward(input_ids=input_ids, **others)

    # The decoder asks which arguments the model takes.
    small.__wrapped__ = forward  # type: ignore[attr-defined]
    model.forward = small
    answers = ours.answer(asked)
    assert max(sizes) == 5
    assert ours.work.computed == 5
    assert answers == backend(llama, tmp_path / "t.sqlite").answer(asked)


def test_model_positions_limit_answer_length(tmp_path: Path) -> None:
    config = hf.GPT2Config(
        vocab_size=400, n_embd=32, n_layer=1, n_head=4, n_positions=32,
        bos_token_id=0, eos_token_id=1,
    )  # fmt: skip
    folder = save_tiny_model(tmp_path / "model", config)
    answering = backend(folder, tmp_path / "s.sqlite")
    (answer,) = answering.answer([Prompt("The boys", max_new_tokens=100)])
    assert 0 < answer.tokens < 32
    with pytest.raises(EngineError, match="leaves no room for an answer"):
        answering.answer([Prompt("The boys read. " * 20)])


def test_masked_model_is_refused_with_clear_error(tmp_path: Path) -> None:
    config = hf.BertConfig(**SIZES, num_attention_heads=4, intermediate_size=48)
    hf.BertForMaskedLM(config).save_pretrained(tmp_path / "bert")
    with pytest.raises(EngineError, match="masked model cannot answer"):
        backend(tmp_path / "bert", tmp_path / "s.sqlite").answer(prompts())


def test_progress_reports_every_answer_and_token(llama: Path, tmp_path: Path) -> None:
    seen = {"count": 0, "tokens": 0, "spared": 0}

    def advance(count: int, *, tokens: int = 0, spared: int = 0, stored: bool = False) -> None:
        for name, number in (("count", count), ("tokens", tokens), ("spared", spared)):
            seen[name] += number

    answers = backend(llama, tmp_path / "s.sqlite").answer(prompts(), advance)
    made = sum(answer.tokens + answer.finished for answer in answers)
    assert seen == {"count": 5, "tokens": made, "spared": 5 * 20 - made}
    seen = dict.fromkeys(seen, 0)
    backend(llama, tmp_path / "s.sqlite").answer(prompts(), advance)
    assert seen == {"count": 5, "tokens": 0, "spared": 5 * 20}
