"""A real Ray cluster of two nodes on this machine, of one CPU each, on the loopback device."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil

# Otherwise Ray talks over the address of another network device, and reports its usage.
VARIABLES = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_DEDUP_LOGS": "0",
}
# Read when ray is imported, by this process and by those that it starts.
os.environ.update(VARIABLES)
NODE: dict[str, Any] = {
    "num_cpus": 1,
    "object_store_memory": 80_000_000,
    "include_dashboard": False,
}


@contextmanager
def two_nodes() -> Iterator[Any]:
    """The cluster; all its processes have ended after the block."""
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args=NODE)
    try:
        cluster.add_node(**NODE)
        yield cluster
    finally:
        if ray.is_initialized():
            ray.shutdown()
        cluster.shutdown()


def actor_processes(cluster: Any) -> list[int]:
    """The actors of this cluster; there may be others on the machine."""
    found = []
    for node in cluster.list_all_nodes():
        for raylet in node.all_processes["raylet"]:
            with suppress(psutil.NoSuchProcess):  # a node that was killed
                found += psutil.Process(raylet.process.pid).children()
    return [each.pid for each in found if _title(each).startswith("ray::Worker")]


def _title(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return ""


def ended(processes: list[int]) -> bool:
    deadline = time.monotonic() + 20
    while any(map(psutil.pid_exists, processes)) and time.monotonic() < deadline:
        time.sleep(0.1)
    return not any(map(psutil.pid_exists, processes))


Work = Callable[[Path, int], None]


def fake_worker(work: Work, *, load: Callable[[], None] = lambda: None) -> type:
    """An actor without a model, which notes the chunks that it begins."""

    class Worker:
        def __init__(self, log: Path) -> None:
            self.log = log

        def load(self) -> int:
            load()
            return os.getpid()

        def scores(self, chunk: int) -> int:
            with self.log.open("a") as file:
                file.write(f"{os.getpid()} {chunk}\n")
            work(self.log, chunk)
            return chunk * chunk

    return Worker
