"""Several runs of one recipe (seeds, or neighbouring checkpoints): is a further run worse?

The question is about the recipe, not about one set of weights: the variance is that between runs on
the same items. Few runs say little of one case's variance; all cases together say what is common.
Smyth (2004, "Linear models and empirical Bayes methods for assessing differential expression"): the
variances of cases come from a scaled inverse chi-square distribution, estimated from all of them;
each variance is drawn towards the common one. Assumed: runs are exchangeable and about normal, and
cases have variances of one order of magnitude.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtri, polygamma, stdtr, stdtrit

from kasauti.records import Interval
from kasauti.scorers.statistics.paired_tests import POWER

CAUTION = 0.5
# The deviation of an accuracy between seeds of a small fine-tune, times the root of its items:
# 0.217 to 0.225 with 6 to 48 items, less with all of them (bench/statistics/seeds.py).
SPREAD_OF_SEEDS = 0.22


@dataclass(frozen=True, slots=True)
class Noise:
    """The standard deviation between runs of a case, and the degrees of freedom it is worth.

    baselines: how many runs there are whose mean a further one is compared with.
    """

    deviation: float
    freedom: float
    baselines: int

    def __post_init__(self) -> None:
        numbers = (self.deviation, self.freedom, self.baselines)
        if not all(0 < each < math.inf for each in numbers):  # also NaN
            raise ValueError(f"need a deviation, degrees of freedom and baselines, got {self}")

    def worse_p(self, change: float) -> float:
        """The one-sided p-value of a change against the mean of the baselines (below 0: worse)."""
        if not math.isfinite(change):
            raise ValueError("need a change that is a finite number")
        return float(stdtr(self.freedom, change / self._error))

    @property
    def half_width(self) -> float:
        """Half of the 95 % interval of the change."""
        return float(stdtrit(self.freedom, 0.975)) * self._error

    def detectable_drop(self, alpha: float) -> float:
        """The smallest drop of the recipe that is found at the level with the usual power."""
        if not 0 < alpha < 1:
            raise ValueError(f"need a level inside 0 and 1, got {alpha}")
        both = stdtrit(self.freedom, 1 - alpha) + stdtrit(self.freedom, POWER)
        return float(both) * self._error

    @property
    def _error(self) -> float:
        return self.deviation * math.sqrt(1 + 1 / self.baselines)


def deviation_interval(deviation: float, freedom: float) -> Interval:
    """Return the 95 % interval of a standard deviation between normal runs, by chi-square."""
    if not (0 <= deviation < math.inf and 0 < freedom < math.inf):
        raise ValueError(f"need a deviation and degrees of freedom, got {deviation}, {freedom}")
    low, high = (math.sqrt(freedom / chdtri(freedom, tail)) for tail in (0.025, 0.975))
    return Interval(deviation * low, deviation * high)


def common_deviation(deviations: Sequence[float], *, runs: int) -> tuple[float, Interval]:
    """Return what is common to the deviations of several cases in the same runs (root mean square).

    Its interval is for cases that vary independently of each other.
    """
    values = np.asarray(deviations, dtype=float)
    if not len(values) or runs < 2 or not ((values >= 0) & np.isfinite(values)).all():
        raise ValueError("need deviations between two runs or more")
    common = math.sqrt(float((values**2).mean()))
    return common, deviation_interval(common, len(values) * (runs - 1))


def common_drop(deviation: float) -> float:
    """The drop that one run in twenty of the same recipe makes against another."""
    if not 0 <= deviation < math.inf:
        raise ValueError(f"need a deviation, got {deviation}")
    return math.sqrt(2) * NormalDist().inv_cdf(0.95) * deviation


def usual_drop(items: int) -> float:
    """The drop of an accuracy that one seed in twenty makes, as measured on a small fine-tune."""
    if items < 1:
        raise ValueError(f"need items, got {items}")
    return common_drop(SPREAD_OF_SEEDS / math.sqrt(items))


def estimate_noise(scores: Sequence[Sequence[float]], *, steps: Sequence[float]) -> list[Noise]:
    """Return the noise of each case from its scores in the same runs.

    steps: the smallest possible change of each score (one item); equal scores are equal only up to
    it, so that no variance is below that of rounding, step² / 12.
    """
    table = np.asarray(scores, dtype=float)
    if table.ndim != 2 or table.shape[1] < 2 or not np.isfinite(table).all():
        raise ValueError("need two runs or more, all scores finite numbers")
    runs = table.shape[1]
    sizes = np.asarray(steps, dtype=float)
    if sizes.shape != (len(table),) or not ((sizes > 0) & np.isfinite(sizes)).all():
        raise ValueError("need the smallest change of each score, above 0")
    variances = np.maximum(table.var(axis=1, ddof=1), sizes**2 / 12)
    prior, common = _prior(variances, runs - 1), float(variances.mean())
    shared = (prior * common + (runs - 1) * variances) / (prior + runs - 1)
    # A common variance is known no better than all runs of all cases say (limma does so too).
    freedom = min(prior + runs - 1, len(variances) * (runs - 1))
    return [Noise(math.sqrt(each), freedom, runs) for each in shared]


def _prior(variances: NDArray[np.float64], freedom: int) -> float:
    """The degrees of freedom that the common variance is worth to a case; 0 with too few cases.

    By the spread of the logarithms beyond that of chi-square (Smyth 2004, section 6.2), which a
    dozen cases tell badly: too small a spread makes false alarms. So CAUTION standard errors are
    added to it, and the common variance is the mean, not the lower one of Smyth's formula. Both
    were chosen by simulation (bench/statistics/gate.py): as published, up to 16 % false alarms.
    """
    if len(variances) < 3:
        return 0.0
    spread = float(np.log(variances).var(ddof=1))
    by_chance = float(polygamma(1, freedom / 2))
    error = math.sqrt(2 / (len(variances) - 1)) * max(spread, by_chance)
    return 2 * _inverse_trigamma(max(0.0, spread - by_chance) + CAUTION * error)


def _inverse_trigamma(value: float) -> float:
    """Solve trigamma(x) = value by Newton's method on 1 / trigamma, which is nearly linear."""
    found = 0.5 + 1 / value
    for _ in range(50):
        trigamma = float(polygamma(1, found))
        step = trigamma * (1 - trigamma / value) / float(polygamma(2, found))
        found += step
        if abs(step) < 1e-8 * found:
            break
    return found
