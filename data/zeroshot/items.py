"""The items of zero-shot tasks, of each kind."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class TextItem:
    """A text and its topic."""

    id: str
    text: str
    topic: str


@dataclass(frozen=True, slots=True)
class ChoiceItem:
    """A question, its choices, and the index of the right one; perhaps on a passage."""

    id: str
    question: str
    choices: tuple[str, ...]
    answer: int
    passage: str = ""


@dataclass(frozen=True, slots=True)
class NumberItem:
    """A problem whose answer is a number."""

    id: str
    question: str
    answer: Decimal


@dataclass(frozen=True, slots=True)
class ParallelItem:
    """A sentence and its translation."""

    id: str
    source: str
    target: str


Item = TextItem | ChoiceItem | NumberItem | ParallelItem
# A language's sentences by the id that they share with those of other languages.
Sentences = dict[str, str]
