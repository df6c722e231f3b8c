"""The bytes of one result in a score store, with its key, checksum, owner and index."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from kasauti.engines.protocol.store import Owner
from kasauti.engines.store.score_store import key, opened
from kasauti.engines.store.scores import pack_score

BATCH = 500


@dataclass(frozen=True, slots=True)
class StoreSize:
    """A store's results and its size on disk."""

    results: int
    bytes: int


def measure_store(results: int = 20_000) -> StoreSize:
    """Write scores as a run does, batch by batch, and look at the file."""
    with tempfile.TemporaryDirectory(prefix="kasauti-bench-") as folder:
        path = Path(folder) / "scores.sqlite"
        with opened(path) as store:
            for start in range(0, results, BATCH):
                numbers = range(start, min(start + BATCH, results))
                rows = [
                    (key("bench", b"%d" % each), pack_score(-float(each), each // 100 + 12))
                    for each in numbers
                ]
                store.put(rows, Owner("bench", "bench"))
        return StoreSize(results, path.stat().st_size)
