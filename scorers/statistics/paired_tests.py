"""Two runs over the same items: exact McNemar, paired bootstrap, their power, Holm's correction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING

# numpy is imported where it is needed: the gate is registered in runs that compute nothing.
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

POWER = 0.8
DRAWS = 10_000


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


def paired_bootstrap_p(differences: Sequence[float], *, seed: int, draws: int = DRAWS) -> float:
    """The two-sided p-value of a mean difference that is not 0 (Efron and Tibshirani 1993, 16.4).

    The differences are shifted to a mean of 0 and drawn with replacement; p is the share of draws
    whose mean is as far from 0 as the observed one. With few items a bootstrap is too confident:
    no p-value is below that of n fair coins that all show the same side.
    """
    import numpy as np

    from kasauti.scorers.statistics.bootstrap import resample_means

    values = np.asarray(differences, dtype=float)
    if not len(values) or not np.isfinite(values).all():
        raise ValueError("need differences, all of them finite numbers")
    observed = abs(float(values.mean()))
    if observed == 0:
        return 1.0
    means = resample_means((values - values.mean()).tolist(), seed=seed, draws=draws)
    # Equal up to rounding counts as equal; otherwise the order of summation would decide.
    as_far = int((np.abs(means) >= observed * (1 - 1e-9)).sum())
    return max((as_far + 1) / (draws + 1), min(1.0, 2.0 ** (1 - len(values))))


def smallest_detectable_difference(
    differences: Sequence[float], *, alpha: float, power: float = POWER
) -> float | None:
    """The smallest true mean difference that is detected with this many items of this spread.

    By the normal approximation. None where the items are too few, or where none differs, so
    that the spread is unknown.
    """
    import numpy as np

    values = np.asarray(differences, dtype=float)
    if len(values) < 2 or 2.0 ** (1 - len(values)) > alpha or not values.std():
        return None
    normal = NormalDist()
    factor = normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power)
    return factor * float(values.std(ddof=1)) / math.sqrt(len(values))


def holm(p_values: Sequence[float]) -> list[float]:
    """Each p-value, corrected so that a false alarm in any of the tests stays as rare as in one.

    Holm (1979): the smallest is multiplied by the number of tests, the next by one less, and so
    on; no corrected value is below that of a smaller p-value, or above 1.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected = [0.0] * len(p_values)
    least = 0.0
    for rank, index in enumerate(order):
        least = max(least, (len(p_values) - rank) * p_values[index])
        corrected[index] = min(1.0, least)
    return corrected
