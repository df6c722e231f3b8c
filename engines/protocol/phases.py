"""Names for the long steps that come before results: converting, downloading, loading, hashing.

Whoever shows progress listens; without a listener nothing happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar

Listener = Callable[[str], AbstractContextManager[object]]


# Without a listener, a phase is not told to anybody.
_LISTENER: ContextVar[Listener] = ContextVar("listener", default=nullcontext)


@contextmanager
def phase(name: str) -> Iterator[None]:
    """Name the work inside the context, for example "loading gemma-3-270m"."""
    with _LISTENER.get()(name):
        yield


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Let the listener know of every phase inside."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)


@contextmanager
def without_bars() -> Iterator[None]:
    """Without the progress bars of transformers: a phase has its own line."""
    from transformers.utils import logging

    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()  # type: ignore[no-untyped-call]
