"""The score of each suite as a whole over the checkpoints of every training."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kasauti.analysis.history.past_runs import PastScore
from kasauti.analysis.trend.series import Checkpoint, Series


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
