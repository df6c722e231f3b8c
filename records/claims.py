"""What right and wrong answers to a question say: patterns over the words of a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Word:
    """A word in any of its inflections, given by its base form."""

    text: str


@dataclass(frozen=True, slots=True)
class Form:
    """A word in just this form."""

    text: str


@dataclass(frozen=True, slots=True)
class Stem:
    """Every word that begins so."""

    text: str


@dataclass(frozen=True, slots=True)
class Number:
    """A number from `low` to `high`, or any other one."""

    low: float
    high: float
    outside: bool


@dataclass(frozen=True, slots=True)
class Gap:
    """So many words or fewer, whatever they are."""

    most: int


@dataclass(frozen=True, slots=True)
class Series:
    """One after the other."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Any one of them; long lists are looked up by their first word."""

    items: tuple[Node, ...]
    by_word: Mapping[str, tuple[Node, ...]] = field(init=False, repr=False, compare=False)
    others: tuple[Node, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_word: dict[str, tuple[Node, ...]] = {}
        others = []
        for item in self.items:
            first = item.items[0] if isinstance(item, Series) else item
            if isinstance(first, Word):
                by_word[first.text] = (*by_word.get(first.text, ()), item)
            else:
                others.append(item)
        object.__setattr__(self, "by_word", by_word)
        object.__setattr__(self, "others", tuple(others))


@dataclass(frozen=True, slots=True)
class Maybe:
    """This, or nothing."""

    item: Node


Node = Word | Form | Stem | Number | Gap | Series | Choice | Maybe


@dataclass(frozen=True, slots=True)
class Part:
    """What a sentence must have, or must not have."""

    node: Node
    absent: bool


@dataclass(frozen=True, slots=True)
class Pattern:
    """A sentence matches that has all parts, in any order."""

    text: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Claims:
    """How right answers say each fact, and how wrong answers speak."""

    facts: tuple[tuple[Pattern, ...], ...]
    wrong: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class ClaimTexts:
    """The same as it is written, before the patterns are parsed."""

    facts: tuple[tuple[str, ...], ...]
    wrong: tuple[str, ...]
