"""The topics of a classification, and the names that replies give them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from kasauti.data.zeroshot.items import Item, TextItem
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
