"""Keeping baselines without grammar from telling the good sentences from the bad ones.

While a set grows, each judge's verdicts are counted: how many more of the pairs it decided rightly
than wrongly. The draft is taken that brings these surpluses nearest to zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

WordPair = tuple[str, str]
# 1 where a baseline prefers the good sentence, -1 where it prefers the bad one, else 0.
Judge = Callable[[str, str], int]


def prefers_shorter(good: str, bad: str) -> int:
    """The judge that knows nothing but length."""
    return sign(len(bad) - len(good))


class Balance:
    """The surplus of each judge over the pairs accepted so far."""

    def __init__(self, judges: Sequence[Judge] = (prefers_shorter,)) -> None:
        self._judges = judges
        self._surpluses = [0] * len(judges)
        self._word_pairs = WordPairs()

    def cost(self, good: str, bad: str) -> int:
        """The distance of the set from balance with this pair."""
        leans = [judge(good, bad) for judge in self._judges]
        surpluses = [surplus + lean for surplus, lean in zip(self._surpluses, leans, strict=True)]
        word_pairs = self._word_pairs.surplus + self._word_pairs.lean(good, bad)
        # What the set shows of itself is easiest to learn, and hardest to keep in balance.
        return sum(surplus * surplus for surplus in surpluses) + 3 * word_pairs * word_pairs

    def take(self, good: str, bad: str) -> None:
        """Count the pair as accepted."""
        for index, judge in enumerate(self._judges):
            self._surpluses[index] += judge(good, bad)
        self._word_pairs.take(good, bad)


class WordPairs:
    """The word pairs of the sentences accepted so far, and which sentence they favour."""

    def __init__(self) -> None:
        self.surplus = 0
        self._seen: set[WordPair] = set()
        self._telling: set[WordPair] = set()
        self._misleading: set[WordPair] = set()

    def lean(self, good: str, bad: str) -> int:
        """The surplus of pairs that are given away over those that mislead, with this one."""
        right, wrong = _word_pairs(good), _word_pairs(bad)
        # What is known speaks for or against the new pair, and the new right
        # sentence in turn speaks for or against the pairs accepted before it.
        own = len((right - wrong) & self._seen) - len((wrong - right) & self._seen)
        earlier = len(right & self._telling) - len(right & self._misleading)
        return sign(own) + sign(earlier)

    def take(self, good: str, bad: str) -> None:
        """Count the pair as accepted."""
        self.surplus += self.lean(good, bad)
        right, wrong = _word_pairs(good), _word_pairs(bad)
        self._seen |= right
        self._telling |= right - wrong
        self._misleading |= wrong - right


def _word_pairs(sentence: str) -> set[WordPair]:
    words = sentence.rstrip("।").replace(",", "").split()
    return set(pairwise(words))


def sign(number: float) -> int:
    """1, 0 or -1."""
    return (number > 0) - (number < 0)
