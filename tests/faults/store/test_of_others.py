"""A file that is not a score store is refused and stays as it is, whatever it is."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.store.score_store import ScoreStore, opened


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder; what -shm holds is SQLite's own."""
    return {
        each.name: b"" if each.name.endswith("-shm") else each.read_bytes()
        for each in sorted(folder.iterdir())
        if each.is_file()
    }


def assert_refused(path: Path, words: str = "is not a score store of Kasauti") -> None:
    before = contents(path.parent)
    with pytest.raises(EngineError, match=words) as caught:
        ScoreStore(path)
    assert str(path) in str(caught.value)
    assert "--store=FILE" in str(caught.value)
    assert contents(path.parent) == before


@pytest.fixture
def others(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Another program's open database; its rows are still in its journal."""
    connection = sqlite3.connect(tmp_path / "others.sqlite", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("CREATE TABLE results (key BLOB PRIMARY KEY, value BLOB)")
    for number in range(100):
        connection.execute("INSERT INTO results VALUES (?, ?)", (number, b"precious"))
    yield connection
    connection.close()


def rows(path: Path) -> int:
    connection = sqlite3.connect(path)
    try:
        (number,) = connection.execute("SELECT count(*) FROM results").fetchone()
        assert isinstance(number, int)
        return number
    finally:
        connection.close()


def test_a_live_database_of_another_program(others: sqlite3.Connection, tmp_path: Path) -> None:
    path = tmp_path / "others.sqlite"
    assert (tmp_path / "others.sqlite-wal").stat().st_size > 10_000
    assert_refused(path)
    others.execute("INSERT INTO results VALUES (100, x'00')")
    assert rows(path) == 101


def test_a_database_that_a_killed_program_left_in_its_journal(
    others: sqlite3.Connection, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for ending in ("", "-wal"):
        name = f"others.sqlite{ending}"
        (copy / name).write_bytes((tmp_path / name).read_bytes())
    assert_refused(copy / "others.sqlite")
    assert rows(copy / "others.sqlite") == 100


def test_a_database_with_the_mark_of_another_application(tmp_path: Path) -> None:
    path = tmp_path / "others.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA application_id = 252006673")
        connection.execute("CREATE TABLE checked_results (key, value, checksum)")
    connection.close()
    assert_refused(path)


@pytest.mark.parametrize(
    "content",
    [b"notes", b"KASA" * 99, b"SQLite format 3\0junk" * 99, b"\0" * 8192],
    ids=["text", "text with our mark", "broken database", "zeros"],
)
def test_other_files(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    assert_refused(path)


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite"
    path.touch()
    with opened(path) as store:
        store.put([(b"a", b"1")])
        assert store.get([b"a"]) == {b"a": b"1"}


def test_a_journal_without_its_database(tmp_path: Path) -> None:
    (tmp_path / "scores.sqlite-wal").write_bytes(b"rows of somebody")
    with pytest.raises(EngineError, match="its journal scores.sqlite-wal is not"):
        ScoreStore(tmp_path / "scores.sqlite")
    assert (tmp_path / "scores.sqlite-wal").read_bytes() == b"rows of somebody"
    assert not (tmp_path / "scores.sqlite").exists()


def test_a_folder_a_pipe_and_a_device(tmp_path: Path) -> None:
    folder, pipe = tmp_path / "folder", tmp_path / "pipe"
    folder.mkdir()
    os.mkfifo(pipe)
    for path in (folder, pipe, Path("/dev/null")):
        with pytest.raises(EngineError, match="is not a regular file"):
            ScoreStore(path)
    assert sorted(tmp_path.iterdir()) == [folder, pipe]
    assert not Path("/dev/null.kasauti-lock").exists()


def test_a_link_to_a_store_is_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    target, link = tmp_path / "elsewhere" / "scores.sqlite", tmp_path / "link"
    with opened(target) as store:
        store.put([(b"a", b"1")])
    link.symlink_to(target)
    with opened(link) as store:
        assert store.path == link
        assert store.get([b"a"]) == {b"a": b"1"}
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == ["link"]


def test_link_to_foreign_file_is_refused(tmp_path: Path) -> None:
    target, link = tmp_path / "notes.txt", tmp_path / "link"
    target.write_bytes(b"notes")
    link.symlink_to(target)
    with pytest.raises(EngineError, match=r"notes.txt is not a score store"):
        ScoreStore(link)
    assert link.is_symlink()
    assert target.read_bytes() == b"notes"


def test_a_link_to_itself(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(link)
    with pytest.raises(EngineError, match="cannot be opened"):
        ScoreStore(link)


def test_a_store_of_a_newer_version_stays(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite"
    with opened(path) as store:
        store.put([(b"a", b"1")])
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 3")
    connection.close()
    assert_refused(path, "written by a newer version of Kasauti .schema 3")


def test_foreign_file_is_not_locked(tmp_path: Path) -> None:
    """filelock empties the file that it locks: `poetry.lock` is not its to take."""
    (tmp_path / "poetry.lock").write_bytes(b"precious")
    with opened(tmp_path / "poetry") as store:
        store.put([(b"a", b"1")])
    assert (tmp_path / "poetry.lock").read_bytes() == b"precious"
