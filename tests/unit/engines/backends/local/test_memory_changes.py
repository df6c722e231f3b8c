"""Whatever is changed in a model in memory, its next scores are fresh."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import peft
import pytest
import torch
import transformers as hf
from tokenizers.pre_tokenizers import PreTokenizer

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.protocol.backend import TextSpan
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.memory import digest_of_tokenizer
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import ScoreStore, opened
from kasauti.engines.store.upkeep import store_info
from tests.support.tiny_models import save_tiny_model, tiny_tokenizer

TEXTS = ["लड़का घर जाता है।", "The boy reads."]
SPANS = [TextSpan("वह घर पर है।", 3, 5)]

Open = Callable[..., LocalBackend]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ScoreStore]:
    with opened(tmp_path / "scores.sqlite") as store:
        yield store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    config = hf.LlamaConfig(
        vocab_size=400, hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=48, attention_dropout=0.5, bos_token_id=0, eos_token_id=1,
    )  # fmt: skip
    return save_tiny_model(tmp_path / "llama", config)


@pytest.fixture
def model(folder: Path) -> Any:
    return hf.AutoModelForCausalLM.from_pretrained(folder).train()


@pytest.fixture
def in_memory(model: Any, store: ScoreStore) -> Open:
    def open_it(model: Any = model, **options: Any) -> LocalBackend:
        source = ModelSource.of_model(model, tiny_tokenizer(), name="step-2000")
        return LocalBackend(ModelRequest(source=source, load=LoadOptions(**options), store=store))

    return open_it


def _ablate(model: Any) -> Any:
    return model.model.layers[0].register_forward_hook(lambda _, given, out: given[0])


def _hook_before(model: Any) -> Any:
    return model.model.embed_tokens.register_forward_pre_hook(lambda _, given: (given[0] * 0,))


def _own_forward(model: Any) -> None:
    mlp = model.model.layers[0].mlp
    mlp.forward = lambda states: states * 0


def _rotary(model: Any) -> None:
    model.model.rotary_emb.inv_freq.mul_(0.5)


def _scale(model: Any) -> None:
    model.model.layers[1].self_attn.scaling *= 2


def _norm(model: Any) -> None:
    model.model.norm.variance_epsilon = 1.0


def _another_class(model: Any) -> None:
    class Silent(type(model.model.layers[0].mlp)):  # type: ignore[misc]
        def forward(self, states: Any) -> Any:
            return states * 0

    model.model.layers[0].mlp.__class__ = Silent


def _activation(model: Any) -> None:
    model.model.layers[0].mlp.act_fn = torch.nn.ReLU()


def _parametrized(model: Any) -> None:
    class Half(torch.nn.Module):
        def forward(self, weight: Any) -> Any:
            return weight / 2

    torch.nn.utils.parametrize.register_parametrization(model.lm_head, "weight", Half())


CHANGES = [
    _ablate, _hook_before, _own_forward, _rotary, _scale, _norm, _another_class, _activation,
    _parametrized,
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_model_in_memory_gets_new_scores(
    in_memory: Open, model: Any, change: Callable[[Any], Any]
) -> None:
    backend = in_memory()
    before = backend.score_texts(TEXTS)
    backend.release()
    change(model)
    for changed in (backend, in_memory()):
        assert changed.score_texts(TEXTS) != before
        changed.release()
    assert in_memory().work.stored == 0


def test_nothing_of_a_hooked_model_is_stored(
    in_memory: Open, model: Any, store: ScoreStore
) -> None:
    hook = _ablate(model)
    in_memory().score_texts(TEXTS)
    assert store_info(store.path).results == 0
    hook.remove()
    ours = in_memory()
    ours.read_vectors(SPANS, pool="last")  # transformers' own hooks stay behind
    ours.score_texts(TEXTS)
    assert store_info(store.path).results > 0


def test_adapters_that_are_switched_give_new_scores(in_memory: Open, model: Any) -> None:
    adapted = peft.get_peft_model(model, peft.LoraConfig(init_lora_weights=False))
    adapted.add_adapter("second", peft.LoraConfig(init_lora_weights=False))
    scores = [in_memory(adapted).score_texts(TEXTS)]
    adapted.set_adapter("second")
    scores.append(in_memory(adapted).score_texts(TEXTS))
    with adapted.disable_adapter():
        scores.append(in_memory(adapted).score_texts(TEXTS))
    assert len({each[0].logprob for each in scores}) == 3
    adapted.set_adapter("default")
    again = in_memory(adapted)
    assert again.score_texts(TEXTS) == scores[0]
    assert again.work.stored == len(TEXTS)


def test_a_prompt_outside_of_the_model_gets_no_results_of_its_base(
    in_memory: Open, model: Any
) -> None:
    in_memory().score_texts(TEXTS)
    config = peft.PromptTuningConfig(task_type="CAUSAL_LM", num_virtual_tokens=2)
    adapted = peft.get_peft_model(model, config)
    with pytest.raises(EngineError, match="PROMPT_TUNING act outside of the model's layers"):
        in_memory(adapted).score_texts(TEXTS)


def test_settings_of_a_tokenizer_in_memory_count(model: Any) -> None:
    def split(tokenizer: Any) -> None:
        tokenizer.split_special_tokens = True

    def added(tokenizer: Any) -> None:
        tokenizer.add_tokens(["घर"])

    def patched(tokenizer: Any) -> None:
        tokenizer._encode_plus = lambda *_, **__: hf.BatchEncoding({"input_ids": [1]})

    digests = {digest_of_tokenizer(tiny_tokenizer())}
    for change in (split, added, patched):
        tokenizer = tiny_tokenizer()
        change(tokenizer)
        digests.add(digest_of_tokenizer(tokenizer))
    assert len(digests) == 4


def _pad(ids: Any, *_: Any, **__: Any) -> Any:
    return ids


@pytest.mark.parametrize("owner", [hf.PreTrainedTokenizerFast, hf.LlamaForCausalLM])
def test_nothing_is_stored_with_a_function_put_into_a_library(
    in_memory: Open, store: ScoreStore, monkeypatch: pytest.MonkeyPatch, owner: type
) -> None:
    assert in_memory().store is store
    monkeypatch.setattr(owner, "prepare_for_model", _pad, raising=False)
    assert in_memory().store is not store


def test_a_tokenizer_with_parts_in_python_is_used_and_not_stored(
    model: Any, store: ScoreStore
) -> None:
    class Whole:
        def pre_tokenize(self, text: Any) -> None:
            text.split(lambda _, word: [word])

    tokenizer = tiny_tokenizer()
    tokenizer.backend_tokenizer.pre_tokenizer = PreTokenizer.custom(Whole())
    source = ModelSource.of_model(model, tokenizer)
    assert LocalBackend(ModelRequest(source=source, store=store)).score_texts(TEXTS[1:])
    assert store_info(store.path).results == 0
