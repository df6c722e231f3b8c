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
from collections.abc import Collection
from difflib import get_close_matches
from pathlib import Path

LONGEST_MESSAGE = 1000
MOST_LINES = 20  # of a file that are told
_BAD_LINE = re.compile(r", (?:line|row|entry) (\d+):? (.*)", re.DOTALL)
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


class BadLines:
    """Collects what is wrong with the lines of a file, so that all of it is told at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._errors: list[KasautiError] = []

    def add(self, error: KasautiError) -> None:
        """Take the error of one line; another one is the only error of the file."""
        if _BAD_LINE.match(self._rest(error)) is None:
            raise error
        self._errors.append(error)

    def refuse(self) -> None:
        """Raise what was collected: one error as it is, of several the first lines and facts."""
        if len(self._errors) == 1:
            raise self._errors[0]
        if not self._errors:
            return
        lines: dict[str, list[str]] = {}
        for error in self._errors[:MOST_LINES]:
            found = _BAD_LINE.match(self._rest(error))
            assert found
            lines.setdefault(found[2].partition(". ")[0], []).append(found[1])
        facts = [f"line {', '.join(numbers)}: {fact}" for fact, numbers in lines.items()]
        more = len(self._errors) - MOST_LINES
        raise KasautiError(
            f"{self._path} has {len(self._errors)} bad lines. {'; '.join(facts)}"
            f"{f'; and {more} more' if more > 0 else ''}. Correct them."
        )

    def _rest(self, error: KasautiError) -> str:
        return str(error).removeprefix(str(self._path))


def printable(message: str) -> str:
    """A message that may quote a file, on one line that is not too long; its end is the remedy."""
    if len(message) > LONGEST_MESSAGE:
        message = f"{message[: LONGEST_MESSAGE // 2]} … {message[-LONGEST_MESSAGE // 2 :]}"
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", message)


def did_you_mean(name: str, known: Collection[str], *, otherwise: str, most: int = 1) -> str:
    """Return the remedy for a name that does not exist: the nearest known ones, if any is near."""
    near = get_close_matches(name, known, n=most)
    return f"Did you mean {', '.join(near)}?" if near else otherwise
