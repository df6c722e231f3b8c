"""Made-up results of the benchmark."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from bench.figures.catalogue import entries
from bench.running.comparison import Compared, Errors, Row
from bench.running.machine import Machine


def parts_of_a_run() -> dict[str, Any]:
    """One workload, in which the suite misses its goal for the floor."""
    speeds = {"kasauti": 40.0, "lm-eval": 16.0, "minicons": 12.0, "floor": 50.0}
    rows = [
        Row(name, per_s, per_s - 1, per_s + 1, [1.0] * 3, 900, 0, {}, Errors(1e-4, 1e-5), None)
        for name, per_s in speeds.items()
    ]
    compared = Compared(
        name=entries()[0].name, unit="pairs", note="", items=336, of=336, checked_on=24,
        distinct_tokens=3360, parameters=10**6, threads=2, load=(0.1, 2.0),
        command="python -m bench", rows=rows, checks={"loop": Errors(3e-3, 1e-3)}, profile=[],
    )  # fmt: skip
    machine = Machine(
        2, "a processor", ["avx2"], 24.0, "Linux", {"torch": "2"}, "abc", "python -m bench"
    )
    return {
        "machine": asdict(machine),
        "workloads": [asdict(compared)],
        "store": {"results": 10, "bytes": 800},
    }
