"""The share of right answers, corrected for the error of the judge that found it.

Question: which share of such answers would a person call right, where a judge that errs called so
many right? Assumptions: the labels are right; labels of this run were drawn at random, also within
each verdict; the judge errs on other answers as often as on the labelled ones, where the labels are
of another run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kasauti.records import Interval
from kasauti.scorers.statistics.intervals import Share, wilson_share

Method = Literal["PPI++", "Rogan-Gladen"]
DRAWS = 10_000
# Added to the counts of both outcomes, as Jeffreys does: no error seen is not an error of 0.
PRIOR = 0.5
# With fewer labels of a run than this, its own error is not estimated.
FEWEST = 30
TAILS = (0.025, 0.975)


@dataclass(frozen=True, slots=True)
class JudgeError:
    """The judge's verdicts on labelled answers.

    sensitivity: share of the right answers that it calls right.
    specificity: share of the others that it does not call right.
    """

    sensitivity: Share
    specificity: Share

    @property
    def youden(self) -> float:
        """Return sensitivity + specificity - 1: 1 without errors, 0 for guessing."""
        return self.sensitivity.accuracy + self.specificity.accuracy - 1


@dataclass(frozen=True, slots=True)
class CorrectedShare:
    """A corrected share with its 95 % interval, and the method and number of labels behind it."""

    value: float
    interval: Interval
    method: Method
    labels: int


def rogan_gladen(raw: Share, error: JudgeError, *, seed: int = 0) -> CorrectedShare:
    """Correct a raw share by an error that was measured on other answers.

    The plug-in of Rogan and Gladen (1978), as in arXiv 2511.21140. The interval is that of a
    parametric bootstrap of all three shares, each at its effective sample size; where the judge may
    be no better than guessing, nothing is known, and the interval says so.
    """
    generator = np.random.default_rng(seed)
    found, sensitivity, specificity = (
        _draw(generator, share) for share in (raw, error.sensitivity, error.specificity)
    )
    youden = sensitivity + specificity - 1
    usable = youden > 0
    corrected = np.where(usable, found + specificity - 1, 0) / np.where(usable, youden, 1)
    low = np.quantile(np.where(usable, corrected, 0.0), TAILS[0])
    high = np.quantile(np.where(usable, corrected, 1.0), TAILS[1])
    interval = Interval(float(np.clip(low, 0, 1)), float(np.clip(high, 0, 1)))
    value = 0.5
    if error.youden > 0:
        value = (raw.accuracy + error.specificity.accuracy - 1) / error.youden
    value = min(max(value, interval.low), interval.high)
    labels = error.sensitivity.total + error.specificity.total
    return CorrectedShare(value, interval, "Rogan-Gladen", labels)


def ppi_share(
    verdicts: Sequence[bool] | Sequence[str], labels: Sequence[bool | None]
) -> CorrectedShare:
    """Correct a share by the labels that some answers of the same run have (None: no label).

    PPI++ (Angelopoulos, Duchi and Zrnic 2023) in its stratified form: of each verdict the labels
    are averaged and weighted by its share of the run. With two verdicts no λ remains to be tuned,
    and labels that were drawn by verdict count as they should. The interval is Wilson's at the
    effective sample size, with half an item added to each count.
    """
    if len(verdicts) != len(labels) or all(each is None for each in labels):
        raise ValueError("need a label or None for each verdict, and at least one label")
    weights, shares, variances = [], [], []
    for verdict in dict.fromkeys(verdicts):
        of_one = [each for v, each in zip(verdicts, labels, strict=True) if v == verdict]
        known = [each for each in of_one if each is not None]
        size = max(len(known), 2 * PRIOR)  # where none is labelled, anything may be right
        smoothed = (sum(known) + PRIOR) / (len(known) + 2 * PRIOR)
        weights.append(len(of_one) / len(verdicts))
        shares.append(sum(known) / len(known) if known else smoothed)
        variances.append(smoothed * (1 - smoothed) / size)
    weight, share = np.asarray(weights), np.asarray(shares)
    value = float(weight @ share)
    variance = weight**2 @ np.asarray(variances) + weight @ (share - value) ** 2 / len(verdicts)
    number = sum(each is not None for each in labels)
    smoothed = (value * number + 2 * PRIOR) / (number + 4 * PRIOR)
    smoothed = min(max(smoothed, 1 / (number + 4)), 1 - 1 / (number + 4))
    interval = wilson_share(value, float(smoothed * (1 - smoothed) / variance))
    return CorrectedShare(value, interval, "PPI++", number)


def _draw(generator: np.random.Generator, share: Share) -> NDArray[np.float64]:
    """Draw shares at the effective sample size of one that was counted."""
    size = share.effective or share.total
    right = share.accuracy * size
    return generator.beta(right + PRIOR, size - right + PRIOR, DRAWS)
