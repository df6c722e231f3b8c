"""Where the suite's time goes, by torch's profiler. It is not timed beside the others."""

from __future__ import annotations

import time
from collections.abc import Sequence

from torch.profiler import ProfilerActivity, profile

from bench.tools.suite import Sentences
from bench.workload import Item

PRODUCTS = "matrix products"
KINDS = dict.fromkeys(("aten::mm", "aten::addmm", "aten::bmm", "aten::baddbmm"), PRODUCTS)
MOST = 8


class Profile(Sentences):
    """The same work; what comes out are shares of the time."""

    def run(self, items: Sequence[Item], batch: int) -> list[tuple[str, float]]:  # type: ignore[override]
        started = time.perf_counter()
        with profile(activities=[ProfilerActivity.CPU]) as found:
            super().run(items, batch)
            seconds = time.perf_counter() - started
        shares: dict[str, float] = {}
        for event in found.key_averages():
            name = KINDS.get(event.key, event.key.removeprefix("aten::"))
            shares[name] = shares.get(name, 0.0) + event.self_cpu_time_total / 1e6 / seconds
        shares["outside torch"] = 1 - sum(shares.values())
        ordered = sorted(shares.items(), key=lambda each: -each[1])
        return ordered[:MOST]
