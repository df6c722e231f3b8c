"""Many requests at once, their number, and the trials between them.

The number in flight is given, or found by a short ramp: it is doubled as long as that helps.
Results are held back until a trial that began after them finds the same weights.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from kasauti.engines.protocol.errors import EngineError, RefusedError, WrongReplyError

if TYPE_CHECKING:
    from kasauti.engines.backends.served.client import Client

Job = TypeVar("Job")
Result = TypeVar("Result")
FIRST = 4
MOST = 64
ROUNDS = 2  # results per request in flight, after which the speed of a level is known
GAIN = 1.1  # by which a doubling must be faster to be kept
# Results and seconds after which the trial is repeated; the results until then are doubled.
FIRST_TRIAL = 16
LAST_TRIAL = 256
TRIAL_SECONDS = 30.0


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


class InFlight(Generic[Job, Result]):
    """Works on jobs in threads.

    Threads, because a caller may have an event loop of its own; daemons, because a run that is
    interrupted must not wait for a server.
    """

    def __init__(self, jobs: Sequence[Job], work: Callable[[Job], Result], pace: Pace) -> None:
        self._jobs = jobs
        self._work = work
        self._pace = pace
        self._next = 0
        self._running = 0
        self._stopped = False
        self._lock = threading.Lock()
        self._results: queue.SimpleQueue[tuple[int, Result | BaseException]] = queue.SimpleQueue()

    def results(self) -> Iterator[list[tuple[int, Result]]]:
        """(index, result) of each job: all that have come since the last were taken.

        The first error ends the work, after the results that came before it.
        """
        waiting = len(self._jobs)
        try:
            while waiting:
                self._start_threads()
                batch = [self._results.get(), *self._take_arrived()]
                waiting -= len(batch)
                good: list[tuple[int, Result]] = []
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

    def _take_arrived(self) -> Iterator[tuple[int, Result | BaseException]]:
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


@dataclass(slots=True)
class Requests:
    """The requests of all passes over one server."""

    client: Client
    pace: Pace
    repeat_trial: Callable[[], None] | None = None  # None where there are no scores to compare
    between_trials: int = FIRST_TRIAL

    def results(
        self,
        jobs: Sequence[Job],
        work: Callable[[Job], Result],
        arrived: Callable[[int, Result], None],
    ) -> Iterator[list[tuple[int, Result]]]:
        """(index, result) of each job, in lists that a trial has confirmed.

        `arrived` is told of each at once. A server that is busy gets fewer requests at once.
        """
        self.pace.begin()
        slowed = self.client.slowed
        held: list[tuple[int, Result]] = []
        since = time.monotonic()
        try:
            for batch in InFlight(jobs, work, self.pace).results():
                if self.client.slowed > slowed:
                    slowed = self.client.slowed
                    self.pace.slow_down()
                for each in batch:
                    arrived(*each)
                held += batch
                if self._is_due(len(held), time.monotonic() - since):
                    held = yield from self._confirm(held)
                    since = time.monotonic()
        except (RefusedError, WrongReplyError):
            # The server still answers: what came before may be right.
            with suppress(EngineError):
                held = yield from self._confirm(held)
            raise
        yield from self._confirm(held)

    def _is_due(self, held: int, seconds: float) -> bool:
        every = self.repeat_trial is None or held >= self.between_trials
        return every or seconds > TRIAL_SECONDS

    def _confirm(
        self, held: list[tuple[int, Result]]
    ) -> Generator[list[tuple[int, Result]], None, list[tuple[int, Result]]]:
        """The results, after a trial; nothing is held then."""
        if held:
            if self.repeat_trial is not None:
                self.repeat_trial()
            self.between_trials = min(LAST_TRIAL, 2 * self.between_trials)
            yield held
        return []
