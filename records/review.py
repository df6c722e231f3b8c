"""A blind reading of pairs: what a reader sees, what the key says, and what readers answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Choice = Literal["A", "B", "both", "neither"]
CHOICES: tuple[Choice, ...] = ("A", "B", "both", "neither")
# How natural the better sentence is, from 1 to 3.
NATURALNESS = {"1": "unnatural", "2": "odd", "3": "natural"}
ANSWER_COLUMNS = (
    "sample", "item", "sentence_a", "sentence_b", "choice", "naturalness", "comment", "reader",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """A pair in the key: where it comes from, and which of its two sentences is the good one."""

    item: str
    pair: str
    phenomenon: str
    template: str
    sentence_a: str
    sentence_b: str
    good: Literal["A", "B"]
    language: str | None = None


@dataclass(frozen=True, slots=True)
class ReviewSample:
    """The items of one drawing, under a digest of what the readers see."""

    sample: str
    items: tuple[ReviewItem, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """One reader's answer to one item; naturalness is 1 to 3, or None where it was left out."""

    reader: str
    item: str
    choice: Choice
    naturalness: int | None = None
    comment: str = ""
