"""Which backend runs a model: the first that accepts the request.

A further backend is one class and one line in `BACKENDS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypedDict

from kasauti.engines.backend import Backend
from kasauti.engines.distributed.backend import RayBackend
from kasauti.engines.distributed.options import RayOptions
from kasauti.engines.errors import EngineError
from kasauti.engines.local import LocalBackend
from kasauti.engines.served.backend import ServedBackend
from kasauti.engines.served.request import ServerRequest
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.store.score_store import ScoreStore


class Conventions(TypedDict):
    """How a model is run, whatever runs it."""

    bos: str
    pll: str
    batch_tokens: int | None
    prompt_format: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """The model that is asked for, and how it is to be run."""

    source: ModelSource
    load: LoadOptions
    store: ScoreStore
    bos: str = "auto"
    pll: str = "within_word_l2r"
    batch_tokens: int | None = None
    prompt_format: str = "auto"
    server: ServerRequest | None = None  # where the model is served
    ray: RayOptions | None = None  # the cluster to run it on; None is this process

    def conventions(self) -> Conventions:
        return Conventions(
            bos=self.bos,
            pll=self.pll,
            batch_tokens=self.batch_tokens,
            prompt_format=self.prompt_format,
        )


class BackendType(Protocol):
    """A class of backends."""

    def accepts(self, request: ModelRequest) -> bool:
        """Whether this backend can run the model. A class method; it must load nothing."""
        ...

    def open(self, request: ModelRequest) -> Backend:
        """The backend for the model. A class method; it must load nothing yet."""
        ...


BACKENDS: tuple[BackendType, ...] = (RayBackend, LocalBackend, ServedBackend)


def open_backend(request: ModelRequest, others: Sequence[BackendType] = ()) -> Backend:
    """The backend for a model; `others` are asked before those of this package."""
    if request.source.problem:
        raise EngineError(request.source.problem)
    for backend in (*others, *BACKENDS):
        if backend.accepts(request):
            return backend.open(request)
    raise EngineError(
        f"No backend runs --model={request.source.name}. "
        "Pass a model folder, or install a plugin with a backend for it."
    )
