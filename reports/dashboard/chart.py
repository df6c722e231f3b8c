"""Bars with their intervals and thresholds: SVG in percentages, so that it fits any width."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kasauti.records import Figure, Interval
from kasauti.reports.dashboard.markup import Markup, element
from kasauti.reports.text import shortened

HEIGHT, MIDDLE, THICK = 24, 12, 10
TICKS = 4


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a value stands between the two ends of an axis."""

    low: float
    high: float

    def __call__(self, value: float) -> str:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return f"{100 * share:.2f}%"

    def ticks(self) -> list[float]:
        return [self.low + (self.high - self.low) * step / TICKS for step in range(TICKS + 1)]


UNIT = Scale(0.0, 1.0)


def scale_of(values: Iterable[float]) -> Scale:
    """From 0 to 1 where all values are shares; else from 0 to the next round number."""
    finite = [value for value in values if math.isfinite(value)]
    low, high = min(finite, default=0.0), max(finite, default=1.0)
    if low >= 0 and high <= 1:
        return UNIT
    return Scale(-_round_up(-low) if low < 0 else 0.0, _round_up(high) if high > 0 else 0.0)


def drawn_values(figure: Figure) -> Iterator[float]:
    """Every value that the chart of a figure has to hold."""
    yield figure.value
    if figure.interval:
        yield from (figure.interval.low, figure.interval.high)
    if figure.bar and figure.bar.value is not None:
        yield figure.bar.value


def _round_up(value: float) -> float:
    """The next of 1, 2, 4, 6, 8 and their tens."""
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 4, 6, 8, 10) if step * power >= value)


def bar_chart(figure: Figure, scale: Scale, *, verdict: str | None = None) -> Markup:
    """One bar; hidden from screen readers, for which its row says the same in words."""
    parts = [_line("track", scale.low, scale, top=MIDDLE, bottom=MIDDLE, end=scale.high)]
    if math.isfinite(figure.value):
        parts.append(_filled(figure.value, scale, verdict or figure.verdict or "ungated"))
    if figure.interval:
        parts += _whisker(figure.interval, scale)
    if figure.bar and figure.bar.value is not None:
        parts.append(_line("threshold", figure.bar.value, scale, top=1, bottom=HEIGHT - 1))
    return element(
        "svg",
        *parts,
        class_="bar",
        width="100%",
        height=HEIGHT,
        aria_hidden="true",
        focusable="false",
    )


def axis(scale: Scale) -> Markup:
    """The numbers above the bars."""
    marks = []
    for index, tick in enumerate(scale.ticks()):
        anchor = {0: "start", TICKS: "end"}.get(index, "middle")
        text = shortened(float(tick), digits=2).rstrip("0").rstrip(".") or "0"
        marks.append(element("text", text, x=scale(tick), y=13, text_anchor=anchor))
    return element("svg", *marks, class_="axis", width="100%", height=16, aria_hidden="true")


def _filled(value: float, scale: Scale, verdict: str) -> Markup:
    start, end = sorted((max(scale.low, min(0.0, scale.high)), value))
    width = float(scale(end)[:-1]) - float(scale(start)[:-1])
    return element(
        "rect",
        class_=f"filled {verdict}",
        x=scale(start),
        y=MIDDLE - THICK / 2,
        width=f"{width:.2f}%",
        height=THICK,
        rx=2,
    )


def _whisker(interval: Interval, scale: Scale) -> list[Markup]:
    low, high = interval.low, interval.high
    ends = [_line("whisker", end, scale, top=MIDDLE - 4, bottom=MIDDLE + 4) for end in (low, high)]
    return [_line("whisker", low, scale, top=MIDDLE, bottom=MIDDLE, end=high), *ends]


def _line(
    name: str, start: float, scale: Scale, *, top: float, bottom: float, end: float | None = None
) -> Markup:
    across = scale(start if end is None else end)
    return element("line", class_=name, x1=scale(start), x2=across, y1=top, y2=bottom)
