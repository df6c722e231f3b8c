"""Intervals of figures that are not simple proportions: by the bootstrap over the items."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from kasauti.scorers.statistics.intervals import Interval

DRAWS = 2000


def bootstrap_interval(
    statistic: Callable[[NDArray[np.int64]], float], items: int, *, seed: int = 0
) -> Interval:
    """The 95 % percentile interval of a figure of `items` items (Efron 1979).

    `statistic` is given how often each item was drawn, [items], and returns the figure.
    """
    if items < 1:
        raise ValueError("need at least one item to draw from")
    generator = np.random.default_rng(seed)
    shares = np.full(items, 1 / items)
    drawn = [statistic(generator.multinomial(items, shares)) for _ in range(DRAWS)]
    low, high = np.quantile(np.array(drawn), [0.025, 0.975])
    return Interval(float(low), float(high))


def mean_interval(values: Sequence[float], *, seed: int = 0) -> Interval:
    """The 95 % percentile interval of a mean."""
    items = np.asarray(values, dtype=float)
    return bootstrap_interval(
        lambda drawn: float(drawn @ items) / len(items), len(items), seed=seed
    )


def flips_interval(lost: int, won: int, items: int, *, seed: int = 0) -> Interval:
    """The 95 % percentile interval of the change of an accuracy, of which so many items flipped.

    Drawing items with replacement and drawing how many of them are lost, won and unchanged is the
    same; the second does not depend on the number of items.
    """
    if items < 1 or lost < 0 or won < 0 or lost + won > items:
        raise ValueError(f"need items, and flips among them, got {lost} and {won} of {items}")
    shares = [lost / items, won / items, (items - lost - won) / items]
    drawn = np.random.default_rng(seed).multinomial(items, shares, size=DRAWS)
    low, high = np.quantile((drawn[:, 1] - drawn[:, 0]) / items, [0.025, 0.975])
    return Interval(float(low), float(high))
