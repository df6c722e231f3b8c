"""A model in memory: the scores of its folder, new ones after a training step, its mode back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import peft
import pytest
import torch
import transformers as hf

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.protocol.backend import Continuation, Prompt, TextSpan
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.protocol.training import Example, TrainingConfig, TrainingSet
from kasauti.engines.sources import memory
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.memory import digest_of_tensors, digest_of_tokenizer
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import ScoreStore, opened
from tests.support.masked_models import masked_model
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


def test_model_in_memory_equals_folder(
    in_memory: Open, folder: Path, store: ScoreStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_disk = LocalBackend(ModelRequest(source=ModelSource.find(str(folder)), store=store))
    continuations = [Continuation("The boys", " read")]
    prompts = [Prompt("The boys", max_new_tokens=5)]
    expected = (
        on_disk.score_texts(TEXTS),
        on_disk.score_continuations(continuations),
        on_disk.answer(prompts),
    )
    vectors = on_disk.read_vectors(SPANS, pool="last")
    monkeypatch.setattr(
        "kasauti.engines.sources.loading.load_model", lambda *_: pytest.fail("loaded a model")
    )
    ours = in_memory()
    assert ours.score_texts(TEXTS) == expected[0]
    assert ours.score_continuations(continuations) == expected[1]
    assert ours.answer(prompts) == expected[2]
    np.testing.assert_array_equal(ours.read_vectors(SPANS, pool="last"), vectors)
    assert ours.work.stored == 0  # its results are its own: the files are not known
    assert ours.settings()["model"] == "step-2000"


def test_the_same_weights_are_computed_once(in_memory: Open, model: Any, folder: Path) -> None:
    first = in_memory().score_texts(TEXTS)
    again = in_memory(hf.AutoModelForCausalLM.from_pretrained(folder))
    assert again.score_texts(TEXTS) == first
    assert (again.work.computed, again.work.stored) == (0, 2)


def test_a_training_step_gives_new_scores(in_memory: Open, model: Any) -> None:
    backend = in_memory()
    before = backend.score_texts(TEXTS)
    backend.release()
    ids = torch.tensor([tiny_tokenizer()(TEXTS[1]).input_ids])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model(ids, labels=ids).loss.backward()
    optimizer.step()
    for trained in (backend, in_memory()):  # the same backend, and a new one
        after = trained.score_texts(TEXTS)
        assert after != before
    assert backend.work.computed == 4
    fresh = torch.tensor([[0, *tiny_tokenizer()(TEXTS[1], add_special_tokens=False).input_ids]])
    with torch.no_grad():
        logprobs = torch.log_softmax(model.eval()(fresh).logits[0, :-1], -1)
    expected = logprobs.gather(1, fresh[0, 1:, None]).sum().item()
    assert after[1].logprob == pytest.approx(expected, abs=1e-3)


def test_every_module_gets_its_mode_back(in_memory: Open, model: Any) -> None:
    model.model.layers[0].eval()  # frozen by its owner
    before = [module.training for module in model.modules()]
    backend = in_memory()
    backend.score_texts(TEXTS)
    assert not any(module.training for module in model.modules())
    backend.release()
    assert [module.training for module in model.modules()] == before
    assert model.training
    assert not model.model.layers[0].training


def test_a_second_release_does_not_touch_the_model(in_memory: Open, model: Any) -> None:
    backend = in_memory()
    backend.score_texts(TEXTS)
    backend.release()
    model.eval()
    backend.release()
    assert not model.training


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"device": "cuda"}, "--device=cuda does not apply to a model in memory"),
        ({"dtype": "bfloat16"}, "--dtype=bfloat16 does not apply to a model in memory"),
        ({"adapter": Path("lora")}, "--adapter=lora does not apply to a model in memory"),
    ],
)
def test_options_that_would_change_it_are_refused(
    in_memory: Open, option: dict[str, Any], message: str
) -> None:
    with pytest.raises(EngineError, match=message):
        in_memory(**option)


def test_options_matching_model_in_memory_are_accepted(in_memory: Open) -> None:
    assert in_memory(device="cpu", dtype="float32").settings()["dtype"] == "float32"


def test_its_dtype_is_used_and_part_of_the_key(in_memory: Open, model: Any) -> None:
    whole = in_memory().score_texts(TEXTS)
    half = in_memory(model.to(torch.bfloat16))
    assert half.settings()["dtype"] == "bfloat16"
    assert half.score_texts(TEXTS) != whole
    assert half.work.stored == 0


def test_model_in_memory_cannot_be_fine_tuned(in_memory: Open) -> None:
    backend = in_memory()
    assert backend.capabilities() == {"likelihood", "generation", "hidden states"}
    examples = (Example("घर", (0,)),)
    with pytest.raises(EngineError, match="cannot be fine-tuned.*Save it with save_pretrained"):
        backend.fine_tune(TrainingSet(examples, (), examples, 2), TrainingConfig(epochs=1, seed=0))


def test_untrained_copy_equals_that_of_folder(
    in_memory: Open, folder: Path, store: ScoreStore, model: Any
) -> None:
    untrained = in_memory().untrained()
    of_folder = LocalBackend(
        ModelRequest(source=ModelSource.find(str(folder)), store=store)
    ).untrained()
    vectors = untrained.read_vectors(SPANS, pool="mean")
    np.testing.assert_array_equal(vectors, of_folder.read_vectors(SPANS, pool="mean"))
    assert not np.allclose(vectors, in_memory().read_vectors(SPANS, pool="mean"))
    untrained.release()
    assert untrained.settings()["weights"].startswith("random-0@")


def test_masked_model_is_detected_by_class(store: ScoreStore) -> None:
    model, tokenizer = masked_model("bert")
    model.config.architectures = None  # as a config has it that was never saved
    backend = LocalBackend(ModelRequest(source=ModelSource.of_model(model, tokenizer), store=store))
    assert "generation" not in backend.capabilities()
    assert backend.score_texts(["The boys read a book at home."])[0].logprob < 0
    decoder = hf.BertLMHeadModel(hf.BertConfig(**{**model.config.to_dict(), "is_decoder": True}))
    causal = LocalBackend(
        ModelRequest(source=ModelSource.of_model(decoder, tokenizer), store=store)
    )
    assert "generation" in causal.capabilities()


def test_an_adapter_in_memory_counts_with_its_scale(in_memory: Open, folder: Path) -> None:
    def adapted(alpha: int) -> Any:
        torch.manual_seed(0)
        config = peft.LoraConfig(
            r=4, lora_alpha=alpha, target_modules=["q_proj"], init_lora_weights=False
        )
        base = hf.AutoModelForCausalLM.from_pretrained(folder)
        return peft.get_peft_model(base, config)

    weak, strong = in_memory(adapted(1)), in_memory(adapted(64))
    assert weak.score_texts(TEXTS) != strong.score_texts(TEXTS)
    assert strong.work.stored == 0
    off = adapted(64)
    off.base_model.disable_adapter_layers()
    without = in_memory(off).score_texts(TEXTS)
    plain = in_memory().score_texts(TEXTS)
    assert [each.logprob for each in without] == pytest.approx([each.logprob for each in plain])


def test_model_in_memory_has_no_folder(model: Any) -> None:
    with pytest.raises(EngineError, match="has no local folder. Save it"):
        ModelSource.of_model(model, tiny_tokenizer()).folder()


def test_tensor_digest_covers_names_dtypes_shapes_bytes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = torch.arange(12, dtype=torch.float32)
    states: list[dict[str, Any]] = [
        {"a": numbers},
        {"b": numbers},
        {"a": numbers.view(3, 4)},
        {"a": numbers.bfloat16()},
        {"a": numbers.view(torch.int32)},
        {"a": torch.cat([numbers[:11], numbers[:1]])},
        {"a": numbers, "extra": {"step": 1}},
        {"a": torch.tensor(1.0)},
        {"a": torch.empty(0)},
    ]
    whole = [digest_of_tensors(state) for state in states]
    assert len(set(whole)) == len(states)
    assert digest_of_tensors({"b": numbers, "a": numbers}) == digest_of_tensors(
        {"a": numbers, "b": numbers}
    )
    # Neither the order in memory nor the size of the chunks matters.
    assert digest_of_tensors({"a": numbers.view(4, 3).T}) == digest_of_tensors(
        {"a": numbers.view(4, 3).T.contiguous()}
    )
    monkeypatch.setattr(memory, "ELEMENTS", 5)
    assert [digest_of_tensors(state) for state in states] == whole


def test_tokenizer_digest_covers_words_and_special_tokens() -> None:
    digest = digest_of_tokenizer(tiny_tokenizer())
    padded = tiny_tokenizer()
    padded(["a", "a longer text"], padding=True, truncation=True, max_length=3)
    assert digest_of_tokenizer(padded) == digest
    other = tiny_tokenizer()
    other.add_tokens(["<new>"])
    assert digest_of_tokenizer(other) != digest
    special = tiny_tokenizer()
    special.eos_token = "<pad>"
    assert digest_of_tokenizer(special) != digest
