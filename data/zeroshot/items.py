"""The items of zero-shot tasks, of each kind, and the topics of a classification."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path

from kasauti.inputs.rows import toml_tables

# SIB-200's topics in its own order, of which the first five are the documented ones.
TOPICS = (
    "science/technology",
    "travel",
    "politics",
    "sports",
    "health",
    "entertainment",
    "geography",
)


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


def topics_of(items: Iterable[Item]) -> tuple[str, ...]:
    """Return the topics of the items, those of SIB-200 in its own order."""
    found = {item.topic for item in items if isinstance(item, TextItem)}
    known = [topic for topic in TOPICS if topic in found]
    return (*known, *sorted(found - set(known)))


@cache
def topic_names() -> Mapping[str, tuple[str, ...]]:
    """Return further names of each topic: other English words, Hindi, Sanskrit."""
    tables = toml_tables(Path(__file__).with_name("topic_names.toml"))
    return {topic: tuple(names) for topic, names in tables.items()}
