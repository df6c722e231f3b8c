"""A GGUF file becomes a plain folder: the same model, in named phases, whole or not at all."""

from __future__ import annotations

import hashlib
import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import gguf as library
import pytest
import torch
import transformers

from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.protocol.phases import listening
from kasauti.engines.sources.gguf import conversion
from kasauti.engines.sources.gguf.conversion import vocabulary_size, write_without_vocabulary
from kasauti.engines.sources.gguf.header import MAGIC, START, check_header, check_start
from kasauti.engines.sources.model_source import ModelSource
from tests.faults.models.sound_models import save_gguf

KILLED = """
import os, signal, sys
from pathlib import Path
from kasauti.engines.sources.gguf import conversion
conversion._read_tokenizer = lambda *given: os.kill(os.getpid(), signal.SIGKILL)
conversion.convert([Path(sys.argv[1])], name="tiny")
"""
TEXTS = [
    *("नमस्ते दुनिया", "Hello, world!", "Çığ düştü", "こんにちは", "👩‍🔬🇮🇳"),
    *("a\tb\x01\n", "<s> </s>", ""),
]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("gguf") / "tiny.gguf"
    save_gguf(path)
    return path


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KASAUTI_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "models"


def test_converted_model_equals_transformers_gguf(tiny: Path, cache: Path) -> None:
    folder = conversion.convert([tiny], name="tiny")
    place, name = tiny.parent, tiny.name
    whole = transformers.AutoModelForCausalLM.from_pretrained(place, gguf_file=name)
    plain = transformers.AutoModelForCausalLM.from_pretrained(folder)
    expected = whole.state_dict()
    assert plain.state_dict().keys() == expected.keys()
    assert all(torch.equal(each, expected[key]) for key, each in plain.state_dict().items())
    ignored = {"quantization_config", "architectures", "_name_or_path", "dtype"}
    settings = whole.config.to_dict().keys() - ignored
    assert {each: plain.config.to_dict().get(each) for each in settings} == {
        each: whole.config.to_dict()[each] for each in settings
    }
    of_gguf = transformers.AutoTokenizer.from_pretrained(place, gguf_file=name)
    of_folder = transformers.AutoTokenizer.from_pretrained(folder)
    assert [of_folder(text).input_ids for text in TEXTS] == [
        of_gguf(text).input_ids for text in TEXTS
    ]
    assert [path.name for path in cache.iterdir() if path.is_dir()] == [folder.name]


def test_the_weights_are_read_without_the_vocabulary(tiny: Path, tmp_path: Path) -> None:
    header = check_header(tiny, name="tiny")
    write_without_vocabulary(tiny, header, tmp_path / "smaller.gguf")
    smaller = check_header(tmp_path / "smaller.gguf", name="smaller")
    words = header.entry("tokenizer.ggml.tokens")
    assert words is not None
    assert words.items == vocabulary_size(header) == vocabulary_size(smaller)
    names = {entry.name for entry in smaller.entries}
    assert {entry.name for entry in header.entries} - names == {
        "tokenizer.ggml.tokens",
        "tokenizer.ggml.scores",
        "tokenizer.ggml.token_type",
    }
    assert smaller.tensor_list == header.tensor_list
    whole, less = tiny.read_bytes(), (tmp_path / "smaller.gguf").read_bytes()
    of_tensors = whole[-(-header.size // 32) * 32 :]
    assert of_tensors
    assert less[-(-smaller.size // 32) * 32 :] == of_tensors


def test_size_known_only_from_vocabulary_is_written(tmp_path: Path) -> None:
    _save_metadata(tmp_path / "a.gguf", "llama")
    header = check_header(tmp_path / "a.gguf", name="a")
    assert conversion._weights_file(tmp_path / "a.gguf", header) == tmp_path / "weights.gguf"
    smaller = check_header(tmp_path / "weights.gguf", name="smaller")
    assert vocabulary_size(smaller) == vocabulary_size(header) == 3


def test_an_architecture_that_needs_its_vocabulary_keeps_it(tmp_path: Path) -> None:
    _save_metadata(tmp_path / "a.gguf", "gpt2")  # whose size transformers takes from the words
    header = check_header(tmp_path / "a.gguf", name="a")
    assert conversion._weights_file(tmp_path / "a.gguf", header) == tmp_path / "a.gguf"
    assert not (tmp_path / "weights.gguf").exists()


def test_the_table_of_names_is_made_once(
    tiny: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, times = library.get_tensor_name_map, []

    def counted(*asked: Any) -> Any:
        times.append(asked)
        return made(*asked)

    monkeypatch.setattr(library, "get_tensor_name_map", counted)
    conversion.convert([tiny], name="tiny")
    assert len(times) == 1
    assert library.get_tensor_name_map is counted  # for everybody else it is as it was
    assert cache.is_dir()


def test_each_long_step_has_a_name(tiny: Path, cache: Path) -> None:
    heard: list[str] = []

    @contextmanager
    def listener(name: str) -> Iterator[None]:
        heard.append(name)
        yield

    with listening(listener):
        conversion.convert([tiny], name="tiny")
        conversion.convert([tiny], name="tiny")  # is there already
    assert heard == [
        "joining and checking the file of tiny",
        "converting the weights of tiny",
        "writing the weights of tiny",
        "converting the tokenizer of tiny",
        "writing the tokenizer of tiny",
    ]


def test_parts_are_joined_in_order_and_checked(tiny: Path, cache: Path, tmp_path: Path) -> None:
    content = tiny.read_bytes()
    parts = [tmp_path / "part0", tmp_path / "part1"]
    for part, some in zip(parts, (content[:999], content[999:]), strict=True):
        part.write_bytes(some)
    digest = hashlib.sha256(content).hexdigest()
    with pytest.raises(EngineError, match=f"The file of tiny does not have the sha256 {digest}"):
        conversion.convert(parts[::-1], name="tiny", digest=digest)
    assert not [path for path in cache.iterdir() if path.is_dir()]
    assert (conversion.convert(parts, name="tiny", digest=digest) / "model.safetensors").is_file()


def test_the_longest_name_of_a_file_fits_into_the_cache(tiny: Path, cache: Path) -> None:
    longest = tiny.rename(tiny.with_name(f"{'ह' * 83}.gguf"))
    try:
        folder = ModelSource.find(str(longest)).folder()
    finally:
        longest.rename(tiny)
    assert (folder / "model.safetensors").is_file()
    assert folder.name.startswith("ह" * 33 + "-")


def test_killed_conversion_is_not_reused(tiny: Path, cache: Path) -> None:
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(tiny)],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert killed.returncode == -9, killed.stderr
    (left,) = (path for path in cache.iterdir() if path.is_dir())
    assert left.name.endswith(".unfinished")
    assert (left / "plain" / "model.safetensors").is_file()  # it was killed in the middle
    folder = conversion.convert([tiny], name="tiny")
    assert [path for path in cache.iterdir() if path.is_dir()] == [folder]
    assert (folder / "tokenizer.json").is_file()


def _save_metadata(path: Path, architecture: str) -> None:
    """A file without tensors, which states no size of its vocabulary."""
    writer = library.GGUFWriter(str(path), architecture)
    writer.add_custom_alignment(64)
    writer.add_context_length(64)
    writer.add_embedding_length(8)
    writer.add_block_count(1)
    writer.add_head_count(2)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(["<unk>", "<s>", "</s>"])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


@pytest.mark.parametrize("number", [1, 2])
def test_part_of_a_split_model_is_refused(tiny: Path, tmp_path: Path, number: int) -> None:
    part = tmp_path / f"tiny-0000{number}-of-00002.gguf"
    part.write_bytes(tiny.read_bytes())
    with pytest.raises(EngineError, match="llama-gguf-split --merge"):
        check_start(part)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("llama.rope.scaling.factor", 4.0),
        ("llama.rope.scaling.type", "yarn"),
        ("llama.attention.group_norm_groups", 6),
        ("llama.logit_scale", 0.25),
    ],
)
def test_a_setting_that_is_not_read_is_refused(
    tiny: Path, cache: Path, tmp_path: Path, name: str, value: float | str
) -> None:
    told = tmp_path / "told.gguf"
    with_setting(tiny, told, name, value)
    with pytest.raises(EngineError, match=f"does not read its setting {name} = {value}"):
        conversion.convert([told], name="told")


def test_a_setting_that_says_nothing_else_is_no_reason(
    tiny: Path, cache: Path, tmp_path: Path
) -> None:
    told = tmp_path / "told.gguf"
    with_setting(tiny, told, "llama.attention.key_length", 8)
    with_setting(told, told, "llama.rope.scaling.type", "none")
    assert conversion.convert([told], name="told").is_dir()


def with_setting(source: Path, target: Path, name: str, value: float | str) -> None:
    """Write a file with a setting more, which replaces one of the same name."""
    header = check_header(source, name="tiny")
    text = str(value).encode()
    kind, content = (
        (8, struct.pack(f"<Q{len(text)}s", len(text), text))
        if isinstance(value, str)
        else (6, struct.pack("<f", value))
        if isinstance(value, float)
        else (4, struct.pack("<I", value))
    )
    entry = struct.pack(f"<Q{len(name)}sI", len(name), name.encode(), kind) + content
    kept = [each.content for each in header.entries if each.name != name]
    start = START.pack(MAGIC, header.version, header.tensors, len(kept) + 1)
    before = b"".join([start, *kept, entry, header.tensor_list])
    tensors = source.read_bytes()[-(-header.size // 32) * 32 :]
    target.write_bytes(before.ljust(-(-len(before) // 32) * 32, b"\0") + tensors)
