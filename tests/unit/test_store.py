"""The store keeps what was written, serves only the exact key, and distrusts other files."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.engines.errors import EngineError
from kasauti.engines.store.score_store import ScoreStore, key, opened

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "scores.sqlite"


def test_gives_back_what_was_put(path: Path) -> None:
    with opened(path) as store:
        store.put([(b"a", b"1"), (b"b", b"2")])
    with opened(path) as store:
        assert store.get([b"a", b"b", b"c"]) == {b"a": b"1", b"b": b"2"}


def test_takes_more_keys_than_one_statement_can(path: Path) -> None:
    keys = [str(number).encode() for number in range(5000)]
    with opened(path) as store:
        store.put((each, each) for each in keys)
        assert store.get(keys) == {each: each for each in keys}


@given(st.text(), st.binary(), st.text(), st.binary())
def test_keys_differ_where_anything_differs(
    context: str, content: bytes, other_context: str, other_content: bytes
) -> None:
    same = (context, content) == (other_context, other_content)
    assert (key(context, content) == key(other_context, other_content)) == same


def test_the_border_between_context_and_content_counts() -> None:
    assert key("ab", b"c") != key("a", b"bc")


def test_survives_a_kill_in_the_middle_of_writing(path: Path) -> None:
    """Killed after the tenth batch of a hundred: the ten are there, and the file is whole."""
    code = f"""
import sys
from pathlib import Path
from kasauti.engines.store.score_store import ScoreStore
store = ScoreStore(Path({str(path)!r}))
for batch in range(100000):
    store.put((f"{{batch}}-{{i}}".encode(), b"x") for i in range(100))
    print(batch, flush=True)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    for line in process.stdout:
        if int(line) >= 10:
            os.kill(process.pid, signal.SIGKILL)
            break
    process.wait()
    process.stdout.close()
    with opened(path) as store:
        keys = [f"{batch}-{i}".encode() for batch in range(11) for i in range(100)]
        assert len(store.get(keys)) == len(keys)


@pytest.mark.parametrize(
    "content",
    [
        b"this is no database, but a text that somebody put there" * 50,
        b"SQLite format 3\0junk" * 99,
    ],
    ids=["text", "broken database"],
)
def test_a_corrupt_store_is_set_aside_with_a_warning(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.warns(UserWarning, match="set aside"):
        store = ScoreStore(path)
    store.put([(b"a", b"1")])
    assert store.get([b"a"]) == {b"a": b"1"}
    store.close()
    (aside,) = path.parent.glob("*.aside")
    assert aside.read_bytes() == content  # nothing is lost


def test_a_damaged_page_is_found(path: Path) -> None:
    with opened(path) as store:
        store.put((os.urandom(20), os.urandom(12)) for _ in range(5000))
    damaged = bytearray(path.read_bytes())
    damaged[4096 * 5 : 4096 * 6] = os.urandom(4096)
    path.write_bytes(damaged)
    with pytest.warns(UserWarning, match="set aside"):
        ScoreStore(path).close()


def test_another_programs_database_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE results (key BLOB, value BLOB)")
        other.execute("INSERT INTO results VALUES (x'61', x'66616b65')")
    other.close()
    with pytest.warns(UserWarning, match="another program"):
        store = ScoreStore(path)
    assert store.get([b"a"]) == {}
    store.close()


def test_two_processes_can_share_a_store(path: Path) -> None:
    with opened(path) as one, opened(path) as two:
        one.put([(b"a", b"1")])
        two.put([(b"b", b"2")])
        assert one.get([b"a", b"b"]) == two.get([b"a", b"b"]) == {b"a": b"1", b"b": b"2"}


def test_a_folder_is_refused_and_never_set_aside(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="cannot be opened"):
        ScoreStore(tmp_path)
    assert tmp_path.is_dir()
    assert not list(tmp_path.parent.glob("*.aside"))
