"""Baselines of a probe: predictions without the model, or without its context."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kasauti.scorers.probing.examples import Floats, Labels, Surface
from kasauti.scorers.probing.folds import Division, Rows

PUNCTUATION = '।॥.,;:!?…"“”‘’()'
# A word that occurs once goes purely with its label: smoothed, it is no better than a guess.
SMOOTHING = 1.0


@dataclass(frozen=True, slots=True)
class RuleScore:
    """The rule that is right most often on rows that it was not made from."""

    name: str
    accuracy: float
    right: tuple[bool, ...]  # of each example; False where it is not tested


def words_of(text: str) -> list[str]:
    """The words of a text, without the punctuation at their edges."""
    return [word for word in (part.strip(PUNCTUATION) for part in text.split()) if word]


def _last(words: Sequence[str]) -> str:
    return words[-1] if words else ""


def _ending(length: int, part: Literal["span", "before"]) -> Callable[[Surface], str]:
    return lambda example: _last(words_of(getattr(example, part)))[-length:]


RULES: dict[str, Callable[[Surface], str]] = {
    "previous word": lambda example: _last(words_of(example.before)),
    **{f"{n}-letter ending of the previous word": _ending(n, "before") for n in (1, 2, 3)},
    "next word": lambda example: next(iter(words_of(example.after)), ""),
    **{f"{n}-letter ending of the span": _ending(n, "span") for n in (1, 2, 3)},
    "last word but one": lambda example: _last(words_of(f"{example.before} {example.span}")[:-1]),
    "first word": lambda example: next(iter(words_of(example.before)), ""),
    "position": lambda example: str(len(words_of(example.before))),
}
CUE_WORD = "cue word"


def best_rule(examples: Sequence[Surface], labels: Labels, train: Rows, test: Rows) -> RuleScore:
    """The best of all rules over the folds; train and test are [folds, examples]."""
    scores = [
        _score(name, _by_value([rule(each) for each in examples]), labels, train, test)
        for name, rule in RULES.items()
    ]
    cues = [frozenset(words_of(f"{each.before} {each.span}")) for each in examples]
    scores.append(_score(CUE_WORD, _by_cue(cues), labels, train, test))
    return max(scores, key=lambda score: score.accuracy)


Guesser = Callable[[Labels, Rows], list[int]]  # labels and training rows: a guess per example


def _score(name: str, guess: Guesser, labels: Labels, train: Rows, test: Rows) -> RuleScore:
    right = np.zeros(len(labels), dtype=np.bool_)
    for known, asked in zip(train, test, strict=True):
        right |= (np.array(guess(labels, known)) == labels) & asked
    return RuleScore(name, int(right.sum()) / int(test.sum()), tuple(right.tolist()))


def _by_value(values: Sequence[str]) -> Guesser:
    def guess(labels: Labels, known: Rows) -> list[int]:
        counts: dict[str, Counter[int]] = {}
        for value, label, trains in zip(values, labels.tolist(), known.tolist(), strict=True):
            if trains:
                counts.setdefault(value, Counter())[label] += 1
        usual = Counter(labels[known].tolist()).most_common(1)[0][0]
        return [
            counts[value].most_common(1)[0][0] if value in counts else usual for value in values
        ]

    return guess


def _by_cue(cues: Sequence[frozenset[str]]) -> Guesser:
    def guess(labels: Labels, known: Rows) -> list[int]:
        counts: dict[str, Counter[int]] = {}
        for words, label, trains in zip(cues, labels.tolist(), known.tolist(), strict=True):
            if trains:
                for word in words:
                    counts.setdefault(word, Counter())[label] += 1
        usual = Counter(labels[known].tolist()).most_common(1)[0][0]
        classes = len(set(labels.tolist()))
        purity = {
            word: (max(count.values()) + SMOOTHING) / (count.total() + SMOOTHING * classes)
            for word, count in counts.items()
        }
        guesses = []
        for words in cues:
            found = sorted(words & counts.keys(), key=lambda word: (-purity[word], word))
            guesses.append(counts[found[0]].most_common(1)[0][0] if found else usual)
        return guesses

    return guess


LONGEST_NGRAM = 4


@dataclass(frozen=True, slots=True)
class Baselines:
    """The accuracy without the model, or without its context (layer 0)."""

    majority: float
    ngrams: float
    layer_0: float
    rule: RuleScore
    right: Mapping[str, tuple[bool, ...]]  # which examples each of them gets right, by name

    @property
    def surface(self) -> float:
        """The best without any model."""
        return max(self.majority, self.ngrams, self.rule.accuracy)


def ngram_features(spans: Sequence[str]) -> Floats:
    """Mark the character n-grams of each span with its ends: [examples, n-grams]."""
    from sklearn.feature_extraction.text import CountVectorizer

    grams = CountVectorizer(
        analyzer="char",
        ngram_range=(1, LONGEST_NGRAM),
        lowercase=False,
        binary=True,
        dtype=np.float32,
    )
    found: Floats = grams.fit_transform([f"^{span}$" for span in spans]).toarray()
    return found


def majority_right(labels: Labels, division: Division) -> NDArray[np.bool_]:
    """Mark the examples that have the most frequent label of their training rows."""
    right = np.zeros(len(labels), dtype=bool)
    for train, test in zip(division.train[:, 0], division.test[:, 0], strict=True):
        right[test] = labels[test] == np.bincount(labels[train]).argmax()
    return right
