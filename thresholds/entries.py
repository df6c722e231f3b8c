"""A threshold: a value, which side of it is good, and where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kasauti.records import HOLDS, Direction, Kind, Threshold
from kasauti.text.languages import bcp47, language_name

# The 95 % interval of 9 right of 9 begins at 0.70: fewer items cannot tell fair from excellent.
MINIMUM_N = 10

POOR = "poor"  # the band of what meets no threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdEntry:
    """One threshold.

    kind: whether a specification documents it, whoever wrote the file chose it, or it is the
    example that a specification shows.
    minimum_n: with fewer items than this it does not apply, and the figure is shown instead.
    languages: those that it is for, in BCP 47; empty where it is for any.
    """

    key: str
    direction: Direction
    value: float
    source: str
    reason: str = field(repr=False)
    kind: Kind = "ours"
    minimum_n: int = MINIMUM_N
    languages: tuple[str, ...] = ()

    def applies_to(self, language: str | None) -> bool:
        """Return whether the threshold is for a language, BCP 47 or ISO 639-3."""
        return not self.languages or (language is not None and bcp47(language) in self.languages)

    def why_not(self, n: int, language: str | None) -> str:
        """Return why the threshold does not apply to so many items of a language, or nothing."""
        if not self.applies_to(language):
            names = " and ".join(map(language_name, self.languages))
            other = "not known" if language is None else language_name(bcp47(language))
            return (
                f"The threshold is for {names}, and the language here is {other}. "
                "--thresholds gives one."
            )
        return f"The threshold needs at least {self.minimum_n} items." if n < self.minimum_n else ""

    def allows(self, score: float) -> bool:
        return HOLDS[self.direction](score, self.value)

    def required_as(self, required: str) -> Threshold:
        """The threshold as a measurement knows it, under the name of what it is required for."""
        return Threshold(required, self.direction, self.value, self.source, self.kind)


@dataclass(frozen=True, slots=True)
class Bands:
    """The thresholds of one case, from the lowest band to the highest."""

    entries: Mapping[str, ThresholdEntry]

    def of_language(self, language: str | None) -> Bands:
        """Return the bands that are for a language."""
        found = {name: each for name, each in self.entries.items() if each.applies_to(language)}
        return Bands(found)

    def required(self, band: str) -> ThresholdEntry:
        """Return the threshold of the band that --require names; of the lowest for none."""
        return self.entries.get(band) or next(iter(self.entries.values()))

    def band(self, score: float) -> str:
        """The highest band whose threshold, and every lower one, the score meets; else poor."""
        met = POOR
        for name, threshold in self.entries.items():
            if not threshold.allows(score):
                break
            met = name
        return met
