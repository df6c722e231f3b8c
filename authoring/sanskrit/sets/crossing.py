"""Crossings: two words and two contexts, each word right in one context and wrong in the other.

Whoever prefers one of the two words whatever the context is right in exactly one of the two
sentences, so that no frequency, length or habit of a word is worth more than chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from kasauti.data.sanskrit.records import ContrastSet

GAP = "___"
DANDA = "\N{DEVANAGARI DANDA}"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, right and wrong.

    `word_pairs` are those that the contrasted word makes with the words beside it.
    """

    right: str
    wrong: str
    context: str
    word_pairs: frozenset[tuple[str, str]]
    metadata: Mapping[str, str]


def sentence_with_gap(place: int, right: str, wrong: str, metadata: Mapping[str, str]) -> Sentence:
    """A sentence whose two versions differ in the word at `place`."""
    words = right.split(" ")
    words[place] = GAP + (DANDA if words[place].endswith(DANDA) else "")
    beside = frozenset(
        pair
        for text in (right, wrong)
        for pair in list(pairwise(("", *text.removesuffix(DANDA).split(" "), "")))[
            place : place + 2
        ]
    )
    return Sentence(right, wrong, " ".join(words), beside, metadata)


@dataclass(frozen=True, slots=True)
class Crossing:
    """Two sentences: what is right in one is wrong in the other."""

    phenomenon: str
    stem: str
    sentences: tuple[Sentence, Sentence]
    metadata: Mapping[str, str]

    def telling(self) -> frozenset[tuple[str, str]]:
        """The word pairs that occur with one of the contexts only, and so tell them apart."""
        one, other = (sentence.word_pairs for sentence in self.sentences)
        return one ^ other

    def records(self, prefix: str, index: int) -> Iterator[ContrastSet]:
        """Its two pairs."""
        for number, sentence in enumerate(self.sentences, start=1):
            yield ContrastSet(
                id=f"{prefix}_{2 * index + number:04}",
                phenomenon=self.phenomenon,
                grammatical=sentence.right,
                ungrammatical=sentence.wrong,
                stem=self.stem,
                context=sentence.context,
                metadata={
                    "quadruple": f"{prefix}_q{index + 1:04}",
                    **self.metadata,
                    **sentence.metadata,
                },
            )


def numbered(prefix: str, crossings: Iterable[Crossing]) -> list[ContrastSet]:
    """The pairs of all crossings, with ids that count."""
    return [
        record
        for index, crossing in enumerate(crossings)
        for record in crossing.records(prefix, index)
    ]


class NewWordPairs:
    """Takes a crossing only if no word pair that tells its contexts apart was taken before.

    Else the pairs would teach each other: who has seen पुत्रेण सह once would know it again. No
    pair of sentences is taken twice either.
    """

    def __init__(self) -> None:
        self._taken: set[tuple[str, str]] = set()

    def take(self, crossing: Crossing) -> bool:
        """Return whether the crossing is new; if it is, it is not new any more."""
        sentences = {(each.right, each.wrong) for each in crossing.sentences}
        found = crossing.telling() | sentences
        if found & self._taken:
            return False
        self._taken |= found
        return True
