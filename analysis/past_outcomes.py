"""The outcomes of a case as a history keeps them: in the order of the item ids, without the ids."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kasauti.records.items import OutcomeKind, Outcomes

DIGITS = 16


@dataclass(frozen=True, slots=True)
class PastOutcomes:
    """What became of each item.

    items: the digest of the ids. Two runs with the same digest have the same items, so that their
    outcomes can be paired by their places.
    values: right (1) or wrong (0), or scores, in the order of the sorted ids.
    """

    kind: OutcomeKind
    items: str
    values: tuple[float, ...]


def past_outcomes(outcomes: Outcomes) -> PastOutcomes:
    """What a history keeps of the outcomes."""
    values = tuple(outcomes.items[item] for item in sorted(outcomes.items))
    return PastOutcomes(outcomes.kind, items_digest(outcomes.items), values)


def items_digest(items: Iterable[str]) -> str:
    """A digest of item ids, in whatever order they come."""
    text = "\n".join(sorted(items))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def outcomes_json(outcomes: PastOutcomes) -> dict[str, Any]:
    """Right and wrong as bits: 20,000 items are 3 kB."""
    content: dict[str, Any] = {"items": outcomes.items, "n": len(outcomes.values)}
    if outcomes.kind == "right":
        return {**content, "right": _packed(outcomes.values)}
    return {**content, "scores": list(outcomes.values)}


def read_outcomes(content: Mapping[str, Any]) -> PastOutcomes:
    """The outcomes that `outcomes_json` wrote; whatever is wrong with them is a ValueError."""
    items, n = content["items"], content["n"]
    if not isinstance(items, str) or not isinstance(n, int) or n < 1:
        raise ValueError(f"the items {items!r:.40}")
    if "right" in content:
        return PastOutcomes("right", items, _unpacked(content["right"], n))
    scores = tuple(float(each) for each in content["scores"])
    if len(scores) != n:
        raise ValueError(f"{len(scores)} scores of {n} items")
    return PastOutcomes("score", items, scores)


def _packed(values: Sequence[float]) -> str:
    bits = "".join("1" if value else "0" for value in values)
    length = (len(bits) + 7) // 8
    return base64.b64encode(int(bits, 2).to_bytes(length, "big")).decode("ascii")


def _unpacked(text: str, n: int) -> tuple[float, ...]:
    packed = base64.b64decode(text, validate=True)
    if len(packed) != (n + 7) // 8:
        raise ValueError(f"the outcomes of {n} items in {len(packed)} bytes")
    bits = f"{int.from_bytes(packed, 'big'):0{n}b}"
    if len(bits) != n:
        raise ValueError(f"more than {n} outcomes")
    return tuple(1.0 if bit == "1" else 0.0 for bit in bits)
