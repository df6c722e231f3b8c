"""Two runs over the same right-or-wrong items: the exact McNemar test, and its power."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

POWER = 0.8


def mcnemar_p(lost: int, won: int) -> float:
    """The two-sided exact p-value: only the items that flipped count (McNemar 1947).

    Under the null hypothesis a flip is as likely in one direction as in the other.

    >>> mcnemar_p(6, 0)
    0.03125
    """
    if lost < 0 or won < 0:
        raise ValueError(f"need counts of items, got {lost} and {won}")
    flipped, fewer = lost + won, min(lost, won)
    tail = term = 1
    for count in range(1, fewer + 1):
        term = term * (flipped - count + 1) // count  # the binomial coefficient, as an integer
        tail += term
    return min(1.0, 2 * tail / (1 << flipped))


def smallest_detectable_drop(
    n: int, *, churn: float, alpha: float, power: float = POWER
) -> float | None:
    """The smallest true drop that n items detect with the probability `power`.

    `churn` is the share of items that get better by chance while others get worse: an item is
    lost with the probability drop + churn and won with the probability churn. A drop is
    detected if its p-value is at most `alpha`. None where not even the largest drop is.
    """
    if n < 1 or not 0 <= churn <= 0.5:
        raise ValueError(f"need items and a churn of 0 to 0.5, got {n} and {churn}")
    most_won = _most_won(n, alpha)
    low, high = 0.0, 1.0 - 2 * churn
    if _found(n, high, churn, most_won) < power:
        return None
    while high - low > 1e-6:
        middle = (low + high) / 2
        if _found(n, middle, churn, most_won) < power:
            low = middle
        else:
            high = middle
    return high


def _most_won(n: int, alpha: float) -> NDArray[np.int64]:
    """By the number of flipped items: the most that may be won in a significant drop, or -1."""
    import numpy as np
    from scipy.special import bdtr

    flipped = np.arange(n + 1)
    low, high = np.full(n + 1, -1), flipped // 2
    while (low < high).any():  # a binary search, for all numbers at once
        middle = (low + high + 1) // 2
        p_value = 2 * bdtr(np.maximum(middle, 0), np.maximum(flipped, 1), 0.5)
        fits = (middle < 0) | (p_value <= alpha)
        low, high = np.where(fits, middle, low), np.where(fits, high, middle - 1)
    return low


def _found(n: int, drop: float, churn: float, most_won: NDArray[np.int64]) -> float:
    """The probability that a true drop is significant."""
    import numpy as np
    from scipy.special import bdtr, gammaln, xlog1py, xlogy

    flip = drop + 2 * churn
    if flip == 0:
        return 0.0
    flipped = np.arange(n + 1)
    choose = gammaln(n + 1) - gammaln(flipped + 1) - gammaln(n - flipped + 1)
    probability = np.exp(choose + xlogy(flipped, flip) + xlog1py(n - flipped, -min(flip, 1.0)))
    significant = np.where(
        most_won >= 0, bdtr(np.maximum(most_won, 0), np.maximum(flipped, 1), churn / flip), 0.0
    )
    return float(probability @ significant)
