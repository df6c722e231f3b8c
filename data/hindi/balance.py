"""Keeping word pairs from giving the answer away.

A set whose wrong sentences are full of word pairs that no right sentence has can be solved by
counting word pairs. While a set grows, this keeps the pairs in which familiar word pairs speak
for the right sentence from outnumbering the others.
"""

from __future__ import annotations

from itertools import pairwise

WordPair = tuple[str, str]


class WordPairBalance:
    """The word pairs of the sentences accepted so far, and which sentence they favour.

    `slack` is how many more accepted pairs may be given away by word pairs than mislead.
    """

    def __init__(self, slack: int) -> None:
        self._slack = slack
        self._surplus = 0
        self._seen: set[WordPair] = set()
        self._telling: set[WordPair] = set()
        self._misleading: set[WordPair] = set()

    def allows(self, good: str, bad: str) -> bool:
        """Whether the set would stay balanced with this pair."""
        lean = self._lean(_word_pairs(good), _word_pairs(bad))
        return lean <= 0 or self._surplus + lean <= self._slack

    def take(self, good: str, bad: str) -> None:
        """Count the pair as accepted."""
        right, wrong = _word_pairs(good), _word_pairs(bad)
        self._surplus += self._lean(right, wrong)
        self._seen |= right
        self._telling |= right - wrong
        self._misleading |= wrong - right

    def _lean(self, right: set[WordPair], wrong: set[WordPair]) -> int:
        # What is known speaks for or against the new pair, and the new right
        # sentence in turn speaks for or against the pairs accepted before it.
        own = len((right - wrong) & self._seen) - len((wrong - right) & self._seen)
        earlier = len(right & self._telling) - len(right & self._misleading)
        return _sign(own) + _sign(earlier)


def _word_pairs(sentence: str) -> set[WordPair]:
    words = sentence.rstrip("।").replace(",", "").split()
    return set(pairwise(words))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
