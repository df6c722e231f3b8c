"""The exceptions of this package, a quote of the errors of libraries, missing packages.

EngineError
    PlaceError        a device, a store or a cluster cannot be used
    ChatTemplateError a chat template fails on messages
    RefusedError      a server answers a request with an error
    WrongReplyError   a server answers with something that cannot be right
"""

from __future__ import annotations

from importlib.util import find_spec

from kasauti.inputs.errors import KasautiError

MOST_CHARACTERS = 300


class EngineError(KasautiError):
    """A model that cannot be loaded or run; the message says the fact, then the remedy."""


class PlaceError(EngineError):
    """A device, cluster or store that cannot be used; it concerns all models of a run."""


class ChatTemplateError(EngineError):
    """A template that gives no prompt for these messages."""


class RefusedError(EngineError):
    """The server answers a request with an error; `said` is what it says of it."""

    def __init__(self, message: str, *, status: int, said: str) -> None:
        super().__init__(message)
        self.status = status
        self.said = said


class WrongReplyError(EngineError):
    """The server answers a request with something that cannot be right; `fact` says with what."""

    def __init__(self, message: str, *, fact: str) -> None:
        super().__init__(message)
        self.fact = fact


def first_line(error: BaseException) -> str:
    """The type of an error and the first line of its message, to be put in brackets."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    # A first line that ends with a colon needs the second one to make sense.
    message = " ".join(lines[:2]) if lines and lines[0].endswith(":") else "".join(lines[:1])
    name = type(error).__name__
    return f"{name}: {message[:MOST_CHARACTERS]}" if message else name


def require(module: str, extra: str, *, needed_by: str) -> None:
    """Refuse to go on without `module`, which the extra `kasauti[extra]` installs.

    The module is looked up, not imported: importing it may take seconds.
    """
    if find_spec(module) is None:
        package = module.replace("_", "-")
        raise PlaceError(
            f"{needed_by} needs {package}, which is not installed. "
            f"Run: pip install 'kasauti[{extra}]'"
        )
