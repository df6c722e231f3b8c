"""The tools that are compared. Each is a class of its own, which one worker process runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bench.tools.workload import Item


class Runs(Protocol):
    """A tool that a worker makes from the workload: load, then run."""

    facts: dict[str, int]  # what it found out about the workload, if anything

    def run(self, items: Sequence[Item], batch: int) -> list[Any]:
        """Compute the items: log-probabilities of all sentences, or answers."""
        ...


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool by name, and where its class is; `first_batch` is where the search begins."""

    name: str
    path: str  # module:class
    first_batch: int = 0  # 0: it has no batch size to be chosen
