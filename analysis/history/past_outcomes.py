"""The outcomes of a case as a history keeps them: in the order of the item ids, without the ids."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec

from kasauti.records.items import OutcomeKind, Outcomes
from kasauti.records.numbers import Finite, Positive

DIGITS = 16


class PastOutcomes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The outcome of each item, in the order of the sorted ids.

    items: the digest of the ids. Two runs with the same digest have the same items, so that their
    outcomes can be paired by their places.
    right: a bit per item, so that 20,000 items are 3 kB.
    """

    kind: OutcomeKind
    items: str
    n: Positive
    right: bytes = b""
    scores: tuple[Finite, ...] = ()

    def __post_init__(self) -> None:
        bits = int.from_bytes(self.right, "big").bit_length()
        lengths = (len(self.right), len(self.scores))
        expected = ((self.n + 7) // 8, 0) if self.kind == "right" else (0, self.n)
        if lengths != expected or bits > self.n:
            raise ValueError(f"not the outcomes of {self.n} items")

    @property
    def values(self) -> tuple[float, ...]:
        """Right (1) or wrong (0), or scores."""
        if self.kind == "score":
            return self.scores
        bits = f"{int.from_bytes(self.right, 'big'):0{self.n}b}"
        return tuple(1.0 if bit == "1" else 0.0 for bit in bits)


def past_outcomes(outcomes: Outcomes) -> PastOutcomes:
    """Return what a history keeps of the outcomes."""
    values = tuple(outcomes.items[item] for item in sorted(outcomes.items))
    digest, n = items_digest(outcomes.items), len(values)
    if outcomes.kind == "score":
        return PastOutcomes("score", digest, n, scores=values)
    bits = "".join("1" if value else "0" for value in values)
    return PastOutcomes("right", digest, n, right=int(bits, 2).to_bytes((n + 7) // 8, "big"))


def items_digest(items: Iterable[str]) -> str:
    """Return a digest of item ids, in whatever order they come."""
    text = "\n".join(sorted(items))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]
