"""The description length of labels, given a layer's vectors (Voita and Titov 2020)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kasauti.records import Interval
from kasauti.scorers.probing.examples import STRENGTHS, Fit, Floats, Labels
from kasauti.scorers.statistics.change_intervals import mean_change_interval

# The shares of the data after which the code is fitted again (Voita and Titov 2020, §2.2.1).
PORTIONS = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)
ORDERS = 5


@dataclass(frozen=True, slots=True)
class Codelengths:
    """Bits of all labels: coded without the vectors, and with them, for each layer."""

    uniform: float
    given_vectors: Floats  # [orders, layers]

    def mean(self, layer: int) -> float:
        """The mean over the orders."""
        return float(self.given_vectors[:, layer].mean())

    def interval(self, layer: int) -> Interval | None:
        """Return Student's interval of the mean for other orders of the same examples."""
        return mean_change_interval(self.given_vectors[:, layer].tolist())


def codelengths(
    features: Floats,
    labels: Labels,
    lemmas: Sequence[str],
    splits: Sequence[str],
    *,
    fit: Fit,
    random: np.random.Generator,
) -> Codelengths:
    """The online code: each portion is coded by a probe of the portions before it.

    The strength is part of the message: naming one of them costs its logarithm. Which examples are
    the first portions is chance, so several orders are coded.
    """
    rows = np.flatnonzero([split in ("", "train") for split in splits])
    classes = int(labels.max()) + 1
    coded = [
        _code(features[:, rows], labels[rows], [lemmas[row] for row in rows.tolist()], fit, random)
        for _ in range(ORDERS)
    ]
    return Codelengths(float(len(rows) * np.log2(classes)), np.array(coded))


def _code(
    features: Floats,
    labels: Labels,
    lemmas: Sequence[str],
    fit: Fit,
    random: np.random.Generator,
) -> Floats:
    """[layers]: the bits of the labels in one order, at the best strength."""
    order, ends = portions(lemmas, random)
    ordered, known = features[:, order], labels[order]
    classes = int(labels.max()) + 1
    bits = np.full((len(features), len(STRENGTHS)), ends[0] * np.log2(classes))
    for start, stop in pairwise(ends):
        train = np.zeros((1, 1, stop), dtype=np.bool_)
        train[..., :start] = True
        logprobs = fit(
            ordered[:, :stop], known[None, :stop], train, classes=classes, strengths=STRENGTHS
        )[:, 0, 0]  # [layers, strengths, examples, classes]
        coded = logprobs[:, :, np.arange(start, stop), known[start:stop]]
        bits -= coded.sum(axis=2, dtype=np.float64) / np.log(2)
    return np.asarray(bits.min(axis=1) + np.log2(len(STRENGTHS)))


def portions(
    lemmas: Sequence[str], random: np.random.Generator
) -> tuple[NDArray[np.int64], list[int]]:
    """An order of the examples, lemma by lemma, and where its growing portions end."""
    names = sorted(set(lemmas))
    rank = dict(zip(names, random.permutation(len(names)).tolist(), strict=True))
    order = np.argsort([rank[lemma] for lemma in lemmas], kind="stable")
    # Few examples have fewer portions, and none of them is empty.
    return order, sorted({max(1, round(len(order) * portion)) for portion in PORTIONS})
