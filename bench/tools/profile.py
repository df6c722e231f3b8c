"""A profile of the suite's time, by torch's profiler. It is not timed beside the others."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from torch.profiler import ProfilerActivity, profile

from bench.tools.suite import Answers, Sentences
from bench.tools.workload import Item, Workload

PRODUCTS = "matrix products"
KINDS = dict.fromkeys(
    ("aten::mm", "aten::addmm", "aten::bmm", "aten::baddbmm", "mkldnn::_linear_pointwise"), PRODUCTS
)
MOST = 8

Share = tuple[str, float]


class OfSentences:
    """The work of scoring sentences; what comes out are shares of the time."""

    def __init__(self, workload: Workload) -> None:
        self._tool = Sentences(workload)
        self.facts: dict[str, int] = {}

    def run(self, items: Sequence[Item], batch: int) -> list[Share]:
        return shares(lambda: self._tool.run(items, batch))


class OfAnswers:
    """The same of greedy answers."""

    def __init__(self, workload: Workload) -> None:
        self._tool = Answers(workload)
        self.facts: dict[str, int] = {}

    def run(self, items: Sequence[Item], batch: int) -> list[Share]:
        return shares(lambda: self._tool.run(items, batch))


def shares(work: Callable[[], object]) -> list[Share]:
    """The share of matrix products, then the largest others; the rest is Python and libraries."""
    started = time.perf_counter()
    with profile(activities=[ProfilerActivity.CPU]) as found:
        work()
        seconds = time.perf_counter() - started
    by_name: dict[str, float] = {}
    for event in found.key_averages():
        name = KINDS.get(event.key, event.key.removeprefix("aten::"))
        by_name[name] = by_name.get(name, 0.0) + event.self_cpu_time_total / 1e6 / seconds
    by_name["outside torch"] = 1 - sum(by_name.values())
    return sorted(by_name.items(), key=lambda each: (each[0] != PRODUCTS, -each[1]))[:MOST]
