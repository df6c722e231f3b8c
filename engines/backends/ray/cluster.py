"""The connection to a Ray cluster, its resources, and the shares of several models in it.

Imports ray when it is needed.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from kasauti.engines.protocol.errors import PlaceError, first_line, require
from kasauti.engines.sources.request import RayOptions

# An address where nobody answers is refused at once: Ray itself would wait for minutes.
SECONDS_TO_ANSWER = 10.0


def connect(options: RayOptions) -> Any:
    """The module ray, connected to the cluster; a connection that exists is used."""
    require("ray", "ray", needed_by="--ray")
    # Ray reports its usage to its makers unless it is told not to.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray

    if not ray.is_initialized():
        _require_answer(options.address)
        try:
            with _own_signals():
                ray.init(
                    address=options.address,
                    namespace="kasauti",
                    log_to_driver=False,
                    logging_level=logging.ERROR,
                )
        except Exception as error:
            # Ray raises errors of many types, also plain ones, for a cluster that it cannot use.
            raise _unreachable(options.address, first_line(error)) from error
    return ray


def nodes(ray: Any) -> list[Mapping[str, float]]:
    """The resources of each node that is alive."""
    return [node["Resources"] for node in ray.nodes() if node["Alive"]]


def gpus_per_actor(options: RayOptions, ray: Any) -> float:
    """As many as were asked for; else one where the cluster has any."""
    if options.gpus_per_actor is not None:
        return options.gpus_per_actor
    return 1.0 if any(node.get("GPU", 0) for node in nodes(ray)) else 0.0


def threads_per_actor(options: RayOptions, ray: Any) -> int:
    """As many as were asked for; else one beside a GPU, and all of the smallest node without."""
    if options.threads is not None:
        return options.threads
    if gpus_per_actor(options, ray):
        return 1
    counts = [int(node["CPU"]) for node in nodes(ray) if node.get("CPU", 0) >= 1]
    return min(counts, default=1)


def room_for_actors(options: RayOptions, ray: Any) -> int:
    """Return the number of actors that the live nodes have room for."""
    gpus, threads = gpus_per_actor(options, ray), threads_per_actor(options, ray)
    room = 0
    for node in nodes(ray):
        by_gpus = node.get("GPU", 0) / gpus if gpus else float("inf")
        room += int(min(node.get("CPU", 0) / threads, by_gpus))
    return room


def resources(ray: Any) -> str:
    """Describe the cluster's resources, for a message.

    Of an autoscaled cluster these are the nodes that are there now.
    """
    found = nodes(ray)
    totals = {name: sum(node.get(name, 0) for node in found) for name in ("CPU", "GPU")}
    count = "1 node" if len(found) == 1 else f"{len(found)} nodes"
    return f"{count} with {totals['CPU']:g} CPUs and {totals['GPU']:g} GPUs"


def _require_answer(address: str) -> None:
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if not colon or not port.isdigit():
        return  # auto, or a name that only Ray knows
    try:
        socket.create_connection((host, int(port)), timeout=SECONDS_TO_ANSWER).close()
    except OSError as error:
        raise _unreachable(address, error.strerror or str(error)) from None


def _unreachable(address: str, reason: str) -> PlaceError:
    return PlaceError(
        f"--ray={address}: no Ray cluster can be reached there ({reason}). "
        "Start one with `ray start --head`, or pass the address of its head."
    )


@contextmanager
def _own_signals() -> Iterator[None]:
    """Keep what this process does on SIGTERM: Ray installs a handler that ends it at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, handler)


class SharedCluster:
    """Gives models places as long as there is room; what is left over is divided among them."""

    def __init__(self, options: RayOptions) -> None:
        self.options = options
        # Both here, in the main thread: signals are handled there, and threads that import
        # transformers at the same time may see it half made.
        self._ray = connect(options)
        from transformers import AutoConfig, AutoTokenizer  # noqa: F401

        self.lock = threading.Lock()
        self.places: list[Place] = []
        self.progress = time.monotonic()  # when any model last made some

    def place(self) -> Place | None:
        """A place for one more model; None where there is no room. The first always has one."""
        with self.lock:
            least = self.options.actors or 1
            held = sum(max(each.held, least) for each in self.places)
            if self.places and self.room() - held < least:
                return None
            place = Place(self)
            self.places.append(place)
            return place

    def room(self) -> int:
        return room_for_actors(self.options, self._ray)


@dataclass(slots=True, eq=False)
class Place:
    """The share of a cluster that one model has until it leaves."""

    cluster: SharedCluster
    held: int = 0  # actors that it has
    stopped: bool = False
    stop_work: Callable[[], None] | None = None  # of the actors that work here, from any thread

    @property
    def actors(self) -> int:
        """Number of actors that the model may have now; it grows when others leave."""
        cluster = self.cluster
        if cluster.options.actors:
            return cluster.options.actors
        with cluster.lock:
            places = cluster.places if self in cluster.places else [*cluster.places, self]
            each, more = divmod(cluster.room(), len(places))
            return max(1, each + (places.index(self) < more))

    def leave(self) -> None:
        """Let others have the room; who still asks for actors afterwards waits for some."""
        with self.cluster.lock, suppress(ValueError):
            self.cluster.places.remove(self)

    def seat(self, stop_work: Callable[[], None]) -> None:
        """Say how the work here is ended."""
        self.stop_work = stop_work
        if self.stopped:
            stop_work()

    def stop(self) -> None:
        """End the work here, from any thread."""
        self.stopped = True
        if self.stop_work:
            self.stop_work()
