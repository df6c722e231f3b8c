"""Notes when a group of actors begins a pass, and when it ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kasauti.engines.backends.ray.actors import ActorGroup

NOTES = Path(os.environ["GROUPS"])
results = ActorGroup.results


def note(event: str) -> None:
    with NOTES.open("a", encoding="utf-8") as file:
        file.write(f"{event}\n")


def noted(self: ActorGroup, method: str, chunks: Any, **settings: Any) -> Iterator[Any]:
    note("begins")
    try:
        yield from results(self, method, chunks, **settings)
    finally:
        note("ends")


ActorGroup.results = noted  # type: ignore[method-assign]
