"""Perplexity of answers under a language model, from sums over tokens."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from kasauti.scorers.text.corpus_metrics import CorpusMetric, Counts


def perplexity(logprobs: Sequence[float], tokens: Sequence[int], *, signature: str) -> CorpusMetric:
    """The exponential of the mean loss per token, over all tokens of all answers. Lower is better.

    It depends on the answers only, not on how they were batched. Items are the
    perplexities of single answers.
    """
    losses, lengths = -np.asarray(logprobs, dtype=float), np.asarray(tokens, dtype=np.int64)
    if not len(losses) or len(losses) != len(lengths) or not lengths.all():
        raise ValueError("need a loss and at least one token for each answer")

    def resampled(counts: Counts) -> float:
        return math.exp(float(counts @ losses) / int(counts @ lengths))

    items = tuple(np.exp(losses / lengths).tolist())
    return CorpusMetric("Perplexity", items, resampled, signature)
