"""The backend that runs a model in the actors of a Ray cluster.

The driver tokenizes, looks results up in its store and writes those that come back, so stores,
reports and scores are those of the local backend. Fine-tuning runs in the driver's own process.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kasauti.engines.backends.local.backend import CACHED_TOKENS, LocalBackend
from kasauti.engines.backends.ray.actors import ActorGroup
from kasauti.engines.backends.ray.cluster import Place
from kasauti.engines.backends.ray.worker import Assignment
from kasauti.engines.causal.trie import Neighbours
from kasauti.engines.protocol.backend import Advance, ignore_progress
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.protocol.training import FineTuned, TrainingConfig, TrainingSet
from kasauti.engines.sources.checkpoint import FolderCheckpoint
from kasauti.engines.sources.loading import dtype_name
from kasauti.engines.sources.placement import SHARDED

if TYPE_CHECKING:
    from kasauti.engines.generation.decoding import Finish, Request, Tick
    from kasauti.engines.hidden_states.spans import TokenSpan
    from kasauti.engines.passes.text_model import Prepared
    from kasauti.engines.protocol.backend import Pool, Vectors
    from kasauti.engines.sources.loading import Kind
    from kasauti.engines.sources.request import ModelRequest

# What is lost where an actor dies is at most one chunk.
MOST_BATCHES = 4
# So many for each actor that none of them waits long for the last one.
CHUNKS_PER_ACTOR = 8


class RayBackend(LocalBackend):
    """A local backend whose computing is done elsewhere."""

    def __init__(self, request: ModelRequest, *, trained: RayBackend | None = None) -> None:
        """`trained`: the backend whose architecture and actors are used, with random weights."""
        super().__init__(request, random_weights=trained is not None)
        assert request.ray is not None
        self._group: ActorGroup = (
            trained._group if trained else ActorGroup(request.ray, self._assignment)
        )
        self._known_limits: tuple[int | None, int | None] | None = None
        self.checkpoint = _RemoteCheckpoint(request, self._group)

    @classmethod
    def accepts(cls, request: ModelRequest) -> bool:
        return request.ray is not None and LocalBackend.accepts(request)

    @classmethod
    def open(cls, request: ModelRequest) -> RayBackend:
        if request.source.kind == "memory":
            raise EngineError(
                f"The model {request.source.name} is in memory, so a Ray cluster cannot load it. "
                "Save it with save_pretrained and pass that folder, or leave out --ray."
            )
        return cls(request)

    def scores(self, prepared: Sequence[Prepared]) -> Iterator[list[tuple[int, float]]]:
        chunks = score_chunks(
            prepared,
            kind=self.kind,
            batch_tokens=self.batch_tokens,
            actors=self._group.expected_actors,
        )
        return self._results("scores", prepared, chunks)

    def encode_spans(
        self, spans: Sequence[TokenSpan], pool: Pool
    ) -> Iterator[list[tuple[int, Vectors]]]:
        chunks = cut([len(span) for span in spans], self.batch_tokens)
        return self._results("vectors", spans, chunks, pool=pool)

    def decode(
        self, requests: Sequence[Request], finish: Finish, stops: frozenset[int], tick: Tick
    ) -> None:
        chunks = cut([len(request) for request in requests], self.batch_tokens * CACHED_TOKENS)
        given = [[requests[index] for index in chunk] for chunk in chunks]
        for _, found in self._group.results(
            "decode", given, stops=stops, random_weights=self.random_weights
        ):
            tick(sum(len(decoded.ids) + decoded.finished for _, decoded in found))
            for index, decoded in found:
                finish(index, decoded)

    def untrained(self) -> RayBackend:
        return RayBackend(self.request, trained=self)

    def fine_tune(
        self, training_set: TrainingSet, config: TrainingConfig, advance: Advance = ignore_progress
    ) -> FineTuned:
        warnings.warn(
            "Fine-tuning runs in this process, not on the Ray cluster. To use another machine, "
            "start the run there.",
            stacklevel=2,
        )
        return LocalBackend.open(self.request).fine_tune(training_set, config, advance)

    def take_place(self, place: Place) -> None:
        """Share the cluster with the other models of a run."""
        self._group.place = place
        place.seat(self._group.stop)

    def embedding_rows(self) -> int | None:
        return self._limits[0]

    def fixed_positions(self) -> int | None:
        return self._limits[1]

    def release(self) -> None:
        super().release()
        if not self.random_weights:  # the other one only borrows the actors
            self._group.close()

    @property
    def _limits(self) -> tuple[int | None, int | None]:
        """Embedding rows and fixed positions, which are known only where the model is loaded."""
        # Not a cached_property: until Python 3.12 those of two models wait for each other.
        if self._known_limits is None:
            ((_, self._known_limits),) = self._group.results("limits", [None])
        return self._known_limits

    def _results(
        self, method: str, items: Sequence[Any], chunks: list[list[int]], **settings: Any
    ) -> Iterator[list[tuple[int, Any]]]:
        """(index, result) of each item, one list per chunk that an actor returns."""
        given = [[items[index] for index in chunk] for chunk in chunks]
        for number, found in self._group.results(
            method, given, random_weights=self.random_weights, **settings
        ):
            yield [(chunks[number][index], result) for index, result in found]

    def _assignment(self, threads: int) -> Assignment:
        """Return what an actor must load; the paths are those of the driver."""
        source, load = self.request.source, self.request.load
        if source.kind in ("folder", "gguf"):
            source = replace(source, name=str(Path(source.name).resolve()))
        adapter = load.adapter.resolve() if load.adapter else None
        assert isinstance(self.checkpoint, FolderCheckpoint)
        return Assignment(
            source=source,
            folder=self.checkpoint.folder.resolve(),
            load=replace(load, adapter=adapter, device=self.checkpoint.device),
            identity=dict(self.identity),
            bos=self.bos,
            pll=self.pll,
            batch_tokens=self.request.batch_tokens,
            threads=threads,
        )


class _RemoteCheckpoint(FolderCheckpoint):
    """A checkpoint that the driver reads the config and the tokenizer of, and never loads."""

    def __init__(self, request: ModelRequest, group: ActorGroup) -> None:
        super().__init__(request.source, request.load)
        self._group = group

    @cached_property
    def device(self) -> str:
        """The actors' device: the driver itself may have no GPU."""
        if self.options.device != "auto":
            return self.options.device
        return self._of_actors()

    @cached_property
    def dtype(self) -> str:
        device = self._of_actors() if self.device == SHARDED else self.device
        return dtype_name(self.options, folder=self.folder, device=device)

    def _of_actors(self) -> str:
        return "cuda" if self._group.gpus_per_actor else "cpu"


def score_chunks(
    prepared: Sequence[Prepared], *, kind: Kind, batch_tokens: int, actors: int
) -> list[list[int]]:
    """The indices of texts in chunks; for a causal model, of neighbours that share prefixes."""
    sizes = [len(each.ids) for each in prepared]
    share = sum(sizes) // (actors * CHUNKS_PER_ACTOR)
    tokens = min(max(share, batch_tokens), MOST_BATCHES * batch_tokens)
    if kind == "causal":
        return Neighbours([each.ids for each in prepared]).runs(tokens)
    # Each token of a sentence is a row of a masked model, as long as the sentence.
    return cut([size * len(each.ids) for size, each in zip(sizes, prepared, strict=True)], tokens)


def cut(sizes: Sequence[int], most: int) -> list[list[int]]:
    """The indices of items in chunks of about `most`, items of similar size together."""
    chunks: list[list[int]] = []
    filled = most
    for index in sorted(range(len(sizes)), key=lambda index: sizes[index], reverse=True):
        if filled + sizes[index] > most:
            chunks.append([])
            filled = 0
        chunks[-1].append(index)
        filled += sizes[index]
    return chunks
