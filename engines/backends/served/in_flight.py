"""Many requests at once, their results in the order in which they come.

The number in flight is given, or found by a short ramp: it is doubled as long as that helps.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

FIRST = 4
MOST = 64
ROUNDS = 2  # results per request in flight, after which the speed of a level is known
GAIN = 1.1  # by which a doubling must be faster to be kept


class Pace:
    """Number of requests in flight, kept for all passes over one server."""

    def __init__(self, fixed: int | None = None) -> None:
        self.allowed = fixed or FIRST
        self._growing = fixed is None
        self._best = 0.0  # amount of work per second at the level before
        self.begin()

    def begin(self) -> None:
        """Start measuring: before a new pass, the time since the last one does not count."""
        self._started = time.monotonic()
        self._results = 0
        self._amount = 0

    def done(self, amount: int) -> None:
        """A result has come; `amount` is its work in tokens."""
        if not self._growing:
            return
        self._results += 1
        self._amount += amount
        if self._results < ROUNDS * self.allowed:
            return
        speed = self._amount / max(time.monotonic() - self._started, 1e-9)
        if self._best and speed < self._best * GAIN:
            self.allowed //= 2
            self._growing = False
        elif self.allowed * 2 > MOST:
            self._growing = False
        else:
            self._best = speed
            self.allowed *= 2
        self.begin()

    def slow_down(self) -> None:
        """The server is busy: half as many from now on, and no further ramp."""
        if self._growing:
            self._growing = False
            self.allowed = max(1, self.allowed // 2)


class InFlight(Generic[T, R]):
    """Works on jobs in threads.

    Threads, because a caller may have an event loop of its own; daemons, because a run that is
    interrupted must not wait for a server.
    """

    def __init__(self, jobs: Sequence[T], work: Callable[[T], R], pace: Pace) -> None:
        self._jobs = jobs
        self._work = work
        self._pace = pace
        self._next = 0
        self._running = 0
        self._stopped = False
        self._lock = threading.Lock()
        self._results: queue.SimpleQueue[tuple[int, R | BaseException]] = queue.SimpleQueue()

    def results(self) -> Iterator[list[tuple[int, R]]]:
        """(index, result) of each job: all that have come since the last were taken.

        The first error ends the work, after the results that came before it.
        """
        waiting = len(self._jobs)
        try:
            while waiting:
                self._start_threads()
                batch = [self._results.get(), *self._arrived()]
                waiting -= len(batch)
                good: list[tuple[int, R]] = []
                error: BaseException | None = None
                for index, result in batch:
                    if isinstance(result, BaseException):
                        error = error or result
                    else:
                        good.append((index, result))
                if good:
                    yield good
                if error is not None:
                    raise error
        finally:
            self._stopped = True

    def _arrived(self) -> Iterator[tuple[int, R | BaseException]]:
        while True:
            try:
                yield self._results.get_nowait()
            except queue.Empty:
                return

    def _start_threads(self) -> None:
        with self._lock:
            missing = min(self._pace.allowed - self._running, len(self._jobs) - self._next)
            self._running += max(0, missing)
        for _ in range(missing):
            threading.Thread(target=self._take_jobs, daemon=True, name="request").start()

    def _take_jobs(self) -> None:
        while True:
            with self._lock:
                ended = self._stopped or self._next == len(self._jobs)
                if ended or self._running > self._pace.allowed:
                    self._running -= 1
                    return
                index, self._next = self._next, self._next + 1
            try:
                self._results.put((index, self._work(self._jobs[index])))
            except BaseException as error:
                self._results.put((index, error))
