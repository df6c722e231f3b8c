"""A threshold: a value, which side of it is good, and where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kasauti.records import HOLDS, Direction, Kind, Threshold

# The 95 % interval of 9 right of 9 begins at 0.70: fewer items cannot tell fair from excellent.
MINIMUM_N = 10

POOR = "poor"  # the band of what meets no threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdEntry:
    """One threshold.

    kind: whether a specification documents it, whoever wrote the file chose it, or it is the
    example that a specification shows.
    minimum_n: with fewer items than this it does not apply, and the figure is shown instead.
    """

    key: str
    direction: Direction
    value: float
    source: str
    reason: str = field(repr=False)
    kind: Kind = "ours"
    minimum_n: int = MINIMUM_N

    def allows(self, score: float) -> bool:
        return HOLDS[self.direction](score, self.value)

    def required_as(self, required: str) -> Threshold:
        """The threshold as a measurement knows it, under the name of what it is required for."""
        return Threshold(required, self.direction, self.value, self.source, self.kind)


@dataclass(frozen=True, slots=True)
class Bands:
    """The thresholds of one case, from the lowest band to the highest."""

    entries: Mapping[str, ThresholdEntry]

    def band(self, score: float) -> str:
        """The highest band whose threshold, and every lower one, the score meets; else poor."""
        met = POOR
        for name, threshold in self.entries.items():
            if not threshold.allows(score):
                break
            met = name
        return met
