"""The description length of labels, given a layer's vectors (Voita and Titov 2020)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kasauti.scorers.probing.fits import STRENGTHS, Fit, Floats, Labels

# The shares of the data after which the code is fitted again (Voita and Titov 2020, §2.2.1).
PORTIONS = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)


@dataclass(frozen=True, slots=True)
class Codelengths:
    """Bits of all labels: coded without the vectors, and with them, for each layer."""

    uniform: float
    given_vectors: list[float]


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

    The strength is part of the message: naming one of them costs its logarithm.
    """
    rows = np.flatnonzero([split in ("", "train") for split in splits])
    order, ends = portions([lemmas[row] for row in rows.tolist()], random)
    ordered, known = features[:, rows[order]], labels[rows[order]]
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
    best = bits.min(axis=1) + np.log2(len(STRENGTHS))
    return Codelengths(float(ends[-1] * np.log2(classes)), best.tolist())


def portions(
    lemmas: Sequence[str], random: np.random.Generator
) -> tuple[NDArray[np.int64], list[int]]:
    """An order of the examples, lemma by lemma, and where its growing portions end."""
    names = sorted(set(lemmas))
    rank = dict(zip(names, random.permutation(len(names)).tolist(), strict=True))
    order = np.argsort([rank[lemma] for lemma in lemmas], kind="stable")
    # Few examples have fewer portions, and none of them is empty.
    return order, sorted({max(1, round(len(order) * portion)) for portion in PORTIONS})
