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

import numpy as np
from numpy.typing import NDArray
from scipy.special import polygamma, stdtr, stdtrit

CAUTION = 0.5


@dataclass(frozen=True, slots=True)
class Noise:
    """The standard deviation between runs of a case, and the degrees of freedom it is worth."""

    deviation: float
    freedom: float
    runs: int

    def __post_init__(self) -> None:
        if not (self.deviation > 0 and self.freedom > 0 and math.isfinite(self.deviation)):
            raise ValueError(f"need a deviation and degrees of freedom above 0, got {self}")

    def worse_p(self, change: float, *, baselines: int) -> float:
        """The one-sided p-value of a change against the mean of so many runs (below 0: worse)."""
        if not math.isfinite(change):
            raise ValueError("need a change that is a finite number")
        return float(stdtr(self.freedom, change / self._error(baselines)))

    def half_width(self, *, baselines: int) -> float:
        """Half of the 95 % interval of the change."""
        return float(stdtrit(self.freedom, 0.975)) * self._error(baselines)

    def _error(self, baselines: int) -> float:
        return self.deviation * math.sqrt(1 + 1 / baselines)


def estimate_noise(scores: Sequence[Sequence[float]], *, steps: Sequence[float]) -> list[Noise]:
    """Return the noise of each case from its scores in the same runs.

    steps: the smallest possible change of each score (one item); equal scores are equal only up to
    it, so that no variance is below that of rounding, step² / 12.
    """
    table = np.asarray(scores, dtype=float)
    if table.ndim != 2 or table.shape[1] < 2 or not np.isfinite(table).all():
        raise ValueError("need two runs or more, all scores finite numbers")
    runs = table.shape[1]
    floor = np.asarray(steps, dtype=float) ** 2 / 12
    variances = np.maximum(table.var(axis=1, ddof=1), floor)
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
