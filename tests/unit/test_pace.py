"""Progress: what is told of work that is under way, by a clock that the tests set."""

from __future__ import annotations

import pytest

from kasauti.engines.protocol.phases import listening, phase
from kasauti.fixtures.running.pace import Pace
from kasauti.fixtures.running.progress import _Lines


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_nothing_is_estimated_before_two_batches(clock: Clock) -> None:
    pace = Pace(60, clock=clock)
    assert pace.left() == ""
    clock.now = 22.0  # a model was loaded
    pace.add(1)
    assert pace.left() == ""
    clock.now = 24.0
    pace.add(1)
    assert pace.left() == "about 2 min left"  # 58 steps at 2 s, not at 12 s
    clock.now = 26.0
    pace.add(57)
    assert pace.left() == "about 0 s left"


def test_what_was_stored_tells_nothing_of_the_rest(clock: Clock) -> None:
    pace = Pace(1000, clock=clock)
    pace.add(900, stored=True)
    for _ in range(3):
        clock.now += 10.0
        pace.add(10)
    assert (pace.done, pace.computed, pace.stored) == (930, 30, 900)
    assert pace.left() == "about 70 s left"


def test_a_training_that_may_end_early_takes_at_most_so_long(clock: Clock) -> None:
    pace = Pace(10, may_end_early=True, clock=clock)
    for _ in range(2):
        clock.now += 5.0
        pace.add(1)
    assert pace.left() == "at most 40 s left"


def test_answers_are_judged_by_those_that_are_finished(clock: Clock) -> None:
    pace = Pace(100, most_tokens=100 * 512, clock=clock)
    assert (pace.speed(), pace.left()) == ("", "")
    pace.add(0, tokens=1)
    clock.now = 10.0
    pace.add(0, tokens=999)
    assert pace.speed() == "100 tokens/s"
    assert pace.left() == "at most 8 min left"
    for _ in range(20):
        pace.add(1, spared=512 - 50)
    # 80 answers of about 50 tokens are left, at 100 tokens per second.
    assert pace.left() == "about 40 s left"
    for _ in range(80):
        pace.add(1, spared=512 - 50)
    assert pace.left() == ""


def test_stored_answers_are_neither_short_nor_long(clock: Clock) -> None:
    pace = Pace(100, most_tokens=100 * 512, clock=clock)
    for _ in range(50):
        pace.add(1, spared=512, stored=True)
    pace.add(0, tokens=1)
    clock.now = 10.0
    pace.add(0, tokens=999)
    for _ in range(10):
        pace.add(1, spared=412)
    assert pace.left() == "about 40 s left"  # 40 answers of 100 tokens


def test_a_log_has_lines_at_growing_intervals(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    pace = Pace(3600, clock=clock)
    lines = _Lines(pace, "scoring", "sentences")
    for _ in range(3600):
        clock.now += 1.0
        pace.add(1)
        lines.advance(1)
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "scoring: 1 of 3600 sentences, 1 s so far"
    assert told[1] == "scoring: 16 of 3600 sentences, 16 s so far, about 60 min left"
    assert told[-1] == "scoring: 3600 of 3600 sentences, 60 min so far"
    assert len(told) < 60


def test_a_pass_that_computes_nothing_is_one_line(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    pace = Pace(7, clock=clock)
    lines = _Lines(pace, "scoring", "sentences")
    for count in (3, 4):
        pace.add(count, stored=True)
        lines.advance(count)
    assert capsys.readouterr().err == "scoring: 7 of 7 sentences, all from the store\n"


def test_phases_are_heard_while_someone_listens() -> None:
    from contextlib import contextmanager

    heard: list[str] = []

    @contextmanager
    def listener(name: str):
        heard.append(f"{name} begins")
        yield
        heard.append(f"{name} ends")

    with phase("unheard"):
        pass
    with listening(listener), phase("loading"):
        heard.append("work")
    with phase("unheard"):
        pass
    assert heard == ["loading begins", "work", "loading ends"]
