"""Baselines that see the two contrasted words and not the sentence.

They are taught on part of the pairs and judge the rest; all pairs of a lemma are on one side. On
crossed pairs, where each word is right in one sentence and wrong in another, they are at chance
by construction. As with all baselines a tie counts as one half.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kasauti.scorers.pairs.baselines import BaselineScore, compare_scores

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
