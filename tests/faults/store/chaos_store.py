"""Long attacks on the score store: `python -m tests.faults.store.chaos_store races 2000`.

`races` lets eight processes open one new store at the same moment, `damaged` one damaged store,
and `kills` kills a writing process at random moments. Each prints one line with its figures, and
the exit code is 1 where a result was lost or wrong.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path

from kasauti.engines.store.score_store import ScoreStore, key, opened

PROCESSES = 8
ROWS = 20  # in a batch of the process that is killed
SECONDS_UNTIL_THE_KILL = 0.06


def value_of(name: str) -> bytes:
    """The only right value of a key."""
    return key("value", name.encode()) * 10


def key_of(name: str) -> bytes:
    return key("key", name.encode())


def races(starts: int) -> str:
    """Open one new store by several processes at the same moment."""
    failures = 0
    rounds = -(-starts // PROCESSES)
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "scores.sqlite")
            failures += _at_once(path, PROCESSES)
            failures += _missing(path, PROCESSES)
    return _told(f"store races: {rounds * PROCESSES} starts, {failures} failures", failures)


def damaged(rounds: int) -> str:
    """Open one damaged store by four processes at the same moment; one of them sets it aside."""
    failures = 0
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "scores.sqlite")
            content = damaged_store(path)
            failures += _at_once(path, 4)
            failures += _missing(path, 4)
            aside = [each.read_bytes() for each in path.parent.glob("*.aside")]
            failures += aside != [content]
    return _told(f"damaged stores: {rounds} rounds of 4 processes, {failures} failures", failures)


def kills(number: int) -> str:
    """Kill a writing process at random moments; what it committed must be there, and be right."""
    lost = wrong = written = 0
    done: set[str] = set()
    chance = random.Random(number)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "scores.sqlite")
        for attempt in range(number):
            if attempt % 10 == 0:  # kills during creation count as well
                path, done = Path(folder, f"{attempt}.sqlite"), set()
            committed, last = _killed_writer(
                path, attempt, chance.uniform(0, SECONDS_UNTIL_THE_KILL)
            )
            done |= committed
            written += len(committed)
            with opened(path) as store:
                names = sorted(done | last)
                found = store.get([key_of(name) for name in names])
            lost += sum(key_of(name) not in found for name in done)
            wrong += sum(
                found.get(key_of(name), value_of(name)) != value_of(name) for name in names
            )
    if not written:
        raise SystemExit("kills: nothing was written before any of them")
    return _told(f"kills: {number}, {lost} lost, {wrong} wrong", lost + wrong)


def damaged_store(path: Path) -> bytes:
    """Make a store whose table of contents is malformed; returns the content of the file."""
    with opened(path) as store:
        store.put([(b"old", b"value")])
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    content = bytearray(path.read_bytes())
    content[100:108] = b"\xff" * 8  # the header of the page that lists the tables
    path.write_bytes(content)
    return bytes(content)


def _at_once(path: Path, processes: int) -> int:
    """Number of these processes that could not open the store and write to it."""
    waiting, go = os.pipe()
    ready, told = os.pipe()

    def start(number: int) -> None:
        os.close(go)
        os.write(told, b".")
        os.read(waiting, 1)  # returns when the last other end is closed
        with opened(path) as store:
            store.put([(key_of(str(number)), value_of(str(number)))])

    children = [_forked(partial(start, number)) for number in range(processes)]
    there = 0
    while there < processes:
        there += len(os.read(ready, processes))
    os.close(go)
    failures = sum(os.waitpid(child, 0)[1] != 0 for child in children)
    for end in (waiting, ready, told):
        os.close(end)
    return failures


def _missing(path: Path, processes: int) -> int:
    with opened(path) as store:
        found = store.get([key_of(str(number)) for number in range(processes)])
    names = [str(number) for number in range(processes)]
    return sum(found.get(key_of(name)) != value_of(name) for name in names)


def _killed_writer(path: Path, attempt: int, seconds: float) -> tuple[set[str], set[str]]:
    """Names of the results that were committed, and of those that may or may not be."""
    reading, writing = os.pipe()
    child = _forked(lambda: _write_for_ever(path, attempt, writing))
    os.close(writing)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as pipe:
        batches = len(pipe.read())
    committed = {f"{attempt}-{batch}-{row}" for batch in range(batches) for row in range(ROWS)}
    return committed, {f"{attempt}-{batches}-{row}" for row in range(ROWS)}


def _write_for_ever(path: Path, attempt: int, told: int) -> None:
    store = ScoreStore(path)
    batch = 0
    while True:
        names = [f"{attempt}-{batch}-{row}" for row in range(ROWS)]
        store.put((key_of(name), value_of(name)) for name in names)
        os.write(told, b".")  # one byte for each batch that was committed
        batch += 1


def _forked(work: Callable[[], object]) -> int:
    """The id of a process that does this work and ends with 0, or with 1 for any exception."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            work()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _told(line: str, failures: int) -> str:
    if failures:
        raise SystemExit(line)
    return line


def main(attack: str = "races", number: str = "2000") -> None:
    attacks = {"races": races, "damaged": damaged, "kills": kills}
    sys.stdout.write(attacks[attack](int(number)) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
