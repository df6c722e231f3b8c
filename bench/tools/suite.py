"""The suite itself, as a run uses it: tokenizing and storing included, with an empty store."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.tools.workload import Item, Workload, sentences
from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.protocol.backend import Prompt
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import IN_MEMORY, ScoreStore, opened

NEW_TOKENS = 64


def backend_of(workload: Workload) -> LocalBackend:
    """The model of a workload, loaded; its store is replaced before each use."""
    backend = LocalBackend(
        ModelRequest(source=ModelSource.find(workload.model), store=ScoreStore(IN_MEMORY))
    )
    # What is done once per session is not compared.
    _ = backend.model, backend.tokenizer, backend.identity
    return backend


@contextmanager
def empty_store(backend: LocalBackend) -> Iterator[None]:
    """A new store on disk, for as long as the block lasts."""
    with (
        tempfile.TemporaryDirectory(prefix="kasauti-bench-") as folder,
        opened(Path(folder) / "scores.sqlite") as backend.store,
    ):
        yield


class Sentences:
    """Log-probabilities of sentences, by a causal or a masked model."""

    def __init__(self, workload: Workload) -> None:
        self._backend = backend_of(workload)
        self.facts: dict[str, int] = {}

    def run(self, items: Sequence[Item], batch: int) -> list[float]:  # noqa: ARG002
        with empty_store(self._backend):
            return [each.logprob for each in self._backend.score_texts(sentences(items))]


class Answers:
    """Greedy answers to prompts."""

    def __init__(self, workload: Workload) -> None:
        self._backend = backend_of(workload)
        self.facts: dict[str, int] = {}

    def run(self, items: Sequence[Item], batch: int) -> list[str]:  # noqa: ARG002
        prompts = [Prompt(text, max_new_tokens=NEW_TOKENS) for text in sentences(items)]
        with empty_store(self._backend):
            return [answer.text for answer in self._backend.answer(prompts)]
