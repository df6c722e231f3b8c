"""Products with weights in the order that oneDNN reads them in: faster than torch's own on a CPU.

oneDNN adds up the terms of a sum in a row, torch in parts, so its products are less exact. In the
layers of a model such errors grow: SmolLM2's scores were off by twice as much. Therefore scores are
computed with torch's own layers, and only the head, after which nothing follows, and answers, whose
near ties are computed again, use reordered weights.

Weights are reordered once per pass, which takes well under a second, and only for that pass: a
model that is trained between two passes is never used with old weights.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import torch
from torch import Tensor

# Reordered weights are a copy, which may take this share of the available memory.
MOST_OF_MEMORY = 0.5
# A pass of fewer tokens takes no longer than the reordering.
LEAST_TOKENS = 512
# Longer sums lose digits even in the head.
MOST_TERMS = 1024


class ReorderedWeight:
    """A weight [outputs, inputs] of a linear layer."""

    def __init__(self, weight: Tensor) -> None:
        self._weight = torch.ops.mkldnn._reorder_linear_weight(weight.detach(), None)

    def multiply(self, states: Tensor, bias: Tensor | None = None) -> Tensor:
        """[…, outputs] from states […, inputs], as torch.nn.functional.linear returns it."""
        product: Tensor = torch.ops.mkldnn._linear_pointwise(
            states, self._weight, bias, "none", [], ""
        )
        return product


def worth_reordering(*weights: Tensor, tokens: int) -> bool:
    """Return True if oneDNN is faster for so many tokens and a copy of the weights fits."""
    return (
        tokens >= LEAST_TOKENS
        and torch.backends.mkldnn.is_available()  # type: ignore[no-untyped-call]
        and all(each.device.type == "cpu" and each.dtype == torch.float32 for each in weights)
        and sum(each.nbytes for each in weights) <= MOST_OF_MEMORY * available_memory()
    )


def is_exact(weight: Tensor) -> bool:
    """Return True if a product by oneDNN is as exact as one by torch."""
    return weight.shape[1] <= MOST_TERMS


@contextmanager
def reordered_layers(model: torch.nn.Module, *, tokens: int) -> Iterator[None]:
    """Inside this context, the linear layers of a model multiply with reordered weights.

    tokens: about how many will be computed.
    """
    layers = [
        each
        for each in model.modules()
        # Not quantized, not offloaded by accelerate, not of another library.
        if type(each) is torch.nn.Linear and "forward" not in vars(each)
    ]
    if not worth_reordering(*(each.weight for each in layers), tokens=tokens):
        yield
        return
    try:
        for each in layers:
            weight = ReorderedWeight(each.weight)
            each.forward = partial(_forward, weight, each.bias)  # type: ignore[method-assign]
        yield
    finally:
        for each in layers:
            vars(each).pop("forward", None)


def _forward(weight: ReorderedWeight, bias: Tensor | None, states: Tensor) -> Tensor:
    return weight.multiply(states, bias)


def available_memory() -> float:
    """In bytes; infinite where the system does not tell."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        kibibytes = next(line.split()[1] for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        return float("inf")
    return 1024.0 * int(kibibytes)
