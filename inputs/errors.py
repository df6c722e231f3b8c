"""The one error of this package for what a user can mend; all others are its subclasses.

KasautiError
    FileMissingError  a file does not exist
    RecordError       a results file holds something invalid
    EngineError       a model cannot be loaded or run (engines.protocol.errors)
    EvaluationError   an evaluation from Python measured nothing (kasauti.evaluation)

It is raised where the fact is known, and becomes exit code 4 in one place per entry.
"""

from __future__ import annotations

import re

LONGEST_MESSAGE = 1000
# What would break the line or steer the terminal, if a file put it into a message.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


class KasautiError(ValueError):
    """Something that cannot be used; the message says the fact, then the remedy."""

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


class FileMissingError(KasautiError):
    """A file that does not exist."""


class RecordError(KasautiError):
    """A value of a results file that is invalid; the message is a fact without its file."""


def printable(message: str) -> str:
    """A message that may quote a file, on one line that is not too long; its end is the remedy."""
    if len(message) > LONGEST_MESSAGE:
        message = f"{message[: LONGEST_MESSAGE // 2]} … {message[-LONGEST_MESSAGE // 2 :]}"
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", message)
