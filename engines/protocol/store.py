"""The store of results as a model sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Owner:
    """The model that results belong to, so that a store can be listed and pruned by model."""

    name: str  # as the user named it
    identity: str  # all settings but the input that a result depends on


def identity_line(settings: Mapping[str, str]) -> str:
    """Return settings as one line, in a fixed order."""
    return "|".join(f"{name}:{value}" for name, value in sorted(settings.items()))


class Store(Protocol):
    """Results by key. The file is `path`; other files of a run are put beside it."""

    @property
    def path(self) -> Path: ...

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return the stored value of each key; a key without a result is absent."""

    def put(self, rows: Iterable[tuple[bytes, bytes]], owner: Owner | None = None) -> None:
        """Store the value of each key, as the owner's results."""
