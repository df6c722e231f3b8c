"""Krippendorff's alpha: how much readers agree beyond chance, with answers missing or not."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Level = Literal["nominal", "ordinal"]


def krippendorff_alpha(
    units: Sequence[Sequence[Hashable]], *, values: Sequence[Hashable], level: Level = "nominal"
) -> float | None:
    """Alpha over units, each with what its readers answered; `values` in their order.

    1 is perfect agreement, 0 is what chance gives. None where it is not defined: fewer than
    two answers can be paired, or all answers are the same (Krippendorff 2011, "Computing
    Krippendorff's alpha-reliability").

    >>> krippendorff_alpha([["a", "a"], ["b", "b"], ["a", "b"]], values=["a", "b"])
    0.4444444444444444
    """
    indices: Mapping[Hashable, int] = {value: index for index, value in enumerate(values)}
    coincidences = np.zeros((len(values), len(values)))
    for unit in units:
        if len(unit) < 2:
            continue  # an answer that nobody can agree with
        counts = np.bincount([indices[answer] for answer in unit], minlength=len(values))
        coincidences += (np.outer(counts, counts) - np.diag(counts)) / (len(unit) - 1)
    totals = coincidences.sum(axis=0)
    distances = _distances(totals, level)
    expected = float((np.outer(totals, totals) * distances).sum())
    if expected == 0:
        return None
    observed = float((coincidences * distances).sum())
    return 1 - (float(totals.sum()) - 1) * observed / expected


def _distances(totals: NDArray[np.float64], level: Level) -> NDArray[np.float64]:
    """The squared distance of each two values."""
    size = len(totals)
    if level == "nominal":
        return 1.0 - np.eye(size)
    # Ordinal: as many answers as lie from one value to the other, the ends counted half.
    below = np.cumsum(totals) - totals / 2
    distances: NDArray[np.float64] = (below[:, None] - below[None, :]) ** 2
    return distances
