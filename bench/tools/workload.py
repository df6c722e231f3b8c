"""A workload: a model and the items that every tool computes with it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TypeVar

Item = tuple[str, ...]  # the two sentences of a pair, or a prompt
Of = TypeVar("Of")


@dataclass(frozen=True, slots=True)
class Workload:
    """Items that are all computed in each round; `of` is how many there are to choose from."""

    name: str
    model: str  # a folder
    items: tuple[Item, ...]
    of: int
    unit: str = "pairs"
    note: str = ""

    @property
    def texts_per_item(self) -> int:
        """The number of texts of an item that go through the model."""
        return 2 if self.unit == "pairs" else 1

    def sample(self, most: int | None) -> Workload:
        """At most so many items, evenly spaced."""
        return replace(self, items=tuple(spread(self.items, most)))

    def write(self, path: Path) -> Path:
        """For the worker processes."""
        path.write_text(json.dumps(asdict(self), ensure_ascii=False), encoding="utf-8")
        return path

    @classmethod
    def read(cls, path: Path) -> Workload:
        fields = json.loads(path.read_text(encoding="utf-8"))
        return cls(**fields | {"items": tuple(tuple(item) for item in fields["items"])})


def spread(items: Sequence[Of], most: int | None) -> list[Of]:
    """So many of the items, evenly spaced; all where there are no more."""
    if most is None or most >= len(items):
        return list(items)
    return [items[index * len(items) // most] for index in range(most)]


def sentences(items: Sequence[Item]) -> list[str]:
    """All texts of the items, in order."""
    return [text for item in items for text in item]
