"""Probed layers: a small curve for each task, and one map of all tasks and layers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kasauti.records import Layers, Measurement, SuiteResult
from kasauti.reports.wording.rows import layer_average, layer_profile, layer_table
from kasauti.reports.wording.text import number_text

# The template draws the frame of a curve with these sizes.
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 320, 150, 30, 8, 22
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True)
class Curve:
    """One task by layer: accuracy with its interval, the control task, the baselines."""

    case: Measurement
    layers: Layers

    @property
    def message(self) -> str:
        value = number_text(self.case.headline.value)
        return f": {value}, chosen layer {self.layers.chosen}"

    @property
    def shares(self) -> dict[int, float]:
        return {layer.layer: layer.accuracy for layer in self.layers.results}

    @property
    def rows(self) -> list[tuple[float, str]]:
        """Heights and labels of the accuracies on the left."""
        return [(_height(share), f"{share:.2f}".rstrip("0").rstrip(".")) for share in SHARES]

    @property
    def columns(self) -> Iterator[tuple[float, int]]:
        """Places and numbers of the layers; those of a deep model do not touch."""
        results = self.layers.results
        for index in range(0, len(results), 1 + len(results) // 12):
            yield self._across(index), results[index].layer

    @property
    def levels(self) -> dict[str, float]:
        """Heights of the lines that are the same for all layers."""
        threshold = self.case.headline.threshold
        values = {
            "threshold": threshold.value if threshold else None,
            "letters": self.layers.baseline,
        }
        return {name: _height(value) for name, value in values.items() if value is not None}

    @property
    def band(self) -> str:
        """The outline of the intervals."""
        intervals = list(enumerate(layer.interval for layer in self.layers.results))
        lows = [(index, interval.low) for index, interval in intervals]
        return self._points([*((at, interval.high) for at, interval in intervals), *reversed(lows)])

    @property
    def lines(self) -> dict[str, str]:
        results = self.layers.results
        return {
            "control": self._points(enumerate(layer.control_accuracy for layer in results)),
            "accuracy": self._points(enumerate(layer.accuracy for layer in results)),
        }

    @property
    def chosen(self) -> list[tuple[float, float]]:
        """The place of the chosen layer."""
        return [
            (self._across(index), _height(layer.accuracy))
            for index, layer in enumerate(self.layers.results)
            if layer.layer == self.layers.chosen
        ]

    def _points(self, values: Iterable[tuple[int, float]]) -> str:
        return " ".join(f"{self._across(index)},{_height(value)}" for index, value in values)

    def _across(self, index: int) -> float:
        return round(LEFT + (WIDTH - LEFT) * (index + 0.5) / len(self.layers.results), 1)


@dataclass(frozen=True, slots=True)
class Probed:
    """The cases that were read from layers, and their table beside the baselines."""

    curves: Sequence[Curve]
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    profile: Sequence[str]

    @property
    def columns(self) -> list[int]:
        return sorted({layer for curve in self.curves for layer in curve.shares})


def probed_of(cases: Sequence[Measurement], suite: SuiteResult) -> Probed | None:
    """The cases that have layers; None where none has."""
    curves = [Curve(case, case.layers) for case in cases if case.layers]
    told = (layer_profile(cases), layer_average(suite))
    return Probed(curves, *layer_table(cases), told) if curves else None


def _height(share: float) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share), 1)
