"""The axis of a chart, and where values stand on it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from kasauti.records import CaseId, Figure, Run
from kasauti.reports.wording.text import name_text, number_text

TICKS = 4
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis from low to high; called with a value, it returns its place in percent."""

    low: float
    high: float

    def __call__(self, value: float) -> str:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return f"{100 * share:.2f}%"

    def bar(self, value: float) -> tuple[str, str]:
        """Start and width of the bar of a value; it begins at zero, where the axis has it."""
        start, end = sorted((max(self.low, min(0.0, self.high)), value))
        width = float(self(end)[:-1]) - float(self(start)[:-1])
        return self(start), f"{width:.2f}%"

    def ticks(self) -> list[tuple[str, str]]:
        """Places and labels of the numbers on the axis."""
        values = [self.low + (self.high - self.low) * step / TICKS for step in range(TICKS + 1)]
        return [(self(value), _tick_label(value)) for value in values]


UNIT = Scale(0.0, 1.0)


def scale_of(values: Iterable[float]) -> Scale:
    """From 0 to 1 where all values are shares; else from 0 to the next round number."""
    finite = [value for value in values if math.isfinite(value)]
    low, high = min(finite, default=0.0), max(finite, default=1.0)
    if low >= 0 and high <= 1:
        return UNIT
    return Scale(-_round_up(-low) if low < 0 else 0.0, _round_up(high) if high > 0 else 0.0)


@dataclass(frozen=True, slots=True)
class Chart(Generic[Row]):
    """Cases of a suite that are measured alike, on one axis."""

    name: str
    rows: Sequence[Row]
    scale: Scale


def charts_of(
    rows: Iterable[Row], name: Callable[[Row], str], values: Callable[[Row], Iterable[float]]
) -> list[Chart[Row]]:
    """A chart for each name that the rows have, wide enough for their values."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(name(row), []).append(row)
    return [
        Chart(each, group, scale_of(value for row in group for value in values(row)))
        for each, group in groups.items()
    ]


def chart_name(run: Run, case: CaseId, metric: str) -> str:
    """The suite and the metric: what cases on one axis share."""
    return f"{name_text(run.suite(case.suite).title)}, {name_text(metric)}"


def drawn_values(figure: Figure) -> Iterator[float]:
    """Every value that the chart of a figure has to hold."""
    yield figure.value
    if figure.interval:
        yield from (figure.interval.low, figure.interval.high)
    if figure.threshold and figure.threshold.value is not None:
        yield figure.threshold.value


def _round_up(value: float) -> float:
    """The next of 1, 2, 4, 6, 8 and their tens."""
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 4, 6, 8, 10) if step * power >= value)


def _tick_label(value: float) -> str:
    return number_text(float(value), digits=2).rstrip("0").rstrip(".") or "0"
