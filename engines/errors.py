"""The exceptions of this package, and how they quote the errors of libraries."""

from __future__ import annotations

MOST_CHARACTERS = 300


class EngineError(RuntimeError):
    """A model that cannot be loaded or run; the message says the fact, then the remedy."""


class PlaceError(EngineError):
    """Where models run or results are stored cannot be used: it concerns all models of a run."""


def first_line(error: BaseException) -> str:
    """The type of an error and the first line of its message, to be put in brackets."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    # A first line that ends with a colon needs the second one to make sense.
    message = " ".join(lines[:2]) if lines and lines[0].endswith(":") else "".join(lines[:1])
    name = type(error).__name__
    return f"{name}: {message[:MOST_CHARACTERS]}" if message else name
