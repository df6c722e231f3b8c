"""A group of actors with the same model: work is handed out in chunks and taken back as it is done.

An actor or a node that dies gives its chunks to the others and is replaced. Whatever happens, the
group gives up after a time without progress, so that no wait is endless.
"""

from __future__ import annotations

import time
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kasauti.engines.backends.ray.cluster import (
    Place,
    connect,
    gpus_per_actor,
    resources,
    room_for_actors,
    threads_per_actor,
)
from kasauti.engines.backends.ray.worker import Assignment, Worker
from kasauti.engines.protocol.errors import EngineError, PlaceError, first_line
from kasauti.engines.sources.request import RayOptions

# One chunk is computed while the next waits in the actor, so that it never waits for the driver.
CHUNKS_PER_ACTOR = 2
# A chunk at which so many actors died is not given to another one.
MOST_DEATHS = 3
SECONDS_BETWEEN_LOOKS = 2.0


@dataclass(slots=True, eq=False)
class _Actor:
    handle: Any
    loading: Any  # the future of its loading; None when it has loaded
    progress: float  # when something of it was last done
    tasks: dict[Any, int] = field(default_factory=dict)  # the futures of its chunks, oldest first


class ActorGroup:
    """Actors that are started when the first chunk is there and end with `close`."""

    def __init__(self, options: RayOptions, assign: Callable[[int], Assignment]) -> None:
        """`assign` makes the assignment of an actor with so many threads."""
        self._options = options
        self._assign = assign
        self.place: Place | None = None  # where other models use the cluster too
        self._stopped = False
        self._actors: list[_Actor] = []
        self._unfit: list[str] = []  # why actors could not load the model
        self._told: set[str] = set()
        self._deaths = 0  # since the last progress
        self._progress = 0.0
        self._looked = 0.0
        self._wanted = 0

    @cached_property
    def _ray(self) -> Any:
        return connect(self._options)

    @cached_property
    def gpus_per_actor(self) -> float:
        given = self._options.gpus_per_actor
        return given if given is not None else gpus_per_actor(self._options, self._ray)

    @property
    def expected_actors(self) -> int:
        """Number of actors that the cluster has room for now."""
        if self.place:
            return self.place.actors
        return self._options.actors or max(1, room_for_actors(self._options, self._ray))

    def results(
        self, method: str, chunks: Sequence[Any], **settings: Any
    ) -> Iterator[tuple[int, Any]]:
        """(index, result) of each chunk as it is done, in any order."""
        waiting = deque(range(len(chunks)))
        deaths: Counter[int] = Counter()
        self._progress = time.monotonic()
        for actor in self._actors:
            actor.progress = self._progress
        left = len(chunks)
        try:
            while left:
                self._recruit()
                for actor in self._ready():
                    while waiting and len(actor.tasks) < CHUNKS_PER_ACTOR:
                        chunk = waiting.popleft()
                        remote = getattr(actor.handle, method).remote(chunks[chunk], **settings)
                        if not actor.tasks:
                            actor.progress = time.monotonic()  # it was idle until now
                        actor.tasks[remote] = chunk
                for chunk, result in self._collect(waiting, deaths):
                    left -= 1
                    yield chunk, result
        finally:
            if self._stopped:
                self.close()
            # An error or an interruption leaves actors in the middle of chunks that nobody wants.
            for actor in [each for each in self._actors if each.tasks]:
                self._remove(actor)

    def close(self) -> None:
        """End the actors, whatever they are doing."""
        ended, self._actors = self._actors, []
        for actor in ended:
            self._end(actor)

    def stop(self) -> None:
        """End the actors and all that wait for their results, from any thread."""
        self._stopped = True
        self.close()

    def _ready(self) -> list[_Actor]:
        return [actor for actor in self._actors if actor.loading is None]

    def _recruit(self) -> None:
        """Ask for the actors that are missing; where none was asked for, as many as there is room.

        Actors that find no room wait for a node that joins later.
        """
        if self._stopped:
            raise EngineError("The run was ended.")
        now = time.monotonic()
        if not self._looked or now - self._looked > SECONDS_BETWEEN_LOOKS:
            self._looked = now
            self._wanted = self.expected_actors
        for _ in range(self._wanted - len(self._actors) - len(self._unfit)):
            threads = threads_per_actor(self._options, self._ray)
            actor_type = self._ray.remote(num_cpus=threads, num_gpus=self.gpus_per_actor)(Worker)
            handle = actor_type.remote(self._assign(threads))
            self._actors.append(_Actor(handle, handle.load.remote(), now))
        if self.place:
            self.place.held = len(self._actors)

    def _collect(self, waiting: deque[int], deaths: Counter[int]) -> list[tuple[int, Any]]:
        """(chunk, result) of what was done within a few seconds.

        The chunks of actors that died go back to `waiting`.
        """
        owners = {actor.loading: actor for actor in self._actors if actor.loading is not None}
        owners |= {task: actor for actor in self._actors for task in actor.tasks}
        futures = list(owners)
        if futures:
            self._ray.wait(futures, timeout=SECONDS_BETWEEN_LOOKS)
        else:
            time.sleep(0.1)
        # All that is there, oldest first: what an actor had finished before it died is kept.
        done, _ = (
            self._ray.wait(futures, num_returns=len(futures), timeout=0) if futures else ([], [])
        )
        found: list[tuple[int, Any]] = []
        lost = self._ray.exceptions
        for future in done:
            actor = owners[future]
            try:
                result = self._ray.get(future, timeout=self._options.timeout)
            except (lost.RayActorError, lost.ObjectLostError, lost.GetTimeoutError) as error:
                self._bury(actor, waiting, deaths, reason=first_line(error))
            except Exception as error:
                self._refuse(actor, future, error)
            else:
                self._note_progress(actor)
                if future == actor.loading:
                    actor.loading = None
                    self._tell_of_the_unfit()
                else:
                    found.append((actor.tasks.pop(future), result))
        self._give_up_on_the_stuck(waiting, deaths)
        return found

    def _note_progress(self, actor: _Actor) -> None:
        self._progress = actor.progress = time.monotonic()
        self._deaths = 0
        if self.place:
            self.place.cluster.progress = self._progress

    def _bury(
        self, actor: _Actor, waiting: deque[int], deaths: Counter[int], *, reason: str
    ) -> None:
        """Give the chunks of an actor that died to the others."""
        if actor not in self._actors:
            return
        self._remove(actor)
        chunks = list(actor.tasks.values())
        waiting.extendleft(reversed(chunks))
        deaths.update(chunks[:1])
        self._deaths += 1
        if self._deaths > MOST_DEATHS * max(1, self._wanted) or (
            chunks and deaths[chunks[0]] >= MOST_DEATHS
        ):
            raise EngineError(
                f"The actors of the Ray cluster keep dying ({reason}). "
                "Give them more memory, or use a smaller --batch-tokens."
            )

    def _refuse(self, actor: _Actor, future: Any, error: Exception) -> None:
        """One error for all, except where only some nodes cannot load the model."""
        cause = getattr(error, "cause", None) or error
        message = str(cause) if isinstance(cause, EngineError) else ""
        failure = message or f"An actor of the Ray cluster failed ({first_line(cause)})."
        others = [each for each in self._actors if each is not actor]
        if future != actor.loading or not others:
            raise EngineError(failure) from error
        self._remove(actor)
        self._unfit.append(failure)
        if self._ready():
            self._tell_of_the_unfit()

    def _tell_of_the_unfit(self) -> None:
        """Say why actors are left out, once it is known that others can go on without them."""
        for failure in dict.fromkeys(self._unfit):
            if failure not in self._told:
                self._told.add(failure)
                warnings.warn(f"An actor was left out. {failure}", stacklevel=2)

    def _give_up_on_the_stuck(self, waiting: deque[int], deaths: Counter[int]) -> None:
        now, limit = time.monotonic(), self._options.timeout
        for actor in self._ready():
            if actor.tasks and now - actor.progress > limit:
                self._bury(actor, waiting, deaths, reason=f"no result within {limit:g} s")
        progress = self._progress
        if self.place and not self._ready():  # the room may be taken by the other models
            progress = max(progress, self.place.cluster.progress)
        if now - progress <= limit:
            return
        if self._ready():
            raise EngineError(
                f"No actor of the Ray cluster returned a result within {limit:g} s. "
                "Check the cluster, or raise --ray-timeout."
            )
        need = (
            f"{threads_per_actor(self._options, self._ray)} CPUs and {self.gpus_per_actor:g} GPUs"
        )
        # No model will have more luck with a cluster that is too small for any actor.
        fits = room_for_actors(self._options, self._ray)
        raise (EngineError if fits else PlaceError)(
            f"No actor of the Ray cluster had loaded the model within {limit:g} s. Each needs "
            f"{need}; the cluster has {resources(self._ray)}. Lower --threads or --gpus-per-actor, "
            "add nodes, or raise --ray-timeout."
        )

    def _remove(self, actor: _Actor) -> None:
        self._actors.remove(actor)
        self._end(actor)

    def _end(self, actor: _Actor) -> None:
        with suppress(Exception):  # it may be dead already, or the cluster gone
            self._ray.kill(actor.handle, no_restart=True)
