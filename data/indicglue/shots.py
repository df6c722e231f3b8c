"""A few examples to learn from: drawn evenly over their kinds, the same for the same seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from kasauti.data.indicglue.named_sentences import OUTSIDE, NamedSentence

Item = TypeVar("Item")


def draw(items: Sequence[Item], kinds: Sequence[str], count: int, *, seed: int) -> list[Item]:
    """`count` of the items, in turn of each kind while it has any; refuses to draw too many."""
    if count > len(items):
        raise ValueError(f"cannot draw {count} of {len(items)} items")
    generator = random.Random(seed)
    groups: dict[str, list[Item]] = {kind: [] for kind in sorted(set(kinds))}
    for item, kind in zip(items, kinds, strict=True):
        groups[kind].append(item)
    for group in groups.values():
        generator.shuffle(group)
    order = list(groups.values())
    generator.shuffle(order)
    drawn: list[Item] = []
    while len(drawn) < count:
        drawn += [group.pop() for group in order if group][: count - len(drawn)]
    return drawn


def rarest_types(sentences: Sequence[NamedSentence]) -> list[str]:
    """The kind of each sentence to draw by: its entity type that the fewest sentences have."""
    counts = Counter(kind for sentence in sentences for kind in sentence.types())
    return [
        min(sentence.types(), key=lambda kind: (counts[kind], kind), default=OUTSIDE)
        for sentence in sentences
    ]
