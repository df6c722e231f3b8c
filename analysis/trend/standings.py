"""The standing of each training at its last checkpoint, and every significant drop on the way."""

from __future__ import annotations

from dataclasses import dataclass

from kasauti.analysis.trend.series import Series
from kasauti.analysis.trend.tracks import CaseTrend, Step, Track, Trend


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
    """Return the standing of each training."""
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
