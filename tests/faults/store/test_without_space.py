"""A store that cannot be written does not stop a run: it goes on without, and says so once."""

from __future__ import annotations

import errno
import sqlite3
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.store import score_store
from kasauti.engines.store.missing import Missing
from kasauti.engines.store.score_store import ScoreStore, opened
from tests.support import ROOT

GOES_ON = "The score store .* can no longer be used .*; the run goes on without it"


def failing(message: str):
    def fail(*_: object) -> None:
        raise sqlite3.OperationalError(message)

    return fail


@pytest.mark.parametrize(
    "message",
    [
        "database or disk is full",
        "disk I/O error",
        "attempt to write a readonly database",
        "database is locked",
    ],
)
def test_failed_write_warns_once_and_run_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, message: str
) -> None:
    with opened(tmp_path / "scores.sqlite") as store:
        store.put([(b"before", b"0")])
        monkeypatch.setattr(score_store, "_write", failing(message))
        with pytest.warns(UserWarning, match=GOES_ON) as told:
            store.put([(b"key 1", b"1")])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            store.put([(b"key 2", b"2")])
            store.put([(b"key 3", b"3")])
        assert len(told) == 1
        assert message in str(told[0].message)
        expected = {b"before": b"0", b"key 1": b"1", b"key 3": b"3"}
        assert store.get([b"before", b"key 1", b"key 3"]) == expected


def test_values_are_returned_when_writes_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(score_store, "_write", failing("database or disk is full"))
    keys = [b"a", b"b", b"a"]

    def compute(missing, keep) -> None:
        for index in missing:
            keep([(index, keys[index] * 2)])

    with opened(tmp_path / "scores.sqlite") as store, pytest.warns(UserWarning, match=GOES_ON):
        assert Missing(store=store, compute=compute).values(keys) == [b"aa", b"bb", b"aa"]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_no_space_for_a_new_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(number, "No space left on device")

    monkeypatch.setattr(Path, "mkdir", full)
    with pytest.warns(UserWarning, match=GOES_ON):
        store = ScoreStore(tmp_path / "deep" / "scores.sqlite")
    store.put([(b"a", b"1")])
    assert store.get([b"a", b"b"]) == {b"a": b"1"}
    store.close()


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS])
def test_no_permission_for_a_new_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError(number, "refused")

    monkeypatch.setattr(Path, "mkdir", refused)
    with pytest.raises(EngineError, match=r"cannot be opened .* Pass another --store=FILE"):
        ScoreStore(tmp_path / "deep" / "scores.sqlite")


LIMITED = """
import resource, sys, warnings
from pathlib import Path
from kasauti.engines.store.score_store import ScoreStore

warnings.simplefilter("always")
path, limit = Path(sys.argv[1]), int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
store = ScoreStore(path)
rows = {str(number).encode(): b"x" * 3000 for number in range(100)}
for row in rows.items():
    store.put([row])
assert store.get(list(rows)) == rows
store.close()
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
store = ScoreStore(path)
found = store.get(list(rows))
assert found.items() <= rows.items()
store.close()
print(len(found))
"""


@pytest.mark.parametrize("limit", [0, 1000, 8192, 40_000, 100_000])
def test_files_that_may_not_grow(tmp_path: Path, limit: int) -> None:
    """The system itself refuses to write, as on a full disk."""
    path = tmp_path / "scores.sqlite"
    run = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path), str(limit)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr.count("can no longer be used") == 1, run.stderr
    assert 0 <= int(run.stdout) < 100
    assert (int(run.stdout) > 0) == (limit >= 40_000)


def test_existing_store_is_readable_when_writes_fail(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite"
    with opened(path) as store:
        store.put([(b"0", b"x" * 3000)])
    run = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path), "0"], cwd=ROOT, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout == "1\n"
