"""What a reader finds in a reply, and the mark that the documented format puts before it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Generic, TypeVar

A = TypeVar("A", str, Decimal)

MARK = "####"


@dataclass(frozen=True, slots=True)
class FinalAnswer(Generic[A]):
    """What a reply says strictly and leniently; None where it cannot be read."""

    strict: A | None
    lenient: A | None
