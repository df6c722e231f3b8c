"""Baselines that know no grammar, on minimal pairs.

A phenomenon on which one of them does much better or worse than chance is confounded: a model
can pass it without the knowledge that it is meant to test. In all of them a tie counts as one
half, as with guessing, so a baseline that sees no difference is at chance. (For a model under
test a tie is wrong; a baseline measures the data, not a model.)
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kasauti.scorers.pairs.accuracy import PairAccuracy
    from kasauti.scorers.pairs.sentences import SentenceScore


SentencePair = tuple[str, str]
_PUNCTUATION = "।॥.,;:!?\"'()“”‘’"
_BIGRAM_WEIGHT = 0.8


@dataclass(frozen=True, slots=True)
class BaselineScore:
    """The numbers of good sentences that a baseline prefers, of ties, and of pairs."""

    preferred: int
    tied: int
    total: int

    @property
    def accuracy(self) -> float:
        """The share of pairs decided correctly; a tie counts as one half."""
        return (self.preferred + self.tied / 2) / self.total


def compare_scores(good: Sequence[float], bad: Sequence[float]) -> BaselineScore:
    """The baseline's verdict from a score for each sentence; higher means preferred."""
    if not good or len(good) != len(bad):
        raise ValueError(f"need as many good as bad scores, got {len(good)} and {len(bad)}")
    return BaselineScore(
        preferred=sum(g > b for g, b in zip(good, bad, strict=True)),
        tied=sum(g == b for g, b in zip(good, bad, strict=True)),
        total=len(good),
    )


def shorter_wins(
    pairs: Sequence[SentencePair], *, length: Callable[[str], int] = len
) -> BaselineScore:
    """Prefer the shorter sentence; `length` counts characters unless another count is given."""
    return compare_scores([-length(good) for good, _ in pairs], [-length(bad) for _, bad in pairs])


def unigram(pairs: Sequence[SentencePair], frequency: Callable[[str], float]) -> BaselineScore:
    """Prefer the sentence whose words are more frequent on average.

    `frequency` gives a logarithmic frequency of a word, for example
    `lambda word: wordfreq.zipf_frequency(word, "hi")`.
    """

    def mean(sentence: str) -> float:
        words = words_of(sentence)
        # Rounded, so that the same words in another order give the same mean.
        return round(math.fsum(frequency(word) for word in words) / max(len(words), 1), 9)

    return compare_scores([mean(good) for good, _ in pairs], [mean(bad) for _, bad in pairs])


def bigram(pairs: Sequence[SentencePair], groups: Sequence[str] = ()) -> BaselineScore:
    """Prefer the sentence whose word pairs are the likelier ones, as learnt from the other pairs.

    The counts are those of the good sentences of `pairs`, each pair being judged without its
    own good sentence (leave one out) or, where `groups` says which pairs belong together,
    without those of its group. The likelihood of a word after another is interpolated
    with that of the word itself, both smoothed; the mean over the words of a sentence counts.
    Give the pairs of one phenomenon: the question is whether it can be solved by word pairs
    that it shows itself.
    """
    members: dict[str, list[SentencePair]] = {}
    for group, pair in zip(groups or map(str, range(len(pairs))), pairs, strict=True):
        members.setdefault(group, []).append(pair)
    counts = _Counts()
    for good, _ in pairs:
        counts.add(words_of(good), 1)
    scores: list[tuple[float, float]] = []
    for own in members.values():
        for good, _ in own:
            counts.add(words_of(good), -1)
        scores += ((counts.score(words_of(good)), counts.score(words_of(bad))) for good, bad in own)
        for good, _ in own:
            counts.add(words_of(good), 1)
    return compare_scores([good for good, _ in scores], [bad for _, bad in scores])


def majority(swaps: Sequence[str]) -> float:
    """The share of pairs that the more frequent right value of each contrast gets.

    >>> majority(["singular>plural", "singular>plural", "plural>singular", "dative>genitive"])
    0.75
    """
    counts: dict[frozenset[str], Counter[str]] = {}
    for swap in swaps:
        counts.setdefault(frozenset(swap.split(">")), Counter())[swap.partition(">")[0]] += 1
    return sum(max(each.values()) for each in counts.values()) / len(swaps)


def words_of(sentence: str) -> list[str]:
    """The words between spaces, without punctuation at their edges."""
    return [word for word in (part.strip(_PUNCTUATION) for part in sentence.split()) if word]


class _Counts:
    """Counts of words and of word pairs, from which sentences can be taken out again."""

    def __init__(self) -> None:
        self._words: Counter[str] = Counter()
        self._firsts: Counter[str] = Counter()
        self._pairs: Counter[tuple[str, str]] = Counter()
        self._total = 0

    def add(self, words: Sequence[str], times: int) -> None:
        for word in words:
            self._words[word] += times
        for pair in pairwise(words):
            self._pairs[pair] += times
            self._firsts[pair[0]] += times
        self._total += times * len(words)

    def score(self, words: Sequence[str]) -> float:
        """The mean log-likelihood of the words after the first."""
        terms = [self._log(pair) for pair in pairwise(words)]
        return round(math.fsum(terms) / max(len(terms), 1), 9)

    def _log(self, pair: tuple[str, str]) -> float:
        alone = (self._words[pair[1]] + 1) / (self._total + len(self._words) + 1)
        seen = self._firsts[pair[0]]
        after = self._pairs[pair] / seen if seen else 0.0
        return math.log(_BIGRAM_WEIGHT * after + (1 - _BIGRAM_WEIGHT) * alone)


def length_only(accuracy: PairAccuracy) -> dict[str, float]:
    """The accuracy of preferring the shorter sentence: what length alone would get."""
    lengths: dict[str, Callable[[SentenceScore], int]] = {
        "tokens": lambda score: score.tokens,
        "characters": lambda score: score.characters,
    }
    return {
        unit: compare_scores(
            [-length(pair.good) for pair in accuracy.pairs],
            [-length(pair.bad) for pair in accuracy.pairs],
        ).accuracy
        for unit, length in lengths.items()
    }


# Baselines that see the two contrasted words alone are taught on part of the pairs and judge the
# rest, with all pairs of a lemma on one side. On crossed pairs they are at chance by construction.
FOLDS = 5
LONGEST_STRETCH = 4


@dataclass(frozen=True, slots=True)
class Contrast:
    """The good and the bad word of a pair, what each of them is (a case, a tense), its lemma."""

    good: str
    bad: str
    good_label: str
    bad_label: str
    lemma: str


Preference = Callable[[str], float]


def label_prior(contrasts: Sequence[Contrast]) -> BaselineScore:
    """Prefer what is right most often elsewhere: a fixed ranking of cases, genders or tenses."""
    good: list[float] = []
    bad: list[float] = []
    for taught, judged in _folds(contrasts):
        balance: defaultdict[str, int] = defaultdict(int)
        seen: defaultdict[str, int] = defaultdict(int)
        for each in taught:
            balance[each.good_label] += 1
            balance[each.bad_label] -= 1
            seen[each.good_label] += 1
            seen[each.bad_label] += 1
        for each in judged:
            good.append(balance[each.good_label] / (seen[each.good_label] + 1))
            bad.append(balance[each.bad_label] / (seen[each.bad_label] + 1))
    return compare_scores(good, bad)


def word_form(contrasts: Sequence[Contrast]) -> BaselineScore:
    """Prefer the word that a classifier of letters takes for a right one."""
    good: list[float] = []
    bad: list[float] = []
    for taught, judged in _folds(contrasts):
        prefers = _teach(taught)
        good += map(prefers, (each.good for each in judged))
        bad += map(prefers, (each.bad for each in judged))
    return compare_scores(good, bad)


def _teach(contrasts: Sequence[Contrast]) -> Preference:
    """Naive Bayes: how much likelier a stretch of letters is in a good word than in a bad one."""
    good: Counter[str] = Counter()
    bad: Counter[str] = Counter()
    for each in contrasts:
        good.update(_stretches(each.good))
        bad.update(_stretches(each.bad))
    # Rounded, so that the order of adding up makes no difference.
    return lambda word: round(
        math.fsum(math.log((good[part] + 1) / (bad[part] + 1)) for part in _stretches(word)), 9
    )


def _stretches(word: str) -> list[str]:
    """The stretches of one to four letters; a space marks both ends of the word."""
    marked = f" {word} "
    return [
        marked[start : start + length]
        for length in range(1, LONGEST_STRETCH + 1)
        for start in range(len(marked) - length + 1)
    ]


def _folds(
    contrasts: Sequence[Contrast],
) -> Iterator[tuple[list[Contrast], list[Contrast]]]:
    """Yield what is taught and what is judged, in turns; a lemma is never on both sides."""
    lemmas = sorted({each.lemma for each in contrasts})
    if len(lemmas) < 2:
        raise ValueError(f"need two lemmas or more to hold one out, got {len(lemmas)}")
    fold = {lemma: index % FOLDS for index, lemma in enumerate(lemmas)}
    for number in range(min(FOLDS, len(lemmas))):
        yield (
            [each for each in contrasts if fold[each.lemma] != number],
            [each for each in contrasts if fold[each.lemma] == number],
        )
