"""Two runs over the same scored items: the paired bootstrap of the mean difference."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

from kasauti.scorers.statistics.paired_tests import POWER

RESAMPLES = 10_000
AT_ONCE = 2_000_000  # numbers drawn at once; bounds the memory


def paired_bootstrap_p(
    differences: Sequence[float], *, seed: int, resamples: int = RESAMPLES
) -> float:
    """The two-sided p-value of a mean difference that is not 0 (Efron and Tibshirani 1993, 16.4).

    The differences are shifted to a mean of 0 and drawn with replacement; p is the share of draws
    whose mean is as far from 0 as the observed one. With few items a bootstrap is too confident:
    no p-value is below that of n fair coins that all show the same side.
    """
    values = np.asarray(differences, dtype=float)
    if not len(values) or not np.isfinite(values).all():
        raise ValueError("need differences, all of them finite numbers")
    observed = abs(float(values.mean()))
    # Equal up to rounding counts as equal; otherwise the order of summation would decide.
    limit = observed * (1 - 1e-9)
    if observed == 0:
        return 1.0
    shifted = values - values.mean()
    generator = np.random.default_rng(seed)
    as_far = 0
    left = resamples
    while left:
        rows = min(left, max(1, AT_ONCE // len(values)))
        drawn = generator.integers(0, len(values), size=(rows, len(values)))
        as_far += int((np.abs(shifted[drawn].mean(axis=1)) >= limit).sum())
        left -= rows
    return max((as_far + 1) / (resamples + 1), min(1.0, 2.0 ** (1 - len(values))))


def smallest_detectable_difference(
    differences: Sequence[float], *, alpha: float, power: float = POWER
) -> float | None:
    """The smallest true mean difference that is detected with this many items of this spread.

    By the normal approximation. None where the items are too few, or where none differs, so
    that the spread is unknown.
    """
    values = np.asarray(differences, dtype=float)
    if len(values) < 2 or 2.0 ** (1 - len(values)) > alpha or not values.std():
        return None
    normal = NormalDist()
    factor = normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power)
    return factor * float(values.std(ddof=1)) / math.sqrt(len(values))
