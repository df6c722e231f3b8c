"""The words in which the two sentences of a pair differ."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

from kasauti.data.pairs import Pair

PUNCTUATION = '।॥.,;:!?…"“”‘’()'


def words_of(sentence: str) -> list[str]:
    """The words of a sentence, without punctuation at their edges."""
    return [word for word in (part.strip(PUNCTUATION) for part in sentence.split()) if word]


@dataclass(frozen=True, slots=True)
class Edit:
    """The words that differ, in the good and in the bad sentence."""

    good: tuple[str, ...]
    bad: tuple[str, ...]

    @property
    def reorders(self) -> bool:
        return self.good != self.bad and sorted(self.good) == sorted(self.bad)


def edits_of(pair: Pair) -> list[Edit]:
    """The stretches of words in which the sentences differ, in order."""
    good, bad = words_of(pair.good), words_of(pair.bad)
    matcher = SequenceMatcher(None, good, bad, autojunk=False)
    return [
        Edit(tuple(good[a:b]), tuple(bad[c:d]))
        for kind, a, b, c, d in matcher.get_opcodes()
        if kind != "equal"
    ]


def whole_edit(pair: Pair) -> Edit:
    """The one stretch that contains every difference."""
    good, bad = words_of(pair.good), words_of(pair.bad)
    start = 0
    while start < min(len(good), len(bad)) and good[start] == bad[start]:
        start += 1
    end = 0
    while end < min(len(good), len(bad)) - start and good[-1 - end] == bad[-1 - end]:
        end += 1
    return Edit(tuple(good[start : len(good) - end]), tuple(bad[start : len(bad) - end]))
