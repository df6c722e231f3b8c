"""Two runs over the same items: sign-flip tests, their power, and a correction over many of them.

The question: could these two models be equally good, and the flips between them be luck? If they
are, what changed in one direction could as well have changed in the other: the sign of each unit's
change is a fair coin (Fisher 1935; Good 2005, ch. 3). A unit is an item, or a cluster of items
(a template) whose items change together. With one item per unit, right or wrong, this is McNemar's
exact test (1947). Assumed: units are independent of each other, and their changes symmetric about 0
under the null hypothesis. Studentizing changes nothing: the sum of squares does not depend on the
signs, so t is a rising function of the sum.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

# numpy is imported where it is needed: the gate is registered in runs that compute nothing.
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

POWER = 0.8
DRAWS = 10_000
MOST_ENUMERATED = 14  # units of which all 2^n signs are tried; beyond that they are drawn
AT_ONCE = 2_000_000  # signs at once; bounds the memory
ROUNDING = 1e-9  # p-values and sums that differ by less are equal


@dataclass(frozen=True, slots=True, eq=False)
class PairedTest:
    """A p-value, and all p-values that the same units could have given, rising.

    attainable: None where there are so many that any value is possible.
    """

    p: float
    attainable: NDArray[np.float64] | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.p <= 1:  # also NaN
            raise ValueError(f"a p-value is between 0 and 1, got {self.p}")

    def chances(self, levels: NDArray[np.float64]) -> NDArray[np.float64]:
        """The probability of a p-value of at most each level if nothing changed."""
        if not (levels >= 0).all():  # also NaN
            raise ValueError(f"a level is a number from 0 on, got {levels}")
        if self.attainable is None:
            return levels
        places = self.attainable.searchsorted(levels * (1 + ROUNDING), side="right")
        attained = self.attainable[places - 1]
        attained[places == 0] = 0.0
        return attained


def flip_test(changes: Sequence[int], *, one_sided: bool) -> PairedTest:
    """Test the net changes of units (items won minus lost), exactly.

    One-sided: is it worse? The distribution of the sum of ±change is a convolution.

    >>> flip_test([-1] * 6, one_sided=True).p, flip_test([-1] * 6, one_sided=False).p
    (0.015625, 0.03125)
    >>> flip_test([-3, -2, -1], one_sided=True).p  # three templates
    0.125
    """
    import numpy as np

    if any(each != int(each) for each in changes):  # NaN and infinity raise on their own
        raise ValueError("need whole numbers of items won and lost")
    null = np.ones(1)  # of the sums from -total to total
    for size, count in Counter(abs(int(each)) for each in changes if each).items():
        part = np.zeros(2 * size * count + 1)
        part[:: 2 * size] = _coins(count)
        null = np.convolve(null, part)
    total, observed = len(null) // 2, sum(int(each) for each in changes)
    if one_sided:
        tails, place = np.cumsum(null), observed + total
        possible = tails[null > 0]
    else:
        folded = null[total:] * np.where(np.arange(total + 1) > 0, 2.0, 1.0)
        tails, place = np.cumsum(folded[::-1]), total - abs(observed)
        possible = tails[folded[::-1] > 0]
    return PairedTest(min(1.0, float(tails[place])), np.minimum(possible, 1.0))


def score_flip_test(
    changes: Sequence[float], *, seed: int, one_sided: bool, draws: int = DRAWS
) -> PairedTest:
    """Test the summed changes of units, above 0 where better: all signs, or `draws` random ones.

    Drawn signs count the observed ones as one more draw, which keeps the level (Phipson and Smyth
    2010).
    """
    import numpy as np

    values = np.asarray(changes, dtype=float)
    if not len(values) or not np.isfinite(values).all():
        raise ValueError("need changes, all of them finite numbers")
    sizes = np.abs(values[values != 0])
    if not len(sizes):
        return PairedTest(1.0, np.ones(1))
    slack = ROUNDING * float(sizes.sum())
    worse = -float(values.sum()) if one_sided else abs(float(values.sum()))

    def count(signs: NDArray[np.int8]) -> int:
        sums = signs @ sizes
        return int(((sums if one_sided else np.abs(sums)) >= worse - slack).sum())

    n = len(sizes)
    if n <= MOST_ENUMERATED:
        bits = (np.arange(2**n)[:, None] >> np.arange(n)) & 1
        share = count((2 * bits - 1).astype(np.int8)) / 2**n
        # Whatever the sizes, p is a multiple of the probability of one outcome.
        return PairedTest(share, np.arange(1, 2**n + 1) / 2**n)
    generator, found, left = np.random.default_rng(seed), 0, draws
    while left:
        rows = min(left, max(1, AT_ONCE // n))
        found += count(2 * generator.integers(0, 2, (rows, n), dtype=np.int8) - 1)
        left -= rows
    return PairedTest((found + 1) / (draws + 1))


def correct(tests: Sequence[PairedTest], *, unseen: int = 0) -> list[float]:
    """Each p-value, corrected so that a false alarm in any of the tests stays as rare as in one.

    Holm's procedure (1979) with what each test can attain in place of the p-value itself (Westfall
    and Wolfinger 1997, "Multiple tests with discrete distributions"): a case with three flips
    cannot reach 0.01, and takes no part of the error there. Never above Holm's value; valid
    whatever the dependence between the tests.

    unseen: so many further tests could have been looked at in place of these, as where the best of
    several models was chosen by the data. They are taken to attain any p-value.

    >>> correct([PairedTest(0.01), PairedTest(0.04), PairedTest(0.03)])
    [0.03, 0.06, 0.06]
    >>> nothing, lost = flip_test([], one_sided=True), flip_test([-1] * 5, one_sided=True)
    >>> correct([lost, nothing, nothing])
    [0.03125, 1.0, 1.0]
    """
    import numpy as np

    order = sorted(range(len(tests)), key=lambda index: tests[index].p)
    levels = np.array([tests[index].p for index in order])
    # Tests that attain anything are counted: adding up their p-values one by one would round.
    counts, sums = np.full(len(tests), 1 + unseen), np.zeros(len(tests))
    for rank, index in enumerate(order):
        if tests[index].attainable is None:
            counts[:rank] += 1
        else:
            sums[:rank] += tests[index].chances(levels[:rank])
    rising = np.minimum(np.maximum.accumulate(counts * levels + sums), 1.0)
    corrected = dict(zip(order, rising.tolist(), strict=True))
    return [corrected[index] for index in range(len(tests))]


def level_alone(tests: Sequence[PairedTest], index: int, *, alpha: float) -> float:
    """The p-value that one test needs beside the others, if it has the smallest."""
    import numpy as np

    if not 0 < alpha < 1:
        raise ValueError(f"need a level inside 0 and 1, got {alpha}")
    others = [each for place, each in enumerate(tests) if place != index]
    low, high = alpha / len(tests), alpha
    for _ in range(20):
        middle = (low + high) / 2
        at = np.array([middle])
        if middle + sum(float(each.chances(at)[0]) for each in others) <= alpha:
            low = middle
        else:
            high = middle
    return low


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's correction (1979) of p-values of which nothing else is known.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    return correct([PairedTest(p) for p in p_values])


def smallest_detectable_drop(
    n: int, *, churn: float, alpha: float, power: float = POWER
) -> float | None:
    """The smallest true drop that n items detect with the probability `power`, one-sided.

    `churn` is the share of items that get better by chance while others get worse: an item is
    lost with the probability drop + churn and won with the probability churn. A drop is
    detected if its p-value is at most `alpha`. None where not even the largest drop is.
    """
    if n < 1 or not 0 <= churn <= 0.5 or not 0 < alpha < 1:
        raise ValueError(f"need items, a churn of 0 to 0.5, a level; got {n}, {churn}, {alpha}")
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


def smallest_detectable_difference(
    differences: Sequence[float], *, alpha: float, power: float = POWER
) -> float | None:
    """The smallest true mean difference that this many units of this spread detect, one-sided.

    By the normal approximation. None where the units are too few, or where none differs, so
    that the spread is unknown.
    """
    import numpy as np

    values = np.asarray(differences, dtype=float)
    if not np.isfinite(values).all() or not (0 < alpha < 1 and 0 < power < 1):
        raise ValueError("need differences, all of them finite numbers, a level and a power")
    if len(values) < 2 or 2.0 ** -len(values) > alpha or not values.std():
        return None
    normal = NormalDist()
    factor = normal.inv_cdf(1 - alpha) + normal.inv_cdf(power)
    return factor * float(values.std(ddof=1)) / math.sqrt(len(values))


def _coins(count: int) -> list[float]:
    """The probability of 0 to `count` heads, each correctly rounded."""
    ways, found = 1, []
    for heads in range(count + 1):
        found.append(ways / (1 << count))
        ways = ways * (count - heads) // (heads + 1)
    return found


def _most_won(n: int, alpha: float) -> NDArray[np.int64]:
    """By the number of flipped items: the most that may be won in a significant drop, or -1."""
    import numpy as np
    from scipy.special import bdtr

    flipped = np.arange(n + 1)
    low, high = np.full(n + 1, -1), flipped // 2
    while (low < high).any():  # a binary search, for all numbers at once
        middle = (low + high + 1) // 2
        p_value = np.where(flipped > 0, bdtr(np.maximum(middle, 0), np.maximum(flipped, 1), 0.5), 1)
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
