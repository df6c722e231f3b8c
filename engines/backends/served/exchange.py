"""A request to a server, and its reply: JSON that is read with suspicion.

Each field has the expected type or is refused.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kasauti.engines.protocol.errors import WrongReplyError
from kasauti.text.visible import on_one_line

LARGEST_INFO = 4 * 2**20
NOT_ALLOWED = frozenset({401, 403})
LONGEST_NAME = 500
LONGEST_SAID = 300
# Servers write -9999 or the like for "less than anything"; no real one is so low.
LOWEST = -1000.0
# A logit minus the logarithm of the sum, in float32 and below 64, rounds by up to 4e-6.
ROUNDING = 1e-5


@dataclass(frozen=True, slots=True, kw_only=True)
class Retries:
    """Number of attempts for a request, and the waits between them."""

    attempts: int = 6
    first: float = 0.5  # seconds, doubled each time
    longest: float = 30.0
    longest_asked: float = 300.0  # that a server may ask for by Retry-After

    def pause(self, attempt: int) -> float:
        """Between half of the planned time and all of it, so that requests come apart."""
        planned = min(self.longest, self.first * 2.0**attempt)
        return planned * random.uniform(0.5, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request, and how messages call it."""

    url: str
    what: str
    body: dict[str, Any] | None = None  # a POST where there is one
    largest: int = LARGEST_INFO  # bytes of the answer


class Reply:
    """One JSON object of a server."""

    def __init__(self, content: dict[str, Any], request: str) -> None:
        self.content = content
        self.request = request  # for messages

    def wrong(self, fact: str) -> WrongReplyError:
        return WrongReplyError(
            f"The server's answer to {self.request} cannot be used: {fact}. "
            "Check the server, or use another.",
            fact=fact,
        )

    def choice(self) -> dict[str, Any]:
        """The one choice of a completion."""
        choices = self.content.get("choices")
        if not isinstance(choices, list) or len(choices) != 1 or not isinstance(choices[0], dict):
            raise self.wrong("it does not have exactly one choice")
        if choices[0].get("index", 0) != 0:
            raise self.wrong("its only choice is not the first, so it belongs to another request")
        return choices[0]

    def finite(self, values: Sequence[object]) -> list[float]:
        """Log-probabilities, one for each scored token."""
        numbers: list[float] = []
        for value in values:
            if not isinstance(value, int | float) or isinstance(value, bool):
                raise self.wrong("a log-probability is not a number")
            if not LOWEST <= value <= ROUNDING:
                raise self.wrong(f"{str(value)[:20]} is not a log-probability")
            numbers.append(min(0.0, float(value)))
        return numbers

    def usage(self, name: str) -> int | None:
        """A number of tokens, where the server reports it."""
        usage = self.content.get("usage")
        value = usage.get(name) if isinstance(usage, dict) else None
        return value if isinstance(value, int) and value >= 0 else None

    def require_count(self, read: object, sent: int) -> None:
        """Refuse a prompt that the server cut, or to which it added a token."""
        if read is not None and read != sent:
            raise self.wrong(f"{sent} tokens were sent, and {str(read)[:20]} were read")


class _TwiceError(ValueError):
    """A JSON object with a key twice, of which readers take the one or the other value."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        raise _TwiceError
    return content


def parse(raw: bytes) -> dict[str, Any] | str:
    """The JSON object in a body; or in a few words, what it is instead."""
    try:
        content = json.loads(raw, object_pairs_hook=_object)
    except _TwiceError:
        return "a JSON object that has a key twice"
    except (ValueError, RecursionError):
        content = None
    if isinstance(content, dict):
        return content
    start = raw[:512].lstrip().lower()
    if not start:
        return "nothing"
    return "an HTML page" if start.startswith(b"<") else "no JSON object"


def error_message(content: dict[str, Any] | str) -> str:
    """Return the server's message about an error, in one line."""
    if isinstance(content, str):
        return content
    error = content.get("error", content)
    message = error.get("message") or error.get("detail") if isinstance(error, dict) else error
    return on_one_line(message or "no reason", longest=LONGEST_SAID).rstrip(". ")


def name(value: object) -> str:
    """A name that the server gives, fit for a report; empty where it is none."""
    return on_one_line(value, longest=LONGEST_NAME) if isinstance(value, str) else ""
