"""Checks of a model's numbers: finite, and equal within the tolerance of their dtype."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from kasauti.engines.protocol.errors import EngineError

# How far the results of two exact methods may differ, relative to their size.
TOLERANCE = {torch.float32: 1e-4, torch.bfloat16: 5e-2, torch.float16: 1e-2}


def close(left: Tensor, right: Tensor, *, dtype: torch.dtype | None = None) -> bool:
    """Return True if two results agree within the tolerance of `dtype` (default: their own)."""
    tolerance = TOLERANCE.get(dtype or left.dtype, 1e-4)
    return bool((left - right).float().norm() <= tolerance * right.float().norm())


def require_finite(logprobs: NDArray[np.float64]) -> None:
    """Refuse log-probabilities that contain NaN or infinity."""
    if not np.isfinite(logprobs).all():
        raise EngineError(
            "The model returned NaN or infinity as a log-probability. "
            "Check the weights, or use --dtype=float32."
        )
