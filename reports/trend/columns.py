"""The axis that all trainings share: their steps, or the dates where none has steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kasauti.reports.trend.series import Checkpoint, Series


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of the map and of every chart.

    places: of each training, the column of each checkpoint; None for a training without steps
    beside others that have some: its newest checkpoint is a level to compare with.
    """

    labels: tuple[str, ...]
    steps: tuple[int, ...]  # empty where the columns are dates
    places: tuple[tuple[int, ...] | None, ...]


def columns_of(series: Sequence[Series]) -> Columns:
    """The columns of all checkpoints, each once, in their order."""
    by_step = any(each.has_steps for each in series)
    placed = [each for each in series if each.has_steps == by_step]
    found = {_key(point): point for each in placed for point in each.checkpoints}
    order = {key: place for place, key in enumerate(sorted(found))}
    return Columns(
        labels=tuple(found[key].label for key in order),
        steps=tuple(found[key].step or 0 for key in order) if by_step else (),
        places=tuple(
            tuple(order[_key(point)] for point in each.checkpoints)
            if each.has_steps == by_step
            else None
            for each in series
        ),
    )


def _key(checkpoint: Checkpoint) -> tuple[int, str]:
    if checkpoint.step is None:
        return 0, checkpoint.date
    return checkpoint.step, ""
