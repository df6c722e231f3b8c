"""A confidence interval."""

from __future__ import annotations

from dataclasses import dataclass

from kasauti.records.numbers import Finite


@dataclass(frozen=True, slots=True)
class Interval:
    """The two ends of a 95 % confidence interval."""

    low: Finite
    high: Finite

    def __str__(self) -> str:
        return f"{self.low:.3f} to {self.high:.3f}"
