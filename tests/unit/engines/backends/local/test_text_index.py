"""Scores are found by their text: without a tokenizer, and only by the model that gave them."""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import transformers as hf
from hypothesis import given
from hypothesis import strategies as st

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.passes.likelihood import _content
from kasauti.engines.protocol.backend import Continuation, TextSpan
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources import loading
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import ScoreStore, opened
from tests.support.tiny_models import save_tiny_model, tiny_tokenizer

TEXTS = ["लड़का घर जाता है।", "The boy reads.", "लड़का घर जाता है।"]
CONTINUATIONS = [Continuation("The boy", " reads"), Continuation("The boy ", "reads")]


def config(positions: int = 512) -> hf.LlamaConfig:
    return hf.LlamaConfig(
        vocab_size=400, hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=16, max_position_embeddings=positions,
    )  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return save_tiny_model(tmp_path / "model", config())


def backend(folder: Path, store: Path, *, bos: str = "auto") -> LocalBackend:
    """A new backend over the same store, as a new process has it."""
    source = ModelSource.find(str(folder))
    return LocalBackend(ModelRequest(source=source, store=ScoreStore(store), bos=bos))


def scored(folder: Path, store: Path, *, bos: str = "auto") -> tuple[list[float], int]:
    """The scores, and how many of them were computed."""
    model = backend(folder, store, bos=bos)
    scores = [each.logprob for each in model.score_texts(TEXTS)]
    scores += [each.logprob for each in model.score_continuations(CONTINUATIONS)]
    assert isinstance(model.store, ScoreStore)
    model.store.close()
    return scores, model.work.computed


def test_a_second_run_needs_neither_tokenizer_nor_model(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "s.sqlite"
    first, computed = scored(folder, store)
    settings = backend(folder, store).settings()
    assert computed == 3

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("loaded")

    for name in ("load_tokenizer", "load_model", "load_config"):
        monkeypatch.setattr(loading, name, refuse)
    assert scored(folder, store) == (first, 0)
    assert backend(folder, store).settings() == settings


def test_progress_counts_every_text_once(folder: Path, tmp_path: Path) -> None:
    done: list[int] = []
    for turn in (1, 2):
        model = backend(folder, tmp_path / "s.sqlite")
        model.score_texts(TEXTS, lambda count, **_: done.append(count))
        assert sum(done) == turn * len(TEXTS)
        assert model.work.computed + model.work.stored == len(set(TEXTS))


def test_another_first_token_gives_other_scores(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    scored(folder, store)
    other, computed = scored(folder, store, bos="</s>")
    assert computed == 3
    assert other == scored(folder, tmp_path / "new.sqlite", bos="</s>")[0]


def test_another_tokenizer_gives_other_scores(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    scored(folder, store)
    changed = tiny_tokenizer()
    changed.add_tokens([" reads", "घर"])
    changed.save_pretrained(folder)
    other, _ = scored(folder, store)
    assert other == scored(folder, tmp_path / "new.sqlite")[0]


def test_other_weights_give_other_scores(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    first, _ = scored(folder, store)
    save_tiny_model(folder, config(), seed=1)
    other, computed = scored(folder, store)
    assert computed == 3
    assert other != first


def test_overlong_text_warns_on_every_run(tmp_path: Path) -> None:
    folder = save_tiny_model(tmp_path / "short", config(positions=16))
    store = tmp_path / "s.sqlite"
    for _ in range(2):
        model = backend(folder, store)
        with pytest.warns(UserWarning, match="longer than the 16 positions"):
            model.score_texts(["The boy reads. " * 10])


@given(st.text(), st.text(), st.text(), st.text())
def test_continuations_share_key_only_if_equal(
    context: str, text: str, other_context: str, other_text: str
) -> None:
    one, other = Continuation(context, text), Continuation(other_context, other_text)
    assert (_content(one) == _content(other)) == (one == other)


@pytest.mark.parametrize("gpu", [True, False])
def test_cuda_is_used_only_if_gpu_device_exists(
    gpu: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = tmp_path / "nvidia0"
    if gpu:
        device.touch()
    monkeypatch.setattr(loading, "GPU_DEVICES", (str(device),))
    monkeypatch.setattr("torch.cuda.is_available", lambda: True)
    assert loading.resolve_device("auto") == ("cuda" if gpu else "cpu")


def _vectors(model: LocalBackend) -> object:
    spans = [TextSpan("वह घर पर है।", 3, 5)]
    model.compute_vectors(spans, pool="mean")
    return model.read_vectors(spans, pool="mean")


FORGED = (b"", b"[1]", b"\xff\xfe" * 9, struct.pack("<4sdI", b"mine", 5.0, 6), b"\x01" * 40)


@pytest.mark.parametrize("value", FORGED)
def test_what_somebody_else_wrote_into_a_store_is_refused(
    folder: Path, tmp_path: Path, value: bytes
) -> None:
    reads: list[Callable[[LocalBackend], object]] = [
        lambda model: model.score_texts(TEXTS),
        lambda model: model.score_contrasts([("The boy", "The boys")], by_token=False),
        lambda model: model.token_kinds([TEXTS]),
        _vectors,
    ]
    for number, read in enumerate(reads):
        store = tmp_path / f"{number}.sqlite"
        read(backend(folder, store))
        with opened(store) as written, closing(sqlite3.connect(store)) as connection:
            keys = [key for (key,) in connection.execute("SELECT key FROM checked_results")]
            written.put([(key, value) for key in keys])
        with pytest.raises(EngineError, match="that Kasauti did not write"):
            read(backend(folder, store))
