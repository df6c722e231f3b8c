"""Bounds for all items of a case from some of them, drawn at random, valid at every look.

Of `total` items an unknown number is right. They are drawn one by one without replacement; after
each of them, all numbers of right items that remain plausible form a set, and the true number is in
all of these sets at once in at least 95 % of all cases. So one may stop as soon as a set is on one
side of a threshold, without any correction for having looked before.

A number K is dropped as soon as a bet against it has won 20 times its stake: the mean likelihood of
other numbers, divided by the likelihood of K. If K is true, that ratio starts at 1 and does not
grow on average (a supermartingale), so by Ville's inequality it ever reaches 1 / alpha with a
probability of at most alpha. With all other numbers at once it would be the prior-posterior ratio
of Waudby-Smith and Ramdas (2020, "Confidence sequences for sampling without replacement"), whose
prior is beta-binomial. Here nine tenths of the stake are on the numbers on the threshold's side of
K, because what the other side says cannot change the verdict (Hayter and Hsu 1994 do so for fixed
samples).

What is impossible has the likelihood 0. So the set never contains it, and is the one true number
once all items are drawn: a threshold that can no longer be met or missed needs no rule of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kasauti.records import Interval

ALPHA = 0.05
# Both were chosen by the exact expected number of items (docs/deciding.md); the sets are valid
# whatever they are.
AHEAD = 0.9  # of the stake against a number, what is on the threshold's side of it
PRIOR = 8.0  # how many items the prior at the threshold is worth, beside a right and a wrong one

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Sampled:
    """Some of the items: `low` to `high` of all `total` are right, with 95 % confidence."""

    right: int
    taken: int
    total: int
    low: int
    high: int

    @property
    def value(self) -> float:
        """The share of right ones among those that were taken."""
        return self.right / self.taken

    @property
    def interval(self) -> Interval:
        """The share of right ones among all items."""
        return Interval(self.low / self.total, self.high / self.total)


@dataclass(frozen=True)
class ConfidenceSequence:
    """Bounds for the number of right ones among `total` items.

    cuts: the numbers of right items at which the verdict changes; with "at least 0.70" of 20
    items it does so at 14.
    least: with fewer items than these nothing is decided.
    """

    total: int
    cuts: tuple[int, ...] = ()
    alpha: float = ALPHA
    least: int = 1

    def __post_init__(self) -> None:
        if self.total < 1 or list(self.cuts) != sorted({*self.cuts}):
            raise ValueError(f"need items and rising cuts, got {self.total} and {self.cuts}")
        if any(not 0 < cut <= self.total for cut in self.cuts) or not 0 < self.alpha < 1:
            raise ValueError(f"cuts from 1 to {self.total} and alpha inside 0 and 1, got {self}")

    def after(self, right: int, taken: int) -> Sampled:
        """Return the bounds after `taken` items, of which `right` are right.

        >>> sequence = ConfidenceSequence(360, cuts=(252,))  # at least 0.70
        >>> print(sequence.after(86, 100).interval)
        0.733 to 0.933
        """
        if not 0 <= right <= taken <= self.total:
            raise ValueError(f"need right <= taken <= {self.total}, got {right} of {taken}")
        ((low, high),) = self.bounds([right], taken).tolist()
        return Sampled(right, taken, self.total, low, high)

    def decided(self, sampled: Sampled) -> bool:
        """Return whether the verdict is the same for every number that remains plausible."""
        if sampled.taken < min(self.least, self.total):
            return False
        return not any(sampled.low < cut <= sampled.high for cut in self.cuts)

    def bounds(self, right: Sequence[int] | Counts, taken: int) -> Counts:
        """[len(right), 2]: the lowest and highest plausible number, by the right ones so far."""
        kept = self._ratios(np.asarray(right, dtype=np.int64), taken) < 1 / self.alpha
        low = kept.argmax(axis=1)
        high = self.total - kept[:, ::-1].argmax(axis=1)
        return np.stack([low, high], axis=1)

    def _ratios(self, right: Counts, taken: int) -> Floats:
        """[len(right), total + 1]: by how much the stake against each number has grown."""
        posterior = self._posterior(right, taken)
        prior, (below, above) = self._prior, _tails(self._prior)
        post_below, post_above = _tails(posterior)
        upwards = self._upwards
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            # At either end there is no number on one side, and nothing is staked on it.
            of_above = np.where(above > 0, post_above / above, 0.0)
            of_below = np.where(below > 0, post_below / below, 0.0)
            growth = prior / posterior * (upwards * of_above + (1 - upwards) * of_below)
        return np.where(posterior > 0, growth, np.inf)

    @cached_property
    def _upwards(self) -> Floats:
        """Of the stake against each number, how much is on higher numbers."""
        if not self.cuts:
            upwards = np.full(self.total + 1, 0.5)
        else:
            passed = np.searchsorted(self.cuts, np.arange(self.total + 1), side="right")
            upwards = AHEAD + (1 - 2 * AHEAD) * passed.astype(np.float64) / len(self.cuts)
        upwards[0], upwards[-1] = 1.0, 0.0
        return upwards

    @cached_property
    def _prior_counts(self) -> tuple[float, float]:
        """The two parameters of the prior: right and wrong items before the first."""
        middle = float(np.mean(self.cuts)) / self.total if self.cuts else 0.5
        return 1 + PRIOR * middle, 1 + PRIOR * (1 - middle)

    @cached_property
    def _prior(self) -> Floats:
        found: Floats = self._posterior(np.zeros(1, dtype=np.int64), 0)[0]
        return found

    def _posterior(self, right: Counts, taken: int) -> Floats:
        """[len(right), total + 1]: the probability of each number after so many right items."""
        before_right, before_wrong = self._prior_counts
        rest = self.total - taken
        seen = right.astype(np.float64)
        further = _beta_binomial(rest, before_right + seen, before_wrong + taken - seen)
        found = np.zeros((len(right), self.total + 1))
        columns = right[:, None] + np.arange(rest + 1)
        np.put_along_axis(found, columns, further, axis=1)
        return found


def _beta_binomial(n: int, right: Floats, wrong: Floats) -> Floats:
    """[len(right), n + 1]: the probability of 0 to n right ones among n, for each prior."""
    k = np.arange(n)
    steps = np.log((n - k) / (k + 1)) + np.log((right[:, None] + k) / (wrong[:, None] + n - 1 - k))
    logs = np.zeros((len(right), n + 1))
    np.cumsum(steps, axis=1, out=logs[:, 1:])
    weights: Floats = np.exp(logs - logs.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights


def _tails(probabilities: Floats) -> tuple[Floats, Floats]:
    """For each number, the probability of all lower and of all higher ones."""
    below = np.zeros_like(probabilities)
    above = np.zeros_like(probabilities)
    below[..., 1:] = np.cumsum(probabilities, axis=-1)[..., :-1]
    above[..., :-1] = np.cumsum(probabilities[..., ::-1], axis=-1)[..., ::-1][..., 1:]
    return below, above
