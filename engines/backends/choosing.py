"""Choice of the backend that runs a model: the first that accepts the request.

A further backend is one class and one line in `BACKENDS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.backends.ray.backend import RayBackend
from kasauti.engines.backends.served.backend import ServedBackend
from kasauti.engines.protocol.backend import Backend
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.request import ModelRequest

BACKENDS: tuple[BackendType, ...] = (RayBackend, LocalBackend, ServedBackend)


class BackendType(Protocol):
    """A class of backends."""

    def accepts(self, request: ModelRequest) -> bool:
        """Return True if this backend can run the model. A class method; it must load nothing."""

    def open(self, request: ModelRequest) -> Backend:
        """The backend for the model. A class method; it must load nothing yet."""


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
