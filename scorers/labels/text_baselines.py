"""Baselines without a language model: guessing, the most frequent label, a linear model of letters.

Every baseline learns from the same examples as the model that it is shown beside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

OUTSIDE = "O"
# How often guessing is repeated; the mean figure is shown.
GUESSES = 20


def majority(labels: Sequence[str], count: int) -> list[str]:
    """The most frequent label for every item; of several, the first in the alphabet."""
    return [_most_frequent(Counter(labels))] * count


def guesses(labels: Sequence[str], count: int, *, seed: int) -> list[str]:
    """A label for each item, each as likely as any other."""
    indices = np.random.default_rng(seed).integers(len(labels), size=count)
    return [labels[index] for index in indices]


def tfidf_labels(texts: Sequence[str], labels: Sequence[str], asked: Sequence[str]) -> list[str]:
    """The labels of `asked` by a linear model of the words and letters of `texts`."""
    if len(set(labels)) == 1:
        return [labels[0]] * len(asked)
    model = _linear_model().fit(texts, labels)
    return [str(label) for label in model.predict(asked)]


def tfidf_choices(
    fills: Sequence[Sequence[str]], answers: Sequence[int], asked: Sequence[Sequence[str]]
) -> list[int]:
    """The index of the fill that a linear model, trained on right and wrong fills, prefers."""
    texts = [fill for each in fills for fill in each]
    right = [
        index == answer
        for each, answer in zip(fills, answers, strict=True)
        for index in range(len(each))
    ]
    model = _linear_model().fit(texts, right)
    scores: NDArray[np.float64] = model.decision_function([fill for each in asked for fill in each])
    ends = np.cumsum([len(each) for each in asked])[:-1]
    return [int(part.argmax()) for part in np.split(scores, ends)]


def frequent_tags(
    words: Sequence[Sequence[str]], tags: Sequence[Sequence[str]], asked: Sequence[Sequence[str]]
) -> list[list[str]]:
    """Each word's most frequent tag; O for a word that was not seen."""
    seen: dict[str, Counter[str]] = {}
    for sentence, its_tags in zip(words, tags, strict=True):
        for word, tag in zip(sentence, its_tags, strict=True):
            seen.setdefault(word, Counter())[tag] += 1
    known: Mapping[str, str] = {word: _most_frequent(counts) for word, counts in seen.items()}
    return [[known.get(word, OUTSIDE) for word in sentence] for sentence in asked]


def _linear_model() -> Any:
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.pipeline import make_pipeline, make_union
    from sklearn.svm import LinearSVC

    # scikit-learn's own pattern for words breaks Hindi words at their vowel signs.
    words = TfidfVectorizer(token_pattern=r"\S+", ngram_range=(1, 2), sublinear_tf=True)
    letters = TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 5), sublinear_tf=True)
    return make_pipeline(make_union(words, letters), LinearSVC(random_state=0))


def _most_frequent(counts: Counter[str]) -> str:
    return min(counts, key=lambda each: (-counts[each], each))
