"""The interface of whatever fits a probe: many logistic regressions at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

# Of the regularization, per dimension: from strong to weak.
STRENGTHS = (100.0, 10.0, 1.0, 0.1, 0.01)

Floats = NDArray[np.float32]
Labels = NDArray[np.int64]


class Fit(Protocol):
    """Fits logistic regressions to many layers, folds and strengths at once."""

    def __call__(
        self,
        features: Floats,
        labels: Labels,
        train: NDArray[np.bool_],
        *,
        classes: int,
        strengths: Sequence[float],
    ) -> Floats:
        """Log-probabilities [layers, folds, subsets, strengths, examples, classes].

        features: [layers, examples, dimensions]; labels: [subsets, examples];
        train: [folds, subsets, examples].
        """
        ...
