"""Metrics of a whole corpus: a value, the value of each item, and their uncertainty."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kasauti.scorers.intervals import Interval
from kasauti.scorers.resampling import DRAWS, bootstrap_interval

Counts = NDArray[np.int64]


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


def compare_metrics(one: CorpusMetric, other: CorpusMetric, *, seed: int) -> Difference:
    """The difference and its two-sided p-value by the paired bootstrap (Koehn 2004).

    Both are resampled in the same way. p is the share of draws in which the difference is as far
    from its mean as the observed one is from 0 (Riezler and Maxwell 2005).
    """
    count = len(one.items)
    if count != len(other.items):
        raise ValueError(f"need answers to the same questions, got {count} and {len(other.items)}")
    observed = one.value - other.value
    generator = np.random.default_rng(seed)
    shares = np.full(count, 1 / count)
    drawn = [generator.multinomial(count, shares) for _ in range(DRAWS)]
    differences = np.array([one.resampled(each) - other.resampled(each) for each in drawn])
    strayed = np.abs(differences - differences.mean()) >= abs(observed) * (1 - 1e-9)
    return Difference(other.value, observed, (int(strayed.sum()) + 1) / (DRAWS + 1))
