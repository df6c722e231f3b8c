"""The work of an actor: load the model once, then compute one chunk after another."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import IN_MEMORY, ScoreStore

if TYPE_CHECKING:
    from kasauti.engines.generation.decoding import Decoded, Request
    from kasauti.engines.hidden_states.spans import TokenSpan
    from kasauti.engines.passes.text_model import Prepared
    from kasauti.engines.protocol.backend import Pool, Vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """The model of an actor, and what the driver knows about it."""

    source: ModelSource
    folder: Path  # of the model on the driver's machine; used where the actor's has it too
    load: LoadOptions
    identity: Mapping[str, str]
    bos: str
    pll: str
    batch_tokens: int | None
    threads: int


class Worker:
    """One actor. It has either the trained model or the random one in memory, never both."""

    def __init__(self, assignment: Assignment) -> None:
        self._assignment = assignment
        self._backend: LocalBackend | None = None

    def load(self) -> int:
        """Load the model, refuse one that differs from the driver's, and return the process id."""
        import torch

        torch.set_num_threads(self._assignment.threads)
        backend = self._model(random_weights=False)
        expected, found = self._assignment.identity, backend.identity
        for name in expected.keys() | found.keys():
            if expected.get(name) != found.get(name):
                raise EngineError(
                    f"A node of the cluster has a different value of {name} for {backend.name} "
                    f"({found.get(name)}) than where the run was started ({expected.get(name)}). "
                    "Give all nodes the same files and versions."
                )
        _ = backend.model
        return os.getpid()

    def limits(self, _: object) -> tuple[int | None, int | None]:
        """The model's embedding rows and fixed positions; like the others, it takes a chunk."""
        backend = self._model(random_weights=False)
        return backend.embedding_rows(), backend.fixed_positions()

    def scores(
        self, prepared: Sequence[Prepared], *, random_weights: bool
    ) -> list[tuple[int, float]]:
        """(index, sum of log-probabilities) of each text of a chunk."""
        batches = self._model(random_weights=random_weights).scores(prepared)
        return [score for batch in batches for score in batch]

    def vectors(
        self, spans: Sequence[TokenSpan], *, pool: Pool, random_weights: bool
    ) -> list[tuple[int, Vectors]]:
        """(index, vectors) of each span of a chunk."""
        batches = self._model(random_weights=random_weights).encode_spans(spans, pool)
        return [found for batch in batches for found in batch]

    def decode(
        self, requests: Sequence[Request], *, stops: frozenset[int], random_weights: bool
    ) -> list[tuple[int, Decoded]]:
        """(index, continuation) of each request of a chunk."""
        found: list[tuple[int, Decoded]] = []
        self._model(random_weights=random_weights).decode(
            requests,
            lambda index, decoded: found.append((index, decoded)),
            stops,
            lambda _: None,
        )
        return found

    def _model(self, *, random_weights: bool) -> LocalBackend:
        if self._backend and self._backend.random_weights == random_weights:
            return self._backend
        if self._backend is not None:
            self._backend.release()
        given = self._assignment
        source = given.source
        if source.kind != "folder" and given.folder.is_dir():
            # Converted or downloaded already, perhaps into a cache folder that both machines see.
            source = replace(source, name=str(given.folder), kind="folder")
        request = ModelRequest(
            source=source,
            load=given.load,
            store=ScoreStore(IN_MEMORY),
            bos=given.bos,
            pll=given.pll,
            batch_tokens=given.batch_tokens,
        )
        self._backend = LocalBackend(request, random_weights=random_weights)
        return self._backend
