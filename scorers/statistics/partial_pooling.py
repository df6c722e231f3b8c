"""Shares of small cases, drawn towards those of the other cases of their suite: partial pooling.

Question: where does the share of a case lie, if the cases are drawn from one population? Assumed:
shares come from one beta distribution and items, or effective items, are independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaln

from kasauti.records import Interval

Floats = NDArray[np.float64]
POINTS = 200  # of the grid of shares, means and strengths
MEANS, STRENGTHS = 25, 15
STRONGEST = 1000.0  # as many items as this the population says at most


def pooled_shares(shares: Sequence[float], sizes: Sequence[float]) -> list[tuple[float, Interval]]:
    """Return the mean and the central 95 % of each share's posterior distribution.

    sizes: items of each case, effective ones where they come in clusters.

    The population is a beta distribution with uniform priors of its mean and of 1 / sqrt(strength),
    its spread (Gelman et al. 2013, section 5.3). It is estimated from the other cases, and averaged
    over instead of fixed, so that the intervals also allow for there being few of them.
    """
    given, items = np.asarray(shares, dtype=float), np.asarray(sizes, dtype=float)
    if len(given) < 2 or not ((given >= 0) & (given <= 1) & (items > 0) & (items < np.inf)).all():
        raise ValueError("need at least two shares between 0 and 1, and finite sizes")
    right, wrong = given * items, (1 - given) * items
    grid, first, second, populations = _populations()
    spread = -np.log(first + second) / 2  # the prior on a grid that is even in logarithms
    # [cases, populations]: how likely each case is in each population.
    likely = betaln(first + right[:, None], second + wrong[:, None]) - betaln(first, second)
    weights = spread + likely.sum(axis=0) - likely  # by the other cases
    prior = np.exp(weights - weights.max(axis=1, keepdims=True)) @ populations.T
    logs = np.log(prior) + np.outer(right, np.log(grid)) + np.outer(wrong, np.log1p(-grid))
    masses = np.exp(logs - logs.max(axis=1, keepdims=True))
    masses /= masses.sum(axis=1, keepdims=True)
    found = []
    for mass in masses:
        low, high = np.interp([0.025, 0.975], np.cumsum(mass) - mass / 2, grid)
        found.append((float(mass @ grid), Interval(float(low), float(high))))
    return found


@cache
def _populations() -> tuple[Floats, Floats, Floats, Floats]:
    """Return the grid of shares, both parameters of each population, and its mass on the grid."""
    grid = (np.arange(POINTS) + 0.5) / POINTS
    means = (np.arange(MEANS) + 0.5) / MEANS
    strengths = np.geomspace(1, STRONGEST, STRENGTHS)
    first = np.outer(means, strengths).ravel()
    second = np.outer(1 - means, strengths).ravel()
    logs = np.outer(np.log(grid), first - 1) + np.outer(np.log1p(-grid), second - 1)
    masses = np.exp(logs - logs.max(axis=0))
    return grid, first, second, masses / masses.sum(axis=0)
