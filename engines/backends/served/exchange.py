"""A request to a server, and its reply: JSON that is read with suspicion.

Each field has the expected type or is refused.
"""

from __future__ import annotations

import json
import math
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
        return choices[0]

    def finite(self, values: Sequence[object]) -> list[float]:
        """Log-probabilities, one for each scored token."""
        numbers: list[float] = []
        for value in values:
            if not isinstance(value, int | float) or isinstance(value, bool):
                raise self.wrong("a log-probability is not a number")
            if not math.isfinite(value) or value > 1e-3:
                raise self.wrong(f"{value} is not a log-probability")
            numbers.append(float(value))
        return numbers

    def usage(self, name: str) -> int | None:
        """A number of tokens, where the server reports it."""
        usage = self.content.get("usage")
        value = usage.get(name) if isinstance(usage, dict) else None
        return value if isinstance(value, int) and value >= 0 else None


def parse(raw: bytes) -> dict[str, Any] | None:
    """The JSON object in a body; None where it is something else."""
    try:
        content = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return content if isinstance(content, dict) else None


def describe(raw: bytes) -> str:
    """Describe a body that is not the expected JSON in a few words."""
    start = raw[:512].lstrip().lower()
    if not start:
        return "nothing"
    return "an HTML page" if start.startswith((b"<!doctype", b"<html", b"<")) else "no JSON object"


def error_message(content: dict[str, Any] | None, raw: bytes) -> str:
    """Return the server's message about an error, in one line."""
    if content is None:
        return describe(raw)
    error = content.get("error", content)
    message = error.get("message") or error.get("detail") if isinstance(error, dict) else error
    return on_one_line(message or "no reason", longest=LONGEST_SAID).rstrip(". ")


def name(value: object) -> str:
    """A name that the server gives, fit for a report; empty where it is none."""
    return on_one_line(value, longest=LONGEST_NAME) if isinstance(value, str) else ""
