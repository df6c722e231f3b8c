"""The one exception of this package."""

from __future__ import annotations


class EngineError(RuntimeError):
    """A model that cannot be loaded or run; the message says the fact, then the remedy."""
