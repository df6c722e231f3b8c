"""Choice of a model's backend, and requirements on backends from outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import transformers as hf

from kasauti.engines.backends.choosing import BackendType, open_backend
from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.protocol.backend import (
    Advance,
    Answer,
    Backend,
    Capability,
    Continuation,
    ContinuationScore,
    FineTuning,
    HiddenStates,
    Prompt,
    SequenceScore,
    ignore_progress,
)
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import ScoreStore, opened
from kasauti.records import Work
from tests.support.masked_models import masked_model
from tests.support.tiny_models import save_tiny_model


class ServedBackend:
    """All that a backend of a plugin needs: it prefers shorter texts."""

    def __init__(self, request: ModelRequest) -> None:
        self.name = request.source.name
        self.store = request.store
        self.work = Work()

    @classmethod
    def accepts(cls, request: ModelRequest) -> bool:
        return request.source.name.startswith("http://")

    @classmethod
    def open(cls, request: ModelRequest) -> ServedBackend:
        return cls(request)

    def capabilities(self) -> frozenset[Capability]:
        return frozenset({"likelihood"})

    def settings(self) -> dict[str, str]:
        return {"model": self.name}

    def generation_settings(self) -> dict[str, str]:
        return {}

    def score_texts(
        self, texts: Sequence[str], advance: Advance = ignore_progress
    ) -> list[SequenceScore]:
        return [SequenceScore(-float(len(text)), len(text)) for text in texts]

    def score_continuations(
        self, continuations: Sequence[Continuation], advance: Advance = ignore_progress
    ) -> list[ContinuationScore]:
        return [ContinuationScore(-float(len(each.text)), 1) for each in continuations]

    def answer(self, prompts: Sequence[Prompt], advance: Advance = ignore_progress) -> list[Answer]:
        raise EngineError("This server does not generate. Use another.")

    def release(self) -> None:
        pass


class GreedyForFolders(ServedBackend):
    """Accepts what the local backend would accept, too."""

    @classmethod
    def accepts(cls, request: ModelRequest) -> bool:
        return request.source.kind == "folder"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ScoreStore]:
    with opened(tmp_path / "scores.sqlite") as store:
        yield store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    config = hf.LlamaConfig(
        vocab_size=400, hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=16,
    )  # fmt: skip
    return save_tiny_model(tmp_path / "llama", config)


def request_for(name: str, store: ScoreStore, **settings: object) -> ModelRequest:
    source = ModelSource.find(name)
    return ModelRequest(source=source, load=LoadOptions(device="cpu"), store=store, **settings)  # type: ignore[arg-type]


def test_a_folder_is_run_locally_as_requested(folder: Path, store: ScoreStore) -> None:
    request = request_for(
        str(folder), store, bos="</s>", pll="original", batch_tokens=7, prompt_format="plain"
    )
    backend = open_backend(request, [ServedBackend])
    assert isinstance(backend, LocalBackend)
    assert (backend.name, backend.store) == (str(folder), store)
    assert (backend.bos, backend.pll, backend.batch_tokens) == ("</s>", "original", 7)
    assert backend.settings()["bos"] == "</s>"
    found = backend.generation_settings()
    assert found.pop("stops")
    assert found == {"decoding": "greedy", "prompt": "plain"}


def test_the_prompt_format_reaches_the_generator(folder: Path, store: ScoreStore) -> None:
    backend = open_backend(request_for(str(folder), store, prompt_format="gemma"))
    with pytest.raises(EngineError, match="Use --prompt-format="):
        backend.generation_settings()


def test_a_backend_from_outside_runs_what_it_accepts(store: ScoreStore) -> None:
    backend: Backend = open_backend(request_for("http://localhost:1", store), [ServedBackend])
    assert isinstance(backend, ServedBackend)
    assert backend.score_texts(["ab"]) == [SequenceScore(-2.0, 2)]


def test_external_backends_come_first_in_order(folder: Path, store: ScoreStore) -> None:
    others: list[BackendType] = [ServedBackend, GreedyForFolders]
    assert type(open_backend(request_for(str(folder), store), others)) is GreedyForFolders
    assert type(open_backend(request_for("http://host", store), others)) is ServedBackend


def test_model_without_backend_is_refused(store: ScoreStore) -> None:
    with pytest.raises(EngineError, match="No backend runs --model=grpc://host/model. Pass a"):
        open_backend(request_for("grpc://host/model", store), [ServedBackend])


def test_capabilities_depend_on_model_kind(folder: Path, store: ScoreStore) -> None:
    for saved in masked_model("bert"):
        saved.save_pretrained(folder.parent / "bert")
    causal = open_backend(request_for(str(folder), store))
    masked = open_backend(request_for(str(folder.parent / "bert"), store))
    assert isinstance(causal, HiddenStates)
    assert isinstance(causal, FineTuning)
    assert causal.capabilities() - masked.capabilities() == {"generation"}
    assert masked.capabilities() == {"likelihood", "hidden states", "fine-tuning"}
    untrained = causal.untrained()
    assert isinstance(untrained, LocalBackend)
    assert "fine-tuning" not in untrained.capabilities()
