"""English beside the sentences of a shipped set; a file of its own, the data stay as they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from kasauti.data.pairs.formats.pair import Pair

_PUNCTUATION = "।,?!;:\"'‘’“”"


@cache
def translations(path: Path) -> dict[str, str]:
    """The English of each good sentence by the id of its pair, or of each word."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


def add_translations(pairs: Iterable[Pair], path: Path) -> list[Pair]:
    """The pairs with the English that the file has for them."""
    known = translations(path)
    return [replace(pair, translation=known.get(pair.id, "")) for pair in pairs]


def add_glosses(pairs: Iterable[Pair], path: Path) -> list[Pair]:
    """The pairs; those without a translation word by word, with the English of the file's words."""
    known = translations(path)
    return [
        pair if pair.translation else replace(pair, translation=_word_by_word(pair.good, known))
        for pair in pairs
    ]


def _word_by_word(sentence: str, known: Mapping[str, str]) -> str:
    words = (word.strip(_PUNCTUATION) for word in sentence.split())
    return "word by word: " + " · ".join(known[word] for word in words if word)
