"""Checkpoints that cannot be used, each with a word that the message must have."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from tests.faults.models.damage import (
    Damage,
    both,
    cut,
    dangling,
    folder_instead,
    header,
    keys,
    lost,
    nothing,
    pickled,
    raw,
    tensors,
    text,
)

Base = Literal["llama", "sharded", "gpt2", "bert", "gguf", "adapter"]
Question = Literal["texts", "long text", "answer"]

CONFIG, WEIGHTS, INDEX = "config.json", "model.safetensors", "model.safetensors.index.json"
TOKENIZER, SETTINGS = "tokenizer.json", "tokenizer_config.json"
SHARD = "model-00002-of-00003.safetensors"
QUERY = "model.layers.0.self_attn.q_proj.weight"


@dataclass(frozen=True, slots=True)
class Broken:
    """A model, what is done to it, what it is asked, and what the refusal must name."""

    name: str
    damage: Damage
    names: str
    base: Base = "llama"
    question: Question = "texts"


def _shape(weights: dict[str, Any]) -> None:
    weights[QUERY] = weights[QUERY][:, :-1].contiguous()


def _offsets(header: dict[str, Any]) -> None:
    header[QUERY]["data_offsets"] = [0, 1 << 40]


def _overlap(header: dict[str, Any]) -> None:
    header[QUERY]["data_offsets"] = [0, 8]


def _kind(header: dict[str, Any]) -> None:
    header[QUERY]["dtype"] = "F33"


def _negative(header: dict[str, Any]) -> None:
    header[QUERY]["shape"] = [-1, 32]


def _not_a_number(weights: dict[str, Any]) -> None:
    weights["model.norm.weight"][0] = float("nan")


def _tokens(change: Any) -> Damage:
    """The tokenizer's file with a change in it."""

    def damage(folder: Path) -> None:
        content = json.loads((folder / TOKENIZER).read_text(encoding="utf-8"))
        change(content)
        (folder / TOKENIZER).write_text(json.dumps(content), encoding="utf-8")

    return damage


def _shifted(content: dict[str, Any]) -> None:
    vocabulary = content["model"]["vocab"]
    content["model"]["vocab"] = {token: number + 300 for token, number in vocabulary.items()}


def _no_pieces(content: dict[str, Any]) -> None:
    content["model"] |= {"vocab": {}, "merges": []}


def _without_unknown(content: dict[str, Any]) -> None:
    content["model"] = {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "[UNK]"}


def _wrong_merges(content: dict[str, Any]) -> None:
    content["model"]["merges"] = [["no", "such"]]


def _unknown_model(content: dict[str, Any]) -> None:
    content["model"]["type"] = "Quantum"


def _many_tokens(content: dict[str, Any]) -> None:
    first, start = content["added_tokens"][0], len(content["model"]["vocab"])
    content["added_tokens"] += [
        {**first, "id": start + number, "content": f"<extra {number}>"} for number in range(100)
    ]
    content["added_tokens"].append({**first, "id": start + 100, "content": "घर"})


def _template(content: object) -> Damage:
    return keys(SETTINGS, chat_template=content)


ENDLESS = "{% for a in range(99999) %}" * 3 + "{% endfor %}" * 3
OWN_CODE = {"AutoConfig": "own.Config"}
DEEP = "[" * 200_000

WEIGHT_FILES = [
    Broken("weights cut in half", cut(WEIGHTS, 0.5), WEIGHTS),
    Broken("weights without their last byte", cut(WEIGHTS, 0.99999), WEIGHTS),
    Broken("weights cut in the header", cut(WEIGHTS, 0.001), WEIGHTS),
    Broken("weights of no bytes", raw(WEIGHTS, b""), WEIGHTS),
    Broken("weights of seven bytes", raw(WEIGHTS, b"\x00" * 7), WEIGHTS),
    Broken("weights that are zeros", raw(WEIGHTS, b"\x00" * 4096), WEIGHTS),
    Broken("weights that are garbage", raw(WEIGHTS, bytes(range(256)) * 16), WEIGHTS),
    Broken("weights that are a web page", raw(WEIGHTS, b"<!DOCTYPE html>" * 99), WEIGHTS),
    Broken("weights that are an LFS pointer", raw(WEIGHTS, b"version https://git-lfs"), WEIGHTS),
    Broken("a link to weights that are gone", dangling(WEIGHTS), WEIGHTS),
    Broken("a folder in place of weights", folder_instead(WEIGHTS), WEIGHTS),
    Broken("a header of absurd length", header(WEIGHTS, len, 1 << 62), WEIGHTS),
    Broken("a header that is longer than the file", header(WEIGHTS, len, 1 << 20), WEIGHTS),
    Broken("a header that is not JSON", raw(WEIGHTS, b"\x04" + b"\x00" * 7 + b"{{{{"), WEIGHTS),
    Broken("a header that is a list", raw(WEIGHTS, b"\x02" + b"\x00" * 7 + b"[]"), WEIGHTS),
    Broken("an empty header", raw(WEIGHTS, b"\x02" + b"\x00" * 7 + b"{}"), "lacks"),
    Broken("offsets beyond the file", header(WEIGHTS, _offsets), WEIGHTS),
    Broken("offsets that overlap", header(WEIGHTS, _overlap), WEIGHTS),
    Broken("an unknown dtype", header(WEIGHTS, _kind), WEIGHTS),
    Broken("a negative shape", header(WEIGHTS, _negative), WEIGHTS),
    Broken("a tensor of another shape", tensors(WEIGHTS, _shape), "other shapes"),
    Broken("a tensor that is missing", tensors(WEIGHTS, lambda w: w.pop(QUERY)), "lacks 1"),
    Broken("a weight that is NaN", tensors(WEIGHTS, _not_a_number), "NaN"),
    Broken("only pickled weights", pickled("pytorch_model.bin", WEIGHTS), "--allow-pickle"),
    Broken("no weights", lost(WEIGHTS), "holds no weights"),
    Broken("the second shard cut", cut(SHARD, 0.5), SHARD, "sharded"),
    Broken("the second shard garbage", raw(SHARD, b"\xff" * 999), SHARD, "sharded"),
    Broken("the second shard of no bytes", raw(SHARD, b""), SHARD, "sharded"),
    Broken("the second shard absent", lost(SHARD), SHARD, "sharded"),
    Broken("an index that is not JSON", text(INDEX, "{"), INDEX, "sharded"),
    Broken("an index that is a list", text(INDEX, "[]"), INDEX, "sharded"),
    Broken("an index that is empty", text(INDEX, "{}"), INDEX, "sharded"),
    Broken("an index without names", keys(INDEX, weight_map=[1]), INDEX, "sharded"),
    Broken("an index of numbers", keys(INDEX, weight_map={QUERY: 7}), INDEX, "sharded"),
    Broken(
        "an index that leads elsewhere",
        keys(INDEX, weight_map={QUERY: "../llama/model.safetensors"}),
        INDEX,
        "sharded",
    ),
    Broken("an index that is not UTF-8", raw(INDEX, b'{"a": "\xff"}'), INDEX, "sharded"),
]

CONFIGS = [
    Broken("no config", lost(CONFIG), "holds no config.json"),
    Broken("a config that is not JSON", text(CONFIG, "{"), CONFIG),
    Broken("a config of no bytes", raw(CONFIG, b""), CONFIG),
    Broken("a config that is a list", text(CONFIG, "[]"), CONFIG),
    Broken("a config that is a string", text(CONFIG, '"x"'), CONFIG),
    Broken("a config that is null", text(CONFIG, "null"), CONFIG),
    Broken("a config that is empty", text(CONFIG, "{}"), CONFIG),
    Broken("a config that is not UTF-8", raw(CONFIG, b'{"model_type": "\xff\xfe"}'), CONFIG),
    Broken("a config in UTF-16", raw(CONFIG, "{}".encode("utf-16")), CONFIG),
    Broken("a config that is nested too deep", text(CONFIG, DEEP), CONFIG),
    Broken("a width that is a word", keys(CONFIG, hidden_size="abc"), "hidden_size 'abc'"),
    Broken("a width that is a fraction", keys(CONFIG, hidden_size=32.5), "hidden_size 32.5"),
    Broken("a width that is absurd", keys(CONFIG, hidden_size=1 << 40), "tiny"),
    Broken("another width", keys(CONFIG, hidden_size=64), "other shapes"),
    Broken("fewer than no layers", keys(CONFIG, num_hidden_layers=-1), "num_hidden_layers -1"),
    Broken("more layers than weights", keys(CONFIG, num_hidden_layers=3), "lacks"),
    Broken("no vocabulary", keys(CONFIG, vocab_size=0), "vocab_size 0"),
    Broken("no heads", keys(CONFIG, num_attention_heads=0), "num_attention_heads 0"),
    Broken("heads that do not divide", keys(CONFIG, num_key_value_heads=3), "tiny"),
    Broken("an unknown model type", keys(CONFIG, model_type="quantum"), "quantum"),
    Broken("no model type", keys(CONFIG, model_type=...), CONFIG),
    Broken("a model type that is a number", keys(CONFIG, model_type=7), "model_type 7"),
    Broken("architectures that are a word", keys(CONFIG, architectures="x"), "architectures"),
    Broken("architectures that are numbers", keys(CONFIG, architectures=[1]), "architectures"),
    Broken("an unknown activation", keys(CONFIG, hidden_act="none such"), "none such"),
    Broken("RoPE of a wrong type", keys(CONFIG, rope_parameters="x"), "tiny"),
    Broken("a dtype that is none", keys(CONFIG, dtype="float7"), "float7"),
    Broken("a text config that is a word", keys(CONFIG, text_config="x"), "tiny"),
    Broken(
        "code of its own",
        keys(CONFIG, auto_map={"AutoConfig": "a.B"}, model_type="q"),
        "--trust-remote",
    ),
    Broken("positions that are a word", keys(CONFIG, max_position_embeddings="x"), "tiny"),
]

TOKENIZERS = [
    Broken("no tokenizer", both(lost(TOKENIZER), lost(SETTINGS)), "tokenizer"),
    Broken("no tokenizer.json", lost(TOKENIZER), "tokenizer"),
    Broken("a tokenizer cut in half", cut(TOKENIZER, 0.5), TOKENIZER),
    Broken("a tokenizer of no bytes", raw(TOKENIZER, b""), TOKENIZER),
    Broken("a tokenizer that is empty", text(TOKENIZER, "{}"), "tokenizer"),
    Broken("a tokenizer that is a list", text(TOKENIZER, "[]"), TOKENIZER),
    Broken("a tokenizer that is not UTF-8", raw(TOKENIZER, b"\xff\xfe"), TOKENIZER),
    Broken("tokenizer settings that are a list", text(SETTINGS, "[]"), SETTINGS),
    Broken("tokenizer settings that are not JSON", text(SETTINGS, "{"), SETTINGS),
    Broken("a tokenizer without pieces", _tokens(_no_pieces), "no token to score"),
    Broken("a tokenizer without unknown words", _tokens(_without_unknown), "tokenizer"),
    Broken("merges of pieces that are not there", _tokens(_wrong_merges), "tokenizer"),
    Broken("a tokenizer of an unknown type", _tokens(_unknown_model), "tokenizer"),
    Broken("a tokenizer for another vocabulary", _tokens(_shifted), "embeddings for 400"),
    Broken("a token beyond the embeddings", _tokens(_many_tokens), "embeddings for 400"),
    Broken("an unknown tokenizer class", keys(SETTINGS, tokenizer_class=[1]), "tokenizer"),
    Broken("a BOS of a wrong type", keys(SETTINGS, bos_token=[7]), "tokenizer"),
]

TEMPLATES = {
    "raises": ("{{ raise_exception('not today') }}", "not today"),
    "is not Jinja": ("{% for %}", "TemplateSyntaxError"),
    "has no such filter": ("{{ 1|x }}", "No filter named 'x'"),
    "divides by zero": ("{{ 1/0 }}", "ZeroDivisionError"),
    "is a number": (7, "chat template"),
    "never ends": (ENDLESS, "did not end"),
    "has a loop of 10**12": ("{% for a in range(10**12) %}a{% endfor %}", "Range too big"),
    "calls itself": ("{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}", "RecursionError"),
    "writes too much": ("{% for a in range(99999) %}" + "a" * 99 + "{% endfor %}", "characters"),
    "reaches for the system": ("{{ ''.__class__.__mro__[1] }}", "SecurityError"),
}
GENERATION = "generation_config.json"

ANSWERS = [
    *(
        Broken(f"a template that {what}", _template(template), names, "llama", "answer")
        for what, (template, names) in TEMPLATES.items()
    ),
    *(
        Broken(
            f"generation settings: {content}",
            text(GENERATION, content),
            GENERATION,
            "llama",
            "answer",
        )
        for content in ("{", "[]", '{"eos_token_id": "end"}', '{"eos_token_id": {}}')
    ),
]

POSITIONS = [
    Broken("a sentence too long for GPT-2", nothing, "64 positions", "gpt2", "long text"),
    Broken("a sentence too long for BERT", nothing, "64 positions", "bert", "long text"),
    Broken("fewer positions than rows", keys(CONFIG, n_positions=32), "loaded", "gpt2", "texts"),
]
