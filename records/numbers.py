"""Numbers that a record may hold, within the limits that files are checked against."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

# NaN is neither.
Finite = Annotated[float, Meta(ge=-sys.float_info.max, le=sys.float_info.max)]
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]


@dataclass(frozen=True, slots=True)
class Interval:
    """The two ends of a 95 % confidence interval."""

    low: Finite
    high: Finite

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high)):
            raise ValueError(f"an interval has two finite ends, got {self}")

    def __str__(self) -> str:
        return f"{self.low:.3f} to {self.high:.3f}"
