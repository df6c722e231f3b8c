"""Conclusions from a trend: standings, drops, signal and noise, suites as a whole."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from kasauti.analysis.history.past_runs import PastScore
from kasauti.analysis.trend.series import Checkpoint, Series
from kasauti.analysis.trend.tracks import CaseTrend, Step, Track, Trend
from kasauti.records import Interval


@dataclass(frozen=True, slots=True)
class Standing:
    """A training at its last checkpoint."""

    series: Series
    judged: int
    met: int
    kept: int
    lost: int
    drops: int
    drops_at_last: int


@dataclass(frozen=True, slots=True)
class Drop:
    """A significant drop of a case of a training."""

    series: int
    place: int  # of the case
    case: CaseTrend
    step: Step


def standings(trend: Trend) -> list[Standing]:
    found = []
    for place, series in enumerate(trend.series):
        tracks = [track for _, track in trend.tracks(place)]
        last = len(series.checkpoints) - 1
        judged = [
            met
            for case, track in trend.tracks(place)
            if track.met[last] is not None
            and (met := met_now(case, track, trend.average_last)) is not None
        ]
        drops = [step.at for track in tracks for step in track.drops]
        found.append(
            Standing(
                series=series,
                judged=len(judged),
                met=sum(judged),
                kept=sum(track.onset is not None for track in tracks),
                lost=sum(track.lost is not None for track in tracks),
                drops=len(drops),
                drops_at_last=drops.count(last),
            )
        )
    return found


def met_now(case: CaseTrend, track: Track, average_last: int) -> bool | None:
    """Return True if the mean of the last scores meets the threshold; None without one."""
    if case.threshold is None or case.threshold.value is None:
        return None
    return case.threshold.allows(track.final(average_last))


def significant_drops(trend: Trend) -> list[Drop]:
    """Return every significant drop, the newest checkpoint first."""
    found = [
        Drop(series, place, case, step)
        for place, case in enumerate(trend.cases)
        for series, track in enumerate(case.tracks)
        for step in (track.drops if track else ())
    ]
    return sorted(found, key=lambda each: _recent(trend, each), reverse=True)


def _recent(trend: Trend, drop: Drop) -> tuple[int, str, float]:
    checkpoint = trend.series[drop.series].checkpoints[drop.step.at]
    return checkpoint.step or 0, checkpoint.date, drop.step.comparison.drop


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


@dataclass(frozen=True, slots=True)
class OverallTrack:
    """The score at each checkpoint of a training.

    breaks: the places of checkpoints with other cases or data than the one before.
    """

    points: tuple[PastScore | None, ...]
    breaks: tuple[int, ...]

    @property
    def now(self) -> PastScore:
        return [each for each in self.points if each is not None][-1]


@dataclass(frozen=True, slots=True)
class OverallTrend:
    """A suite in every training; None where a training has no score of it."""

    suite: str
    metric: str
    tracks: tuple[OverallTrack | None, ...]


def overall_trends(series: Sequence[Series]) -> list[OverallTrend]:
    """Return the suites that have a score as a whole, by the metric of the newest run."""
    runs = [source.run for one in series for each in one.checkpoints for source in each.sources]
    newest = sorted(runs, key=lambda run: run.date, reverse=True)
    metrics = {suite: score.metric for run in newest[::-1] for suite, score in run.scores.items()}
    return [
        OverallTrend(suite, metric, tuple(_track(one.checkpoints, suite, metric) for one in series))
        for suite, metric in metrics.items()
    ]


def _track(checkpoints: Iterable[Checkpoint], suite: str, metric: str) -> OverallTrack | None:
    points: list[PastScore | None] = []
    breaks: list[int] = []
    data: object = None
    for place, checkpoint in enumerate(checkpoints):
        measured = [each.run for each in checkpoint.sources if suite in each.run.scores]
        score = measured[-1].scores[suite] if measured else None
        points.append(score if score and score.metric == metric else None)
        if points[-1] is not None:
            before, data = data, measured[-1].data_of(suite)
            breaks += [place] if before not in (None, data) else []
    return OverallTrack(tuple(points), tuple(breaks)) if any(points) else None
