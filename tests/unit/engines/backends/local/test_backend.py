"""The local backend computes each score once, resumes, and never serves another model's."""

from __future__ import annotations

import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import peft
import pytest
import torch
import transformers as hf
from safetensors.torch import load_file, save_file

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.protocol.backend import Continuation, Prompt, TextSpan
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.loading import LoadOptions, load_model
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import ScoreStore, key
from kasauti.engines.store.scores import pack_score
from tests.support.tiny_models import save_tiny_model

TEXTS = ["लड़का घर जाता है।", "लड़का घर जाता हैं।", "The boy reads.", "लड़का घर जाता है।"]


def llama(hidden: int = 32) -> hf.LlamaConfig:
    return hf.LlamaConfig(
        vocab_size=400, hidden_size=hidden, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=48, max_position_embeddings=512,
    )  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return save_tiny_model(tmp_path / "model", llama())


def lora(folder: Path, base: Path, *, seed: int, targets: tuple[str, ...] = ("q_proj",)) -> Path:
    """A LoRA whose weights are not zero, so that it changes the scores."""
    torch.manual_seed(seed)
    model = hf.AutoModelForCausalLM.from_pretrained(base)
    config = peft.LoraConfig(r=4, target_modules=list(targets), task_type="CAUSAL_LM")
    adapted = peft.get_peft_model(model, config)
    with torch.no_grad():
        for name, parameter in adapted.named_parameters():
            if "lora_" in name:
                parameter.normal_(std=0.3)
    adapted.save_pretrained(str(folder), save_embedding_layers=False)
    return folder


@pytest.fixture
def run(folder: Path, tmp_path: Path):
    """Scores the texts in a fresh backend, as a new process would; the store is shared."""

    def score(texts=TEXTS, *, model=folder, options=LoadOptions(), bos="auto"):  # noqa: B008
        store = ScoreStore(tmp_path / "scores.sqlite")
        backend = LocalBackend(
            ModelRequest(
                source=ModelSource.find(str(model)),
                load=options,
                store=store,
                bos=bos,
                batch_tokens=64,
            )
        )
        scores = backend.score_texts(texts)
        store.close()
        return [each.logprob for each in scores], backend.work

    return score


def test_a_repeated_sentence_is_computed_once(run) -> None:
    scores, work = run()
    assert (work.computed, work.stored) == (3, 0)
    assert scores[0] == scores[3]


def test_a_second_run_computes_nothing_and_loads_no_model(run, monkeypatch) -> None:
    first, _ = run()
    monkeypatch.setattr(
        "kasauti.engines.sources.loading.load_model", lambda *_: pytest.fail("loaded the model")
    )
    second, work = run()
    assert second == first
    assert (work.computed, work.stored) == (0, 3)


def test_only_what_is_missing_is_computed(run) -> None:
    run(TEXTS[:1])
    _, work = run()
    assert (work.computed, work.stored) == (2, 1)


def test_work_of_an_interrupted_pass_is_kept(run, monkeypatch) -> None:
    from kasauti.engines.causal.scorer import CausalScorer

    whole = CausalScorer.scores

    def interrupted(self, sequences, *, given):
        yield next(whole(self, sequences, given=given))
        raise KeyboardInterrupt

    texts = [f"वाक्य संख्या {number} है।" for number in range(40)]
    with monkeypatch.context() as patch:
        patch.setattr(CausalScorer, "scores", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run(texts)
    _, work = run(texts)
    assert work.stored > 0
    assert work.computed + work.stored == 40


def test_one_changed_weight_is_another_model(run, folder: Path) -> None:
    before, _ = run()
    weights = load_file(folder / "model.safetensors")
    weights["model.layers.0.mlp.up_proj.weight"][0, 0] += 1.0
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    after, work = run()
    assert work.stored == 0
    assert before != after


def test_changed_architecture_setting_changes_key(run, folder: Path) -> None:
    run()
    config = folder / "config.json"
    config.write_text(config.read_text().replace('"rms_norm_eps": 1e-06', '"rms_norm_eps": 1e-02'))
    assert run()[1].stored == 0


def test_an_adapter_is_another_model(run, folder: Path, tmp_path: Path) -> None:
    bare, _ = run()
    one = lora(tmp_path / "one", folder, seed=1)
    two = lora(tmp_path / "two", folder, seed=2)
    first, work = run(options=LoadOptions(adapter=one))
    assert work.stored == 0
    second, work = run(options=LoadOptions(adapter=two))
    assert work.stored == 0
    assert len({bare[0], first[0], second[0]}) == 3


def test_an_adapter_scores_as_peft_itself_does(run, folder: Path, tmp_path: Path) -> None:
    adapter = lora(tmp_path / "adapter", folder, seed=1, targets=("q_proj", "v_proj", "lm_head"))
    ours, _ = run(options=LoadOptions(adapter=adapter))
    model = peft.PeftModel.from_pretrained(
        hf.AutoModelForCausalLM.from_pretrained(folder), str(adapter)
    ).eval()
    tokenizer = hf.AutoTokenizer.from_pretrained(folder)
    for text, score in zip(TEXTS, ours, strict=True):
        ids = torch.tensor([[0, *tokenizer(text, add_special_tokens=False).input_ids]])
        with torch.no_grad():
            logprobs = torch.log_softmax(model(ids).logits[0, :-1].double(), dim=-1)
        expected = logprobs.gather(1, ids[0, 1:, None]).sum().item()
        assert score == pytest.approx(expected, abs=1e-4)


def test_dtype_and_bos_are_part_of_the_key(run) -> None:
    run()
    assert run(options=LoadOptions(dtype="bfloat16"))[1].stored == 0
    assert run(bos="</s>")[1].stored == 0
    assert run(bos="none")[1].stored == 0


def test_other_tokenizer_changes_key(run, folder: Path) -> None:
    run()
    path = folder / "tokenizer_config.json"
    path.write_text(path.read_text().replace("<pad>", "</s>"))
    assert run()[1].stored == 0


def test_a_copy_of_the_model_shares_its_scores(run, folder: Path, tmp_path: Path) -> None:
    run()
    folder.rename(tmp_path / "elsewhere")
    _, work = run(model=tmp_path / "elsewhere")
    assert work.stored == 3


def test_an_adapter_for_another_base_is_refused(run, folder: Path, tmp_path: Path) -> None:
    other = save_tiny_model(tmp_path / "other", llama(hidden=64))
    adapter = lora(tmp_path / "adapter", other, seed=1)
    with pytest.raises(EngineError, match="does not fit this model.*Pass the --model"):
        run(options=LoadOptions(adapter=adapter))


def test_progress_counts_every_sentence(folder: Path, tmp_path: Path) -> None:
    store = ScoreStore(tmp_path / "scores.sqlite")
    done: list[int] = []
    for _ in range(2):  # computed, then from the store
        done.clear()
        backend = LocalBackend(ModelRequest(source=ModelSource.find(str(folder)), store=store))
        backend.score_texts(TEXTS, lambda count, **_: done.append(count))
        assert sum(done) == len(TEXTS)
    store.close()


def test_results_are_stored_by_content(folder: Path, tmp_path: Path) -> None:
    store = ScoreStore(tmp_path / "scores.sqlite")
    backend = LocalBackend(ModelRequest(source=ModelSource.find(str(folder)), store=store))
    (score,) = backend.score_texts(["घर है"])
    (choice,) = backend.score_continuations([Continuation("घर", " है")])
    (answer,) = backend.answer([Prompt("घर", max_new_tokens=3)])
    vectors = backend.read_vectors([TextSpan("घर है", 0, 2)], pool="mean")
    identity = "|".join(f"{name}:{value}" for name, value in sorted(backend.identity.items()))
    noun, whole = (
        [0, *backend.tokenizer(text, add_special_tokens=False)["input_ids"]]
        for text in ("घर", "घर है")
    )

    def stored(context: str, *ids: int) -> bytes:
        (value,) = store.get([key(context, np.array(ids, dtype=np.int32).tobytes())]).values()
        return value

    assert stored(f"logprob|{identity}", *whole) == pack_score(score.logprob, score.tokens)
    assert stored(f"continuation|{identity}", len(noun), *whole) == pack_score(
        choice.logprob, choice.tokens
    )
    said = stored(f"most:3|answer|bos:auto|stops:1,2|{identity}", *noun)
    assert (len(said) - 1) // 4 == answer.tokens
    assert stored(f"vectors|mean|{identity}", 1, len(noun), *noun) == (
        struct.pack("<II", *vectors.shape[1:]) + vectors.tobytes()
    )
    store.close()


def test_settings_name_all_that_a_reader_needs(folder: Path, tmp_path: Path) -> None:
    store = ScoreStore(tmp_path / "scores.sqlite")
    backend = LocalBackend(
        ModelRequest(
            source=ModelSource.find(str(folder)),
            load=replace(LoadOptions(), dtype="bfloat16"),
            store=store,
        )
    )
    settings = backend.settings()
    store.close()
    assert settings["model"] == str(folder)
    assert settings["bos"] == "<s>"
    assert settings["dtype"] == "bfloat16"
    assert settings["adapter"] == "none"
    assert {"weights", "tokenizer", "torch", "transformers", "device"} <= settings.keys()


def test_a_checkpoint_without_its_head_is_refused(folder: Path) -> None:
    """Transformers would put a random head on it, and call it loaded."""
    weights = load_file(folder / "model.safetensors")
    del weights["lm_head.weight"]
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(EngineError, match="lacks 1 of its weights, among them lm_head.weight"):
        load_model(folder, LoadOptions())
