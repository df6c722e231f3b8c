"""A store of the first schema, without checksums, goes on serving its results."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from kasauti.engines.store.ownership import APPLICATION
from kasauti.engines.store.score_store import key, opened

ROWS = {key("context", bytes([number])): bytes([number]) * 50 for number in range(200)}
# As the first schema was made: in this order, with each statement a transaction of its own.
LAYOUT = [
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    f"PRAGMA application_id = {APPLICATION}",
    "PRAGMA user_version = 1",
    "CREATE TABLE IF NOT EXISTS results (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store of the first schema, from a run that ended well."""
    path = tmp_path / "scores.sqlite"
    with closing(first_schema(path)):
        pass
    return path


def first_schema(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in LAYOUT:
        connection.execute(statement)
    connection.executemany("INSERT OR REPLACE INTO results VALUES (?, ?)", ROWS.items())
    return connection


def test_its_results_are_served_and_new_ones_added(path: Path) -> None:
    for _ in range(2):
        with opened(path) as store:
            assert store.get(list(ROWS)) == ROWS
            store.put([(b"new", b"value")])
            assert store.get([b"new", *ROWS]) == ROWS | {b"new": b"value"}
    assert not list(path.parent.glob("*.aside"))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (2,)
        assert connection.execute("SELECT count(*) FROM results").fetchone() == (len(ROWS),)


def test_a_run_that_was_killed_before_its_journal_was_written_back(tmp_path: Path) -> None:
    """All of it, with the mark that makes it ours, is in the journal alone."""
    live, left = tmp_path / "live.sqlite", tmp_path / "left.sqlite"
    with closing(first_schema(live)):
        for ending in ("", "-wal"):
            Path(f"{left}{ending}").write_bytes(Path(f"{live}{ending}").read_bytes())
    assert left.read_bytes()[68:72] == b"\0\0\0\0"
    with opened(left) as store:
        assert store.get(list(ROWS)) == ROWS


def test_a_writer_of_the_first_schema_may_still_have_it_open(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite"
    with closing(first_schema(path)) as old, opened(path) as store:
        assert store.get(list(ROWS)) == ROWS
        old.execute("INSERT OR REPLACE INTO results VALUES (x'61', x'31')")
        assert store.get([b"a"]) == {b"a": b"1"}


def test_a_result_that_was_written_again_comes_from_the_checked_ones(path: Path) -> None:
    name = next(iter(ROWS))
    with opened(path) as store:
        store.put([(name, b"newer")])
        assert store.get([name]) == {name: b"newer"}


@pytest.mark.parametrize("statement", range(8))
def test_a_kill_in_the_middle_of_taking_it_over(path: Path, statement: int) -> None:
    """Killed before each statement in turn."""
    code = """
import os, sqlite3, sys
from pathlib import Path
from kasauti.engines.store.score_store import ScoreStore

left = int(sys.argv[2])

class Dies(sqlite3.Connection):
    def execute(self, *arguments):
        global left
        if left == 0:
            os.kill(os.getpid(), 9)
        left -= 1
        return super().execute(*arguments)

connect = sqlite3.connect
sqlite3.connect = lambda *a, **k: connect(*a, **k, factory=Dies)
ScoreStore(Path(sys.argv[1]))
os.kill(os.getpid(), 9)
"""
    run = subprocess.run([sys.executable, "-c", code, str(path), str(statement)], check=False)
    assert run.returncode == -9
    with opened(path) as store:
        assert store.get(list(ROWS)) == ROWS
        store.put([(b"new", b"value")])
        assert store.get([b"new"]) == {b"new": b"value"}
