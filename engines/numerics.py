"""Which numbers of a model may be used, and which of them count as equal."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from kasauti.engines.errors import EngineError

# How far apart the results of two exact ways may lie, relative to their size.
TOLERANCE = {torch.float32: 1e-4, torch.bfloat16: 5e-2, torch.float16: 1e-2}


def close(left: Tensor, right: Tensor, *, dtype: torch.dtype | None = None) -> bool:
    """Whether two results agree as far as `dtype` (by default their own) lets them."""
    tolerance = TOLERANCE.get(dtype or left.dtype, 1e-4)
    return bool((left - right).float().norm() <= tolerance * right.float().norm())


def require_finite(logprobs: NDArray[np.float64]) -> None:
    """Refuse log-probabilities of which one is not a number."""
    if not np.isfinite(logprobs).all():
        raise EngineError(
            "The model gave a log-probability that is not a number. "
            "Check the weights, or use --dtype=float32."
        )
