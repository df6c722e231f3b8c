"""Drawing some of many items with a seed: the same items whatever else is asked for."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def shuffle(items: Sequence[Item], *, seed: int, name: Callable[[Item], str]) -> tuple[Item, ...]:
    """All items in a random order, each by the hash of its own name: the same beside any others."""
    return tuple(sorted(items, key=lambda each: _rank(name(each), seed)))


def draw(
    items: Sequence[Item], count: int, *, seed: int, name: Callable[[Item], str]
) -> tuple[Item, ...]:
    """`count` of the items, in their own order; items of one name are drawn together.

    A name is drawn by its own hash, so that an item that several cases share is drawn for all of
    them before an item with a later hash. Of items that belong together (the pairs of a crossing)
    all are taken or none, but at least one group is.
    """
    groups: dict[str, list[int]] = {}
    for index, item in enumerate(items):
        groups.setdefault(name(item), []).append(index)
    kept: set[int] = set()
    for group in sorted(groups, key=lambda each: _rank(each, seed)):
        if kept and len(kept) + len(groups[group]) > count:
            break
        kept.update(groups[group])
    return tuple(item for index, item in enumerate(items) if index in kept)


def _rank(name: str, seed: int) -> bytes:
    return hashlib.sha256(f"{seed}\0{name}".encode("utf-8", "surrogatepass")).digest()
