"""Files that change between their digest and the end of loading are refused, nothing is stored."""

from __future__ import annotations

import json
import mmap
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import transformers as hf

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources import digests, loading
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import ScoreStore, opened
from kasauti.engines.store.upkeep import store_info
from tests.support.tiny_models import save_tiny_model

TEXTS = ["लड़का घर जाता है।", "The boy reads."]
WEIGHTS = "model.safetensors"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ScoreStore]:
    with opened(tmp_path / "scores.sqlite") as store:
        yield store


def make(folder: Path, seed: int) -> Path:
    config = hf.LlamaConfig(
        vocab_size=400, hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=48, bos_token_id=0, eos_token_id=1,
    )  # fmt: skip
    return save_tiny_model(folder, config, seed=seed)


@pytest.fixture
def first(tmp_path: Path) -> Path:
    return make(tmp_path / "first", 0)


@pytest.fixture
def other(tmp_path: Path) -> Path:
    return make(tmp_path / "other", 1)


def backend(folder: Path, store: ScoreStore) -> LocalBackend:
    return LocalBackend(ModelRequest(source=ModelSource.find(str(folder)), store=store))


def by_rename(first: Path, other: Path) -> None:
    shutil.copy(other / WEIGHTS, first / "new")
    (first / "new").rename(first / WEIGHTS)


def in_place(first: Path, other: Path) -> None:
    (first / WEIGHTS).write_bytes((other / WEIGHTS).read_bytes())


def with_old_times(first: Path, other: Path) -> None:
    before = (first / WEIGHTS).stat()
    in_place(first, other)
    os.utime(first / WEIGHTS, ns=(before.st_atime_ns, before.st_mtime_ns))


def the_tokenizer(first: Path, other: Path) -> None:
    path = first / "tokenizer.json"
    path.write_text(path.read_text().replace("घर", "रघ"))


def a_file_more(first: Path, other: Path) -> None:
    (first / "unknown.bin").write_text("{}")


CHANGES = [by_rename, in_place, with_old_times, a_file_more]


def around(
    monkeypatch: pytest.MonkeyPatch, name: str, *, before: Any = None, after: Any = None
) -> None:
    """Do something just before or just after the library reads the files."""
    real = getattr(loading, name)

    def watched(*given: Any, **more: Any) -> Any:
        if before:
            before()
        found = real(*given, **more)
        if after:
            after()
        return found

    monkeypatch.setattr(loading, name, watched)


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("change", CHANGES)
def test_weights_that_change_while_they_load_are_refused(
    first: Path, other: Path, store: ScoreStore, monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Path, Path], None], when: str,
) -> None:  # fmt: skip
    ours = backend(first, store)
    assert ours.identity
    around(monkeypatch, "_read_model", **{when: lambda: change(first, other)})
    with pytest.raises(EngineError, match="changed while they were read"):
        ours.score_texts(TEXTS)
    assert store_info(store.path).results == 0


def test_weights_that_are_put_back_after_loading_are_refused(
    first: Path, other: Path, store: ScoreStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = shutil.copytree(first, tmp_path / "kept")
    around(
        monkeypatch,
        "_read_model",
        before=lambda: in_place(first, other),
        after=lambda: with_old_times(first, kept),
    )
    with pytest.raises(EngineError, match=r"\(model.safetensors\)"):
        backend(first, store).score_texts(TEXTS)
    assert store_info(store.path).results == 0


def test_another_tokenizer_while_it_loads_is_refused(
    first: Path, other: Path, store: ScoreStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = backend(first, store)
    assert ours.identity
    around(monkeypatch, "read_tokenizer", before=lambda: the_tokenizer(first, other))
    with pytest.raises(EngineError, match=r"\(tokenizer.json\)"):
        ours.score_texts(TEXTS)
    assert store_info(store.path).results == 0


def test_folder_link_switched_during_load_has_no_effect(
    first: Path, other: Path, store: ScoreStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = backend(first, store).score_texts(TEXTS)
    last = tmp_path / "last"
    last.symlink_to(first)

    def switch(to: Path) -> None:
        last.unlink()
        last.symlink_to(to)

    around(monkeypatch, "_read_model", before=lambda: switch(other), after=lambda: switch(first))
    with opened(tmp_path / "second.sqlite") as second:
        assert backend(last, second).score_texts(TEXTS) == expected


def test_weights_link_switched_during_load_is_refused(
    first: Path, other: Path, store: ScoreStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blob = (first / WEIGHTS).rename(tmp_path / "blob")
    link = first / WEIGHTS
    link.symlink_to(blob)

    def switch(to: Path) -> None:
        link.unlink()
        link.symlink_to(to)

    around(
        monkeypatch,
        "_read_model",
        before=lambda: switch(other / WEIGHTS),
        after=lambda: switch(blob),
    )
    with pytest.raises(EngineError, match="changed while they were read"):
        backend(first, store).score_texts(TEXTS)


@pytest.mark.parametrize("change", [by_rename, in_place])
def test_a_loaded_model_does_not_follow_its_file(
    first: Path, other: Path, store: ScoreStore, tmp_path: Path,
    change: Callable[[Path, Path], None],
) -> None:  # fmt: skip
    expected = backend(first, store).score_texts(TEXTS)
    with opened(tmp_path / "second.sqlite") as second:
        ours = backend(first, second)
        assert ours.model
        change(first, other)
        assert ours.score_texts(TEXTS) == expected


def test_growing_log_during_load_is_ignored(
    first: Path, store: ScoreStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    around(monkeypatch, "_read_model", before=lambda: (first / "train.log").write_text("step 1"))
    assert backend(first, store).score_texts(TEXTS)


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="needs a tmpfs")
def test_mmap_write_in_shm_changes_digest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KASAUTI_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(digests, "LARGE", 1)
    monkeypatch.setattr(digests, "SECONDS_UNTOUCHED", -1.0)
    path = Path(f"/dev/shm/kasauti-{os.getpid()}.bin")
    try:
        path.write_bytes(b"weights" * 1000)
        with path.open("r+b") as file, mmap.mmap(file.fileno(), 0) as pages:
            pages[0] = 1  # the page is mapped for writing from now on
            before = digests.sha256(path)
            pages[1] = 2
            assert digests.sha256(path) != before
    finally:
        path.unlink()


def test_second_mmap_write_changes_digest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KASAUTI_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(digests, "LARGE", 1)
    monkeypatch.setattr(digests, "SECONDS_UNTOUCHED", -1.0)
    path = tmp_path / "weights.bin"
    path.write_bytes(b"weights" * 1000)
    with path.open("r+b") as file, mmap.mmap(file.fileno(), 0) as pages:
        pages[0] = 1
        before = digests.sha256(path)
        pages[1] = 2
        assert digests.sha256(path) != before


def test_an_adapter_inside_the_model_is_refused(first: Path) -> None:
    (first / "adapter_config.json").write_text('{"peft_type": "LORA"}')
    with pytest.raises(EngineError, match="holds an adapter beside the model"):
        ModelSource.find(str(first))


@pytest.mark.parametrize("file", ["config.json", "tokenizer_config.json"])
def test_code_from_elsewhere_is_not_stored(first: Path, store: ScoreStore, file: str) -> None:
    content = json.loads((first / file).read_text())
    content["auto_map"] = {"AutoModelForCausalLM": "somebody/else--modeling.Model"}
    (first / file).write_text(json.dumps(content))
    source = ModelSource.find(str(first))
    for trusted in (False, True):
        load = LoadOptions(trust_remote_code=trusted)
        model = LocalBackend(ModelRequest(source=source, load=load, store=store))
        assert (model.store is store) is not trusted
