"""The one exception of this package."""

from __future__ import annotations


class DataError(ValueError):
    """Data that cannot be used; the message says the fact, then the remedy."""
