"""Signal and noise of a case: which cases can steer a training (arXiv 2508.13144)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import fmean

from kasauti.analysis.trend.tracks import CaseTrend
from kasauti.records import Interval

LAST = 5  # checkpoints of each training that the noise is taken from


@dataclass(frozen=True, slots=True)
class Signal:
    """The range of a case's scores, and how much of it is noise.

    noise: standard deviation of the last checkpoints, pooled over trainings; n of them.
    interval: of the noise, by chi-square; None where no two scores differ.
    signal: range of the final scores of the trainings; of a single one, range of all its scores.
    """

    noise: float
    n: int
    interval: Interval | None
    signal: float
    trainings: int

    @property
    def ratio(self) -> float | None:
        return self.signal / self.noise if self.noise else None


def signal_of(case: CaseTrend, *, average_last: int = 1) -> Signal | None:
    """Return the signal and noise of a case; None where no training has two checkpoints of it."""
    from scipy.stats import chi2

    tracks = [track for track in case.tracks if track is not None]
    ends = [end for track in tracks if len(end := track.values[-LAST:]) > 1]
    if not ends:
        return None
    squares = sum((value - fmean(end)) ** 2 for end in ends for value in end)
    n = sum(map(len, ends))
    free = n - len(ends)
    noise = math.sqrt(squares / free)
    low, high = (noise * math.sqrt(free / chi2.ppf(q, free)) for q in (0.975, 0.025))
    finals = [track.final(average_last) for track in tracks]
    spread = finals if len(tracks) > 1 else tracks[0].values
    return Signal(
        noise=noise,
        n=n,
        interval=Interval(low, high) if noise else None,
        signal=max(spread) - min(spread),
        trainings=len(tracks),
    )
