"""Compute what the store lacks: each different key once, written batch by batch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from kasauti.engines.protocol.store import Owner, Store
from kasauti.engines.store.score_store import CHUNK

Collect = Callable[[dict[bytes, bytes]], object]
Keep = Callable[[Iterable[tuple[int, bytes]]], None]
# Given the indices of the keys to compute, calls `keep` with (index, value) of each batch.
Compute = Callable[[list[int], Keep], object]
# Told the indices of the keys that are done, and whether they were computed just now.
Report = Callable[[list[int], bool], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """The computation, counting and reporting of results that a store lacks."""

    store: Store
    compute: Compute
    owner: Owner | None = None  # the model that the results belong to
    counter: Counter[str] = field(default_factory=Counter)  # how many were computed, and stored
    report: Report = lambda *_: None
    items_per_result: int = 1  # what one result counts for in the counter
    keys_at_once: int = CHUNK  # bounds the values that one read of the store holds

    def values(self, keys: Sequence[bytes]) -> list[bytes]:
        """The value of each key, in order; keys may repeat."""
        found: dict[bytes, bytes] = {}
        self.fill(keys, found.update)
        return [found[key] for key in keys]

    def fill(self, keys: Sequence[bytes], collect: Collect = lambda _: None) -> None:
        """Put the value of each key into the store; `collect` is given them in parts."""
        indices: dict[bytes, list[int]] = {}
        for index, key in enumerate(keys):
            indices.setdefault(key, []).append(index)

        def done(results: dict[bytes, bytes], *, computed: bool) -> None:
            collect(results)
            self.counter["computed" if computed else "stored"] += (
                len(results) * self.items_per_result
            )
            self.report([index for key in results for index in indices[key]], computed)

        missing: list[int] = []
        different = list(indices)
        for start in range(0, len(different), self.keys_at_once):
            chunk = different[start : start + self.keys_at_once]
            stored = self.store.get(chunk)
            missing += [indices[key][0] for key in chunk if key not in stored]
            if stored:
                done(stored, computed=False)

        def keep(batch: Iterable[tuple[int, bytes]]) -> None:
            results = {keys[index]: value for index, value in batch}
            # Stored first: an interruption while progress is reported loses nothing.
            self.store.put(results.items(), self.owner)
            done(results, computed=True)

        if missing:
            self.compute(missing, keep)
