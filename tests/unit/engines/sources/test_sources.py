"""Meanings of --model, and what is refused with a sentence."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from huggingface_hub.errors import GatedRepoError, RepositoryNotFoundError
from safetensors.numpy import save_file

from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.adapters import check_adapter
from kasauti.engines.sources.loading import model_kind
from kasauti.engines.sources.model_source import (
    EMBEDDED,
    EmbeddedModel,
    ModelSource,
    _other_model,
    _why_not_fetched,
)


def checkpoint(folder: Path, weights: str = "model.safetensors", **config: object) -> Path:
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(config))
    save_file({"weight": np.zeros(1)}, folder / weights)
    return folder


def test_folder_is_used_unchanged(tmp_path: Path) -> None:
    folder = checkpoint(tmp_path / "model")
    source = ModelSource.find(str(folder))
    assert (source.kind, source.folder()) == ("folder", folder)


@pytest.mark.parametrize(
    ("name", "kind"), [("org/model", "hub"), ("gpt2", "hub"), ("gemma-3-270m", "embedded")]
)
def test_source_kind_is_detected_by_name(
    name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EmbeddedModel, "files", lambda self: [])
    assert ModelSource.find(name).kind == kind


@pytest.mark.parametrize("name", ["./nowhere", "/no/such/folder", "a/b/c", "missing.gguf", ""])
def test_a_model_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(EngineError, match="does not exist. Pass"):
        ModelSource.find(name)


def test_a_folder_without_config_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="holds no config.json. Pass"):
        ModelSource.find(str(tmp_path))


def test_adapter_given_as_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "adapter_config.json").write_text("{}")
    with pytest.raises(EngineError, match="pass it as --adapter"):
        ModelSource.find(str(tmp_path))


def test_a_broken_config_is_refused(tmp_path: Path) -> None:
    folder = checkpoint(tmp_path / "model")
    (folder / "config.json").write_text("{")
    with pytest.raises(EngineError, match="is not JSON"):
        ModelSource.find(str(folder))


def test_a_folder_without_weights_is_refused(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(EngineError, match="holds no weights"):
        ModelSource.find(str(tmp_path))


@pytest.mark.parametrize(
    ("config", "index"),
    [({"transformers_weights": "sub/model.safetensors"}, None), ({}, "pytorch_model.bin"),
     ({}, "other.safetensors")],
)  # fmt: skip
def test_weights_in_a_folder_below_are_refused(
    tmp_path: Path, config: dict[str, Any], index: str | None
) -> None:
    folder = checkpoint(tmp_path / "model", **config)
    if index:
        named = json.dumps({"weight_map": {"weight": "sub/weights.bin"}})
        (folder / f"{index}.index.json").write_text(named)
    with pytest.raises(EngineError, match="a file beside it"):
        ModelSource.find(str(folder), allow_pickle=True)


def test_pickled_weights_need_user_consent(tmp_path: Path) -> None:
    folder = checkpoint(tmp_path / "model", weights="pytorch_model.bin")
    with pytest.raises(EngineError, match="--allow-pickle"):
        ModelSource.find(str(folder))
    assert ModelSource.find(str(folder), allow_pickle=True).kind == "folder"


def test_non_gguf_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.bin"
    path.write_bytes(b"")
    with pytest.raises(EngineError, match="not a GGUF file"):
        ModelSource.find(str(path))


def test_a_gguf_that_cannot_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KASAUTI_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 0, 0))  # a file with nothing in it
    with pytest.raises(EngineError, match=f"{path} cannot be read as GGUF"):
        ModelSource.find(str(path)).folder()


def test_a_hub_name_without_a_hub_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(EngineError, match="the hub cannot be reached.*Check the name"):
        ModelSource.find("nobody/no-such-model").folder()


def test_missing_embedded_model_says_how_to_install() -> None:
    model = EmbeddedModel(
        name="x", parts=(("no_such_package", "x.gguf"),), sha256="", install="pip install x",
        licence="the Terms of X",
    )  # fmt: skip
    with pytest.raises(EngineError, match=r"Terms of X\) is not installed. Run: pip"):
        model.files()


def test_embedded_models_name_their_licence() -> None:
    assert all(model.licence and model.install for model in EMBEDDED.values())


def test_an_adapter_folder_holds_an_adapter(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="holds no adapter_config.json"):
        check_adapter(str(tmp_path))


def test_an_adapter_that_takes_others_from_elsewhere_is_refused(tmp_path: Path) -> None:
    mixed = {"peft_type": "XLORA", "adapters": {"first": "somewhere/else"}}
    (tmp_path / "adapter_config.json").write_text(json.dumps(mixed))
    with pytest.raises(EngineError, match="takes further adapters from other places"):
        check_adapter(str(tmp_path))


@pytest.mark.parametrize(
    ("config", "kind"),
    [
        ({"architectures": ["LlamaForCausalLM"], "model_type": "llama"}, "causal"),
        ({"architectures": ["GPT2LMHeadModel"], "model_type": "gpt2"}, "causal"),
        ({"architectures": ["BertForMaskedLM"], "model_type": "bert"}, "masked"),
        ({"architectures": ["RobertaModel"], "model_type": "roberta"}, "masked"),
        ({"architectures": ["BertLMHeadModel"], "model_type": "bert"}, "causal"),
        ({"model_type": "gemma3_text"}, "causal"),
    ],
)
def test_causal_and_masked_are_distinguished(
    tmp_path: Path, config: dict[str, Any], kind: str
) -> None:
    assert model_kind(checkpoint(tmp_path / "model", **config)) == kind


def test_missing_gated_and_unreachable_models_differ() -> None:
    response: Any = httpx.Response(404, request=httpx.Request("GET", "http://127.0.0.1/api"))
    missing = RepositoryNotFoundError("404", response=response)
    gated = GatedRepoError("403", response=response)
    assert "there is no such name" in _why_not_fetched("a/b", missing)
    assert "accept its terms" in _why_not_fetched("a/b", gated)
    assert "cannot be reached (ConnectionError)" in _why_not_fetched("a/b", ConnectionError())
    assert _other_model("gemma-3-27om") == "Did you mean gemma-3-270m?"
    assert _other_model("nobody/nothing-like-it").startswith("Check the name")


def test_a_folder_whose_files_have_too_long_paths_is_one_error(tmp_path: Path) -> None:
    folder = tmp_path
    while (left := 4090 - len(str(folder)) - 1) > 0:  # Linux opens paths of up to 4,095 bytes
        folder /= "a" * (left if left <= 200 else 198)
    folder.mkdir(parents=True)
    with pytest.raises(EngineError, match=r"holds no config\.json"):
        ModelSource.find(str(folder))
