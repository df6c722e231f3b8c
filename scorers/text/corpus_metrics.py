"""Metrics of a whole corpus: a value, the value of each item, and their uncertainty."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kasauti.records import Interval
from kasauti.scorers.statistics.bootstrap import Counts, bootstrap_interval, resampled


@dataclass(frozen=True, slots=True)
class CorpusMetric:
    """One metric of one set of answers.

    `resampled` is given how often each item was drawn and returns the value of that corpus;
    everything else about the whole is derived from it.
    """

    name: str
    items: tuple[float, ...]  # each answer on its own
    resampled: Callable[[Counts], float]
    signature: str
    notices: tuple[str, ...] = ()  # what a reader of the value should know
    other_scale: str = ""  # why the documented figures are on another scale than this value
    item_name: str = ""  # what the value of an item is, where it has a name of its own

    @property
    def value(self) -> float:
        return self.resampled(np.ones(len(self.items), dtype=np.int64))

    def interval(self, *, seed: int) -> Interval:
        """The 95 % interval of the value, by the bootstrap over the answers."""
        return bootstrap_interval(self.resampled, len(self.items), seed=seed)


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much one set of answers differs from another to the same questions."""

    other: float
    value: float
    p: float


def mean_metric(name: str, items: Sequence[float], *, signature: str) -> CorpusMetric:
    """A metric that is the mean of its items."""
    values = np.asarray(items, dtype=float)
    return CorpusMetric(
        name,
        tuple(values.tolist()),
        lambda counts: float(counts @ values / counts.sum()),
        signature,
    )


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


def compare_metrics(one: CorpusMetric, other: CorpusMetric, *, seed: int) -> Difference:
    """The difference and its two-sided p-value by the paired bootstrap (Koehn 2004).

    Both are resampled in the same way. p is the share of draws in which the difference is as far
    from its mean as the observed one is from 0 (Riezler and Maxwell 2005).
    """
    observed = one.value - other.value
    differences = _resampled_differences(one, other, seed=seed)
    strayed = np.abs(differences - differences.mean()) >= abs(observed) * (1 - 1e-9)
    return Difference(other.value, observed, (int(strayed.sum()) + 1) / (len(differences) + 1))


def margin_over(one: CorpusMetric, other: CorpusMetric, *, alpha: float, seed: int) -> float:
    """How far above the other's value this one must be for its gain to be no chance.

    The gain less its one-sided lower bound, by the paired bootstrap.
    """
    low = np.quantile(_resampled_differences(one, other, seed=seed), alpha)
    return float(one.value - other.value - low)


def _resampled_differences(
    one: CorpusMetric, other: CorpusMetric, *, seed: int
) -> NDArray[np.float64]:
    count = len(one.items)
    if count != len(other.items):
        raise ValueError(f"need answers to the same questions, got {count} and {len(other.items)}")
    return resampled(
        lambda counts: one.resampled(counts) - other.resampled(counts), count, seed=seed
    )
