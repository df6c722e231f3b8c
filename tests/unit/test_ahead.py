"""Several models at once: as many as there is room for, each waited for when its turn comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Barrier, Event, Lock
from typing import Any, cast

import pytest

from kasauti.engines.backends.ray import cluster
from kasauti.engines.backends.ray.cluster import SharedCluster
from kasauti.engines.protocol.errors import EngineError, PlaceError
from kasauti.engines.sources.request import RayOptions
from kasauti.fixtures.running.ahead import Ahead
from kasauti.fixtures.running.turns import Turns
from kasauti.fixtures.suites.passes import Passes

SECONDS = 10


class Places:
    """Room for so many models at once."""

    def __init__(self, room: int) -> None:
        self.room, self.given, self.most = room, 0, 0
        self.lock = Lock()
        self.broken: Exception | None = None

    def find(self) -> FakePlace | None:
        with self.lock:
            if self.broken:
                raise self.broken
            if self.given == self.room:
                return None
            self.given += 1
            self.most = max(self.most, self.given)
            return FakePlace(self)


class FakePlace:
    def __init__(self, places: Places) -> None:
        self.places, self.stopped = places, Event()

    def leave(self) -> None:
        with self.places.lock:
            self.places.given -= 1

    def stop(self) -> None:
        self.stopped.set()


@contextmanager
def unseen(total: int, **_: Any) -> Iterator[Any]:
    yield lambda count, **tokens: None


def passes(name: str) -> Passes:
    return cast(Passes, name)


@pytest.fixture
def started() -> Iterator[Callable[..., Ahead[FakePlace]]]:
    made: list[Ahead[FakePlace]] = []

    def start(count: int, places: Places, work: Any, **more: Any) -> Ahead[FakePlace]:
        made.append(Ahead(count, places.find, work, **more))
        return made[-1]

    yield start
    for each in made:
        each.close()


def test_as_many_models_at_once_as_there_is_room_for(started: Any) -> None:
    places, together = Places(2), Barrier(2)

    def work(number: int, *_: object) -> Passes:
        together.wait(SECONDS)  # breaks, unless two are at work at the same time
        return passes(f"model {number}")

    ahead = started(6, places, work)
    with ExitStack() as opened:
        taken = [ahead.take(number, unseen, opened) for number in range(6)]
    assert taken == [f"model {number}" for number in range(6)]
    assert places.most == 2
    assert places.given == 0


def test_the_next_models_go_on_while_one_is_looked_at(started: Any) -> None:
    begun = [Event() for _ in range(3)]

    def work(number: int, *_: object) -> Passes:
        begun[number].set()
        return passes(str(number))

    ahead = started(3, Places(1), work)
    with ExitStack() as opened:
        ahead.take(0, unseen, opened)
        assert begun[2].wait(SECONDS)


def test_a_model_that_fails_does_not_lose_the_others(started: Any) -> None:
    closed: list[int] = []

    def work(number: int, watch: Any, place: object, opened: ExitStack) -> Passes:
        opened.callback(closed.append, number)
        if number == 1:
            raise EngineError("It holds no weights. Save it again.")
        return passes(str(number))

    ahead = started(3, Places(1), work)
    for number in range(3):
        with ExitStack() as opened:
            if number == 1:
                with pytest.raises(EngineError, match="It holds no weights. Save it again."):
                    ahead.take(number, unseen, opened)
            else:
                assert ahead.take(number, unseen, opened) == str(number)
            assert closed == list(range(number))
    assert closed == [0, 1, 2]


def test_progress_is_shown_when_the_turn_of_a_model_comes(started: Any) -> None:
    shown: list[Any] = []

    def work(number: int, watch: Any, *_: object) -> Passes:
        for doing in ("scoring", "generating"):
            with watch(2, doing=doing, alone=True) as advance:
                advance(1)
                advance(1, tokens=5)
        return passes(str(number))

    @contextmanager
    def watch(total: int, **given: Any) -> Iterator[Any]:
        shown.append((total, given))
        yield lambda count, **tokens: shown.append((count, tokens))

    ahead = started(2, Places(2), work)
    with ExitStack() as opened:
        ahead.take(0, watch, opened)
    assert shown == [
        *((2, {"doing": "scoring"}), (1, {}), (1, {"tokens": 5})),
        *((2, {"doing": "generating"}), (1, {}), (1, {"tokens": 5})),
    ]


def test_what_nobody_will_take_is_stopped_and_closed(started: Any) -> None:
    begun, closed, done = Event(), Event(), []

    def work(number: int, watch: Any, place: FakePlace, opened: ExitStack) -> Passes:
        opened.callback(closed.set)
        begun.set()
        assert place.stopped.wait(SECONDS)
        raise EngineError("The run was ended.")

    ahead = started(3, Places(1), work, done=lambda number, _: done.append(number))
    assert begun.wait(SECONDS)
    ahead.close()
    assert closed.is_set()
    assert sorted(done) == [0, 1, 2]


def test_nobody_waits_for_models_that_a_lost_cluster_cannot_begin(started: Any) -> None:
    places = Places(1)

    def work(number: int, *_: object) -> Passes:
        places.broken = RuntimeError("the head is gone")
        return passes(str(number))

    ahead = started(3, places, work)
    with ExitStack() as opened:
        assert ahead.take(0, unseen, opened) == "0"
        for number in (1, 2):
            with pytest.raises(PlaceError, match="the head is gone"):
                ahead.take(number, unseen, opened)


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many actors the cluster holds; the test may change it."""
    found = [0]
    monkeypatch.setattr(cluster, "connected", lambda _: None)
    monkeypatch.setattr(cluster, "room_for_actors", lambda *_: found[0])
    return found


def test_the_room_is_divided_among_the_models(room: list[int]) -> None:
    room[0] = 8
    cluster = SharedCluster(RayOptions(address="auto"))
    places = [place for _ in range(3) if (place := cluster.place())]
    assert [place.actors for place in places] == [3, 3, 2]
    places[0].leave()
    assert [place.actors for place in places[1:]] == [4, 4]
    room[0] = 11  # a node joined
    assert [place.actors for place in places[1:]] == [6, 5]
    assert places[0].actors == 3  # tests that ask for more later still get some


def test_no_more_models_than_actors_at_once(room: list[int]) -> None:
    room[0] = 2
    cluster = SharedCluster(RayOptions(address="auto"))
    first, second = cluster.place(), cluster.place()
    assert first
    assert second
    assert cluster.place() is None
    assert [first.actors, second.actors] == [1, 1]
    first.leave()
    assert cluster.place() is not None


def test_a_model_that_took_the_room_of_others_keeps_it_until_it_ends(room: list[int]) -> None:
    room[0] = 3
    cluster = SharedCluster(RayOptions(address="auto"))
    first = cluster.place()
    assert first
    assert first.actors == 3
    first.held = 3
    assert cluster.place() is None


def test_actors_count_per_model(room: list[int]) -> None:
    room[0] = 5
    cluster = SharedCluster(RayOptions(address="auto", actors=2))
    places = [cluster.place() for _ in range(3)]
    assert [place and place.actors for place in places] == [2, 2, None]


def test_the_first_model_has_a_place_in_any_case(room: list[int]) -> None:
    cluster = SharedCluster(RayOptions(address="auto", actors=2))
    assert cluster.place() is not None  # an autoscaler, or a node that joins, may make room
    assert cluster.place() is None


def test_one_worker_computes_and_the_others_wait_for_each_model(tmp_path: Path) -> None:
    first, second = (Turns(tmp_path, at_once=True) for _ in range(2))
    assert first.take_all(2)
    assert not second.take_all(2)
    first.end(0, None)
    with second.turn(0):
        second.refuse_failed(0)  # its results are stored
    lock: Any = second.turn(1)
    with pytest.raises(TimeoutError):
        lock.acquire(timeout=0.1)
    first.end(1, EngineError("It holds no weights. Save it again."))
    with second.turn(1), pytest.raises(EngineError, match="It holds no weights"):
        second.refuse_failed(1)  # not tried again


def test_without_workers_nobody_waits() -> None:
    turns = Turns(None, at_once=True)
    assert turns.take_all(3)
    with turns.turn(0), turns.turn(0):
        turns.end(0, None)
