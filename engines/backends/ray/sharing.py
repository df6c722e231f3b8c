"""One cluster for several models at once: each has a place there, with actors of its own."""

from __future__ import annotations

import time
from dataclasses import dataclass
from threading import Lock
from typing import Protocol

from kasauti.engines.backends.ray.cluster import connected, room_for_actors
from kasauti.engines.backends.request import RayOptions


class SharedCluster:
    """Gives models places as long as there is room; what is left over is divided among them."""

    def __init__(self, options: RayOptions) -> None:
        self._options = options
        # Both here, in the main thread: signals are handled there, and threads that import
        # transformers at the same time may see it half made.
        self._ray = connected(options)
        from transformers import AutoConfig, AutoTokenizer  # noqa: F401

        self._lock = Lock()
        self._places: list[Place] = []
        self.progress = time.monotonic()  # when any model last made some

    def place(self) -> Place | None:
        """A place for one more model; None where there is no room. The first always has one."""
        with self._lock:
            least = self._options.actors or 1
            held = sum(max(each.held, least) for each in self._places)
            if self._places and self._room() - held < least:
                return None
            place = Place(self)
            self._places.append(place)
            return place

    def leave(self, place: Place) -> None:
        with self._lock:
            if place in self._places:
                self._places.remove(place)

    def actors_of(self, place: Place) -> int:
        """Return the number of actors a model may have now; it grows when others leave."""
        if self._options.actors:
            return self._options.actors
        with self._lock:
            places = self._places if place in self._places else [*self._places, place]
            each, more = divmod(self._room(), len(places))
            return max(1, each + (places.index(place) < more))

    def _room(self) -> int:
        return room_for_actors(self._options, self._ray)


class Stops(Protocol):
    """A group of actors that can be ended in the middle of its work."""

    def stop(self) -> None: ...


@dataclass(slots=True, eq=False)
class Place:
    """The share of a cluster that one model has until it leaves."""

    cluster: SharedCluster
    held: int = 0  # actors that it has
    stopped: bool = False
    _group: Stops | None = None

    @property
    def actors(self) -> int:
        return self.cluster.actors_of(self)

    def leave(self) -> None:
        """Let others have the room; who still asks for actors afterwards waits for some."""
        self.cluster.leave(self)

    def seat(self, group: Stops) -> None:
        """Say which actors work here."""
        self._group = group
        if self.stopped:
            group.stop()

    def stop(self) -> None:
        """End the work here, from any thread."""
        self.stopped = True
        if self._group:
            self._group.stop()
