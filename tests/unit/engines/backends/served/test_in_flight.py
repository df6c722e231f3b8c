"""Many requests at once: as many as allowed, each done once, results as they come."""

from __future__ import annotations

import threading
import time

import pytest

from kasauti.engines.backends.served import in_flight
from kasauti.engines.backends.served.in_flight import FIRST, MOST, InFlight, Pace
from kasauti.engines.protocol.errors import EngineError
from tests.support.hangs import limited

MANY = 100_000  # minutes of work, which nothing waits for


class Watched:
    """Work that counts how much of it happens at once."""

    def __init__(self, seconds: float = 0.005) -> None:
        self.seconds = seconds
        self.now = self.most = 0
        self.done: list[int] = []
        self.lock = threading.Lock()

    def __call__(self, job: int) -> int:
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        time.sleep(self.seconds)
        with self.lock:
            self.now -= 1
            self.done.append(job)
        return job * job


@pytest.mark.parametrize("allowed", [1, 3, 50])
def test_jobs_run_once_within_concurrency_limit(allowed: int) -> None:
    work = Watched()
    found = [each for batch in InFlight(range(40), work, Pace(allowed)).results() for each in batch]
    assert sorted(found) == [(job, job * job) for job in range(40)]
    assert sorted(work.done) == list(range(40))
    assert work.most <= allowed
    assert work.most > 1 or allowed == 1


def test_no_jobs_give_no_results() -> None:
    assert list(InFlight((), Watched(), Pace(4)).results()) == []


def test_error_is_raised_after_earlier_results() -> None:
    work = Watched()

    def fails(job: int) -> int:
        if job == 10:
            raise EngineError("no more")
        return work(job)

    found: list[tuple[int, int]] = []
    results = InFlight(range(MANY), fails, Pace(2)).results()
    with pytest.raises(EngineError, match="no more"):
        found.extend(each for batch in results for each in batch)
    assert {job for job, _ in found} >= set(range(8))
    assert len(work.done) < MANY / 2


def test_leaving_early_ends_the_threads() -> None:
    work = Watched()
    results = InFlight(range(MANY), work, Pace(4)).results()
    next(results)
    results.close()  # type: ignore[attr-defined]
    with limited():
        while work.now:
            time.sleep(0.01)
    count = len(work.done)
    time.sleep(0.1)
    assert len(work.done) == count < MANY / 2


class Clock:
    """A clock for `Pace` that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("capacity", "level"), [(1, FIRST), (8, 8), (16, 16), (1000, MOST)], ids=str
)
def test_ramp_stops_when_concurrency_does_not_help(
    capacity: int, level: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr(in_flight, "time", clock)
    pace = Pace()
    for _ in range(2000):
        clock.now += 1 / min(pace.allowed, capacity)
        pace.done(10)
    assert pace.allowed == level


def test_fixed_concurrency_is_kept() -> None:
    pace = Pace(7)
    for _ in range(500):
        pace.done(1)
    pace.slow_down()
    assert pace.allowed == 7


def test_a_busy_server_gets_half_and_no_further_ramp() -> None:
    pace = Pace()
    pace.slow_down()
    assert pace.allowed == FIRST // 2
    for _ in range(500):
        pace.done(1)
    assert pace.allowed == FIRST // 2


def test_the_ramp_works_on_real_threads() -> None:
    work, pace = Watched(0.01), Pace()
    for batch in InFlight(range(400), work, pace).results():
        for _ in batch:
            pace.done(1)
    assert FIRST < work.most <= MOST
    assert len(work.done) == 400
