"""Baselines of a probe: predictions without the model, or without its context."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kasauti.scorers.probing.fits import Floats, Labels
from kasauti.scorers.probing.folds import Division
from kasauti.scorers.probing.one_rule import RuleScore

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
