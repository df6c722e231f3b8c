"""N-gram models of text from elsewhere: what word sequences alone say about a pair.

Both are interpolated n-gram models (Witten and Bell's weights: Chen and Goodman 1999, "An empirical
study of smoothing techniques for language modeling", section 2.5). The class model sees, instead
of a rare word, only its ending, so that it learns which kinds of words follow one another.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kasauti.scorers.pairs.baselines import BaselineScore, SentencePair, compare_scores, words_of

EDGE = "<s>"
FREQUENT = 200
ENDING = 2

Classify = Callable[[str], str]
# Spellings that differ from writer to writer are taken for one: बिन्दु for चन्द्रबिन्दु, no nukta.
_SPELLING = str.maketrans({"ँ": "ं", "\u093c": None})


def tokens_of(sentence: str) -> list[str]:
    """The words of a sentence, with spelling variants made equal."""
    return words_of(sentence.translate(_SPELLING))


@dataclass(frozen=True, slots=True)
class NgramModel:
    """Counts of word (or class) sequences up to `order`."""

    order: int
    classify: Classify
    counts: Counter[tuple[str, ...]]
    followers: Counter[tuple[str, ...]]  # how many different tokens follow a context
    contexts: Counter[tuple[str, ...]]
    vocabulary: int

    def score(self, sentence: str) -> float:
        """The mean log-likelihood of the tokens, the end of the sentence included."""
        tokens = [self.classify(word) for word in tokens_of(sentence)]
        padded = [EDGE] * (self.order - 1) + tokens + [EDGE]
        terms = [
            math.log(self._likelihood(tuple(padded[end - self.order + 1 : end]), padded[end]))
            for end in range(self.order - 1, len(padded))
        ]
        return round(math.fsum(terms) / len(terms), 9)

    def _likelihood(self, context: tuple[str, ...], token: str) -> float:
        likelihood = 1.0 / (self.vocabulary + 1)
        for length in range(len(context) + 1):
            part = context[len(context) - length :]
            seen, kinds = self.contexts[part], self.followers[part]
            if not seen:
                break
            likelihood = (self.counts[(*part, token)] + kinds * likelihood) / (seen + kinds)
        return likelihood


def word_bigram(sentences: Iterable[str]) -> NgramModel:
    """A model of pairs of words."""
    return _learn(sentences, 2, str)


def class_trigram(sentences: Sequence[str]) -> NgramModel:
    """A model of triples of classes: a frequent word by itself, any other by its last letters."""
    words = Counter(word for sentence in sentences for word in tokens_of(sentence))
    frequent = {word for word, _ in words.most_common(FREQUENT)}
    return _learn(sentences, 3, lambda word: word if word in frequent else f"-{word[-ENDING:]}")


def _learn(sentences: Iterable[str], order: int, classify: Classify) -> NgramModel:
    counts: Counter[tuple[str, ...]] = Counter()
    for sentence in sentences:
        tokens = [classify(word) for word in tokens_of(sentence)]
        if not tokens:
            continue
        padded = [EDGE] * (order - 1) + tokens + [EDGE]
        for end in range(order - 1, len(padded)):
            for length in range(order):
                counts[tuple(padded[end - length : end + 1])] += 1
    contexts: Counter[tuple[str, ...]] = Counter()
    followers: Counter[tuple[str, ...]] = Counter()
    for gram, count in counts.items():
        contexts[gram[:-1]] += count
        followers[gram[:-1]] += 1
    if not counts:
        raise ValueError("An n-gram model needs at least one sentence. Give it text.")
    return NgramModel(order, classify, counts, followers, contexts, followers[()])


def ngram_baseline(pairs: Sequence[SentencePair], model: NgramModel) -> BaselineScore:
    """Prefer the sentence that the model finds likelier, word by word."""
    return compare_scores(
        [model.score(good) for good, _ in pairs], [model.score(bad) for _, bad in pairs]
    )
