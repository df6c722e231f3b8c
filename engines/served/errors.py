"""What a server may do wrong.

EngineError
    RefusedError      it answers a request with an error
    WrongReplyError   it answers with something that cannot be right
"""

from __future__ import annotations

from kasauti.engines.errors import EngineError


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
