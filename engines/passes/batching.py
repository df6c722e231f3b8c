"""Batches of bounded size, which get smaller when memory runs out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Sized
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray

from kasauti.engines.protocol.errors import EngineError, first_line

B = TypeVar("B")
R = TypeVar("R", bound=Sized)
T = TypeVar("T")


@dataclass(slots=True)
class BatchLimit:
    """The number of tokens per batch, halved when they do not fit in memory."""

    tokens: int

    def run(self, rows: Sequence[R], compute: Callable[[Sequence[R]], T]) -> Iterator[T]:
        """The result of each batch of rows; the rows are sorted, the longest first."""

        def take(start: int, tokens: int) -> tuple[Sequence[R], int]:
            stop = min(len(rows), start + max(1, tokens // len(rows[start])))
            return rows[start:stop], stop

        return self.run_taken(len(rows), take, compute)

    def run_taken(
        self, count: int, take: Callable[[int, int], tuple[B, int]], compute: Callable[[B], T]
    ) -> Iterator[T]:
        """The result of each batch of `count` items.

        `take(start, tokens)` returns a batch of the items from `start` on, of about that
        many tokens, and where the next one starts.
        """
        start = 0
        while start < count:
            batch, stop = take(start, self.tokens)
            try:
                result = compute(batch)
            except RuntimeError as error:
                self._halve(error)
                continue
            yield result
            start = stop

    def _halve(self, error: RuntimeError) -> None:
        """Halve the limit if memory ran out; any other error is the model's own."""
        text = str(error).lower()
        if not isinstance(error, torch.OutOfMemoryError) and "allocate memory" not in text:
            raise EngineError(
                f"The model cannot be run on some of the texts ({first_line(error)}). "
                "Leave these texts out, or use another model."
            ) from error
        if self.tokens <= 1:
            raise EngineError(
                "A single sequence does not fit in memory. Use a smaller model or --dtype=bfloat16."
            ) from error
        self.tokens //= 2
        if torch.cuda.is_available():
            torch.cuda.empty_cache()


def require_finite(values: NDArray[np.floating[Any]], what: str = "a log-probability") -> None:
    """Refuse results that contain NaN or infinity."""
    if not np.isfinite(values).all():
        raise EngineError(
            f"The model returned NaN or infinity as {what}. "
            "Check the weights, or use --dtype=float32."
        )


def by_length(rows: Sequence[Sized]) -> list[list[int]]:
    """The indices of the rows of each length, the longest first."""
    groups: dict[int, list[int]] = {}
    for index, row in enumerate(rows):
        groups.setdefault(len(row), []).append(index)
    return [groups[length] for length in sorted(groups, reverse=True)]
