"""A tool of the benchmark that computes nothing: it says what it was asked, and when."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from bench.tools.workload import Item, Workload

FATAL = "fatal"


class Fake:
    """Scores a text by its length; `workload.model` is the file in which the turns are noted."""

    off = 0.0

    def __init__(self, workload: Workload) -> None:
        self._turns = Path(workload.model)
        self.facts = {"parameters": 7}
        sys.stdout.write("a library that prints\n")

    def run(self, items: Sequence[Item], batch: int) -> list[float]:
        with self._turns.open("a", encoding="utf-8") as file:
            file.write(f"{type(self).__name__} {len(items)} {batch}\n")
        sys.stdout.write("and prints again\n")
        texts = [text for item in items for text in item]
        if FATAL in texts:
            raise ValueError("a fatal text")
        return [len(text) + self.off for text in texts]


class Other(Fake):
    """The same, off by a quarter."""

    off = 0.25
