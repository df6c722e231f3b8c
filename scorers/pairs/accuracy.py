"""Minimal pairs: which member the model prefers, and how often it is the right one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean, pstdev

from kasauti.scorers.pairs.sentences import CONVENTIONS, SentenceScore
from kasauti.scorers.statistics.intervals import Proportion, Share


@dataclass(frozen=True, slots=True)
class ScoredPair:
    """The scores of a pair's two sentences.

    shared: how many tokens both start with whose log-probabilities are left out of both sums. The
    margin is the same wherever both sums are divided by the same number.
    """

    good: SentenceScore
    bad: SentenceScore
    shared: int = 0

    def margin(self, convention: str) -> float:
        """By how much the good sentence is likelier; negative where the bad one is."""
        measure = CONVENTIONS[convention]
        return measure(self.good) - measure(self.bad)

    def right(self, convention: str) -> bool:
        """Return whether the good sentence is likelier; a tie is wrong."""
        return self.margin(convention) > 0

    @property
    def perplexity_difference(self) -> float:
        """PPL(bad) - PPL(good); above 0 where the good sentence is preferred."""
        return self.bad.perplexity - self.good.perplexity


@dataclass(frozen=True)
class PairAccuracy(Proportion):
    """The share of pairs in which the model prefers the grammatical sentence."""

    pairs: tuple[ScoredPair, ...]
    convention: str

    @cached_property
    def correct(self) -> int:
        return sum(pair.right(self.convention) for pair in self.pairs)

    @property
    def total(self) -> int:
        return len(self.pairs)

    @cached_property
    def ties(self) -> int:
        """Pairs of which the model prefers neither sentence; they count as wrong."""
        return sum(pair.margin(self.convention) == 0 for pair in self.pairs)

    @property
    def mean_perplexity_difference(self) -> float:
        return fmean(pair.perplexity_difference for pair in self.pairs)

    @property
    def std_perplexity_difference(self) -> float:
        """Of the population, as numpy.std gives it."""
        return pstdev([pair.perplexity_difference for pair in self.pairs])

    def by_convention(self) -> dict[str, float]:
        """The accuracy that each convention would give."""
        return {
            name: sum(pair.right(name) for pair in self.pairs) / self.total for name in CONVENTIONS
        }

    @property
    def absolute(self) -> bool:
        """Return whether all scores are those of whole sentences."""
        return not any(pair.shared for pair in self.pairs)

    def worst(self, count: int) -> list[int]:
        """Indices of the pairs that the model gets most wrong, the worst first."""
        wrong = [i for i, pair in enumerate(self.pairs) if not pair.right(self.convention)]
        return sorted(wrong, key=lambda i: self.pairs[i].margin(self.convention))[:count]


def pair_accuracy(
    good: Sequence[SentenceScore], bad: Sequence[SentenceScore], *, convention: str
) -> PairAccuracy:
    """Score pairs by one of the conventions."""
    if not good or len(good) != len(bad):
        raise ValueError(f"need as many good as bad scores, got {len(good)} and {len(bad)}")
    if convention not in CONVENTIONS:
        raise ValueError(f"unknown convention {convention!r}; known: {', '.join(CONVENTIONS)}")
    return PairAccuracy(tuple(map(ScoredPair, good, bad)), convention)


def crossed_accuracy(groups: Sequence[str], right: Sequence[bool]) -> Share | None:
    """Count the groups of which all pairs are right; pairs without a group (empty) do not count.

    Who prefers one word whatever the context gets none; who guesses gets a quarter of the groups
    of two pairs.

    >>> crossed_accuracy(["a", "a", "b", "b"], [True, True, True, False])
    Share(correct=1, total=2)
    """
    found: dict[str, bool] = {}
    for group, each in zip(groups, right, strict=True):
        if group:
            found[group] = found.get(group, True) and each
    return Share(sum(found.values()), len(found)) if found else None
