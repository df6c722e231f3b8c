"""The items of a case, and the outcome of each: what two runs are compared by."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from kasauti.records.numbers import Count, Finite

OutcomeKind = Literal["right", "score"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One pair, question or example, and what the model made of it.

    texts: what the item is about; of a minimal pair the good sentence, then the bad one.
    scores: the score of each text, where the texts were scored.
    score: how well the item was done (a margin, a similarity); higher or lower is better as the
    measurement says.
    language: of the texts, BCP 47; answer_language: of what was expected and given, where these are
    text and not labels.
    clusters: what it shares with other items, by kind (template, passage), so that they are not
    independent.
    span: the characters [start, end) of the first text that the item is about.
    details: what only this suite knows of the item.
    """

    id: str
    texts: tuple[str, ...] = ()
    expected: str | None = None
    given: str | None = None
    right: bool | None = None
    score: Finite | None = None
    language: str | None = None
    answer_language: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    clusters: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    scores: tuple[Finite, ...] = ()
    span: tuple[Count, Count] | None = None
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The item's texts, on one line."""
        return "  * ".join(" ".join(text.split()) for text in self.texts)


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The outcome of each item by its id: right (1) or wrong (0), or a score."""

    kind: OutcomeKind
    items: Mapping[str, Finite]

    def __post_init__(self) -> None:
        if self.kind not in ("right", "score") or not self.items:
            raise ValueError("outcomes are right or score, of at least one item")
        if not all(math.isfinite(value) for value in self.items.values()):
            raise ValueError("an outcome is NaN or infinite")
        if self.kind == "right" and not set(self.items.values()) <= {0.0, 1.0}:
            raise ValueError("an item is neither right nor wrong")

    @classmethod
    def of(cls, items: Iterable[Item], *, kind: OutcomeKind = "right") -> Outcomes:
        """The outcomes that the items themselves hold."""
        found = {}
        for item in items:
            outcome = item.right if kind == "right" else item.score
            if outcome is None:
                raise ValueError(f"the item {item.id} has no outcome")
            if item.id in found:
                raise ValueError(f"two items have the id {item.id}")
            found[item.id] = float(outcome)
        return cls(kind, found)
