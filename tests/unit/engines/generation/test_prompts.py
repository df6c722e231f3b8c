"""A model is asked as it expects to be asked, with exactly one BOS."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import transformers as hf

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.generation.prompts import (
    choose_format,
    encode_prompt,
    prompt_settings,
    stop_tokens,
)
from kasauti.engines.protocol.backend import Prompt
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.model_source import EMBEDDED, ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import ScoreStore
from tests.support.tiny_models import save_tiny_model

TEMPLATE = (
    "{{ bos_token }}{% for m in messages %}<{{ m.role }}>{{ m.content }}</s>{% endfor %}"
    "{% if add_generation_prompt %}<model>{% endif %}"
)
NO_SYSTEM = "{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}{% endif %}"


@pytest.fixture
def model(tmp_path_factory: pytest.TempPathFactory):
    """A backend whose tokenizer has this template and these further tokens."""

    def build(
        *, template: str | None = None, tokens=(), bos: str = "auto", ends=(1,)
    ) -> LocalBackend:
        config = hf.LlamaConfig(
            vocab_size=410, hidden_size=8, num_hidden_layers=1, num_attention_heads=2,
            intermediate_size=8, bos_token_id=0, eos_token_id=1,
        )  # fmt: skip
        folder_of_both = tmp_path_factory.mktemp("model")
        folder = save_tiny_model(folder_of_both / "model", config)
        tokenizer = hf.AutoTokenizer.from_pretrained(folder)
        tokenizer.chat_template = template
        tokenizer.add_special_tokens({"additional_special_tokens": list(tokens)})
        tokenizer.save_pretrained(folder)
        ids = [t if isinstance(t, int) else tokenizer.convert_tokens_to_ids(t) for t in ends]
        (folder / "generation_config.json").write_text(json.dumps({"eos_token_id": ids}))
        store = ScoreStore(folder_of_both / "s.sqlite")
        return LocalBackend(
            ModelRequest(source=ModelSource.find(str(folder)), store=store, bos=bos)
        )

    return build


def shown(backend: LocalBackend, prompt: Prompt, form: str = "auto") -> str:
    ids = encode_prompt(backend, prompt, choose_format(backend, form))
    return str(backend.tokenizer.decode(ids))


def test_template_and_stop_tokens_are_signed(model) -> None:
    plain = model(template=TEMPLATE)
    other = model(template=TEMPLATE.replace("<model>", "<bot>"))
    longer = model(template=TEMPLATE, ends=(1, 7))
    settings = [prompt_settings(each, "template") for each in (plain, other, longer)]
    assert settings[0]["template"] != settings[1]["template"]
    assert [each["stops"] for each in settings] == ["1", "1", "1,7"]
    assert "template" not in prompt_settings(plain, "plain")
    assert plain.generation_settings().items() >= settings[0].items()


TURNS = ("<start_of_turn>", "<end_of_turn>")


@pytest.mark.parametrize(
    ("template", "tokens", "ends", "form"),
    [
        (TEMPLATE, TURNS, (1,), "template"),
        (None, TURNS, (1, "<end_of_turn>"), "gemma"),
        (None, TURNS, (1,), "plain"),
        (None, (), (1,), "plain"),
    ],
)
def test_format_is_detected_by_template_and_tokens(model, template, tokens, ends, form) -> None:
    assert choose_format(model(template=template, tokens=tokens, ends=ends)) == form


def test_adapter_on_turn_tokens_uses_turn_format(model, tmp_path) -> None:
    backend = model(tokens=TURNS)
    backend.checkpoint.options = replace(backend.checkpoint.options, adapter=tmp_path)
    assert choose_format(backend) == "gemma"


def test_a_template_is_followed_and_gives_one_bos(model) -> None:
    backend = model(template=TEMPLATE)
    assert shown(backend, Prompt("Why?")) == "<s><user>Why?</s><model>"
    assert shown(backend, Prompt("Why?", system="Be brief.")) == (
        "<s><system>Be brief.</s><user>Why?</s><model>"
    )


def test_a_doubled_bos_is_reduced_to_one(model) -> None:
    assert shown(model(template="{{ bos_token }}" + TEMPLATE), Prompt("Why?")).count("<s>") == 1
    assert shown(model(), Prompt("<s>Why?")) == "<s>Why?"


def test_template_without_bos_gets_bos_only_on_request(model) -> None:
    bare = TEMPLATE.removeprefix("{{ bos_token }}")
    assert shown(model(template=bare), Prompt("Why?")) == "<user>Why?</s><model>"
    assert shown(model(template=bare, bos="<s>"), Prompt("Why?")) == "<s><user>Why?</s><model>"


def test_unsupported_system_message_is_merged_into_question(model) -> None:
    backend = model(template=NO_SYSTEM + TEMPLATE)
    assert "<user>Be brief.\n\nWhy?</s>" in shown(backend, Prompt("Why?", system="Be brief."))


def test_gemma_turns_are_as_documented(model) -> None:
    backend = model(tokens=TURNS, ends=(1, "<end_of_turn>"))
    assert shown(backend, Prompt("Why?")) == (
        "<s><start_of_turn>user\nWhy?<end_of_turn>\n<start_of_turn>model\n"
    )


def test_a_base_model_gets_the_bare_text(model) -> None:
    assert shown(model(), Prompt("Why?", system="Be brief.")) == "<s>Be brief.\n\nWhy?"
    assert shown(model(bos="none"), Prompt("Why?")) == "Why?"
    assert shown(model(template=TEMPLATE), Prompt("Why?", chat=False)) == "<s>Why?"


@pytest.mark.parametrize("form", ["template", "gemma"])
def test_a_format_that_the_tokenizer_lacks_is_refused(model, form: str) -> None:
    with pytest.raises(EngineError, match="Use --prompt-format="):
        choose_format(model(), form)


def test_a_format_can_be_forced(model) -> None:
    assert shown(model(template=TEMPLATE), Prompt("Why?"), "plain") == "<s>Why?"


def test_answers_end_at_named_ends_and_at_ends_of_turns(model) -> None:
    backend = model(tokens=TURNS, ends=(1, 7))
    turn = backend.tokenizer.convert_tokens_to_ids("<end_of_turn>")
    assert stop_tokens(backend) == {1, 7, turn}


@pytest.mark.parametrize(
    ("name", "form", "start"),
    [
        ("gemma-3-270m", "plain", "<bos>What is it?"),
        ("smollm2-135m-instruct", "template", "<|im_start|>system\nYou are a helpful AI assistant"),
    ],
)
def test_embedded_models_use_their_training_format(name, form, start, tmp_path) -> None:
    try:
        EMBEDDED[name].files()
    except EngineError as error:
        pytest.skip(str(error))
    store = ScoreStore(tmp_path / "s.sqlite")
    backend = LocalBackend(ModelRequest(source=ModelSource.find(name), store=store))
    assert choose_format(backend) == form
    assert shown(backend, Prompt("What is it?")).startswith(start)
