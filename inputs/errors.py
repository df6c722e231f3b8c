"""The one exception of this package."""

from __future__ import annotations

from kasauti.inputs.files import printable


class DataError(ValueError):
    """Data that cannot be used; the message says the fact, then the remedy."""

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))
