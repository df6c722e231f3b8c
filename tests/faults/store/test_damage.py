"""Damage is found before it is served: by row, by page, and in the header of the file."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import warnings
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kasauti.engines.store.missing import Missing
from kasauti.engines.store.score_store import ScoreStore, checksum, opened
from kasauti.engines.store.scores import is_possible
from tests.faults.store.chaos_store import damaged_store

ROWS = {f"key {number}".encode(): os.urandom(60) for number in range(2000)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "scores.sqlite"


def changed(path: Path, statement: str, *values: bytes) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        assert connection.execute(statement, values).rowcount > 0


# What is marked as a score has to be one.
@given(st.dictionaries(st.binary(), st.binary().filter(is_possible)))
@settings(max_examples=50)
def test_any_bytes_round_trip(rows: dict[bytes, bytes]) -> None:
    with opened(Path(":memory:")) as store:
        store.put(rows.items())
        assert store.get(list(rows)) == rows


@given(st.binary(), st.binary(), st.data())
def test_any_flipped_bit_changes_the_checksum(
    key: bytes, value: bytes, data: st.DataObject
) -> None:
    row = bytearray(key + value)
    if row:
        bit = data.draw(st.integers(0, len(row) * 8 - 1))
        row[bit // 8] ^= 1 << bit % 8
        assert checksum(bytes(row[: len(key)]), bytes(row[len(key) :])) != checksum(key, value)
    assert checksum(key + b"x", value) != checksum(key, b"x" + value)


def test_every_flipped_bit_of_a_stored_row_is_found(path: Path) -> None:
    """In the file itself: no bit of a row can change so that a wrong value is served."""
    key, value = b"the key of this row", b"the right value"
    with opened(path) as store:
        store.put([(key, value)])
    content = path.read_bytes()
    start = content.index(key) - 6  # with the row's own header, which says the types
    end = content.index(value) + len(value) + 8
    for bit in range(start * 8, end * 8):
        flipped = bytearray(content)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with opened(path) as store:
                assert store.get([key]) in ({}, {key: value}), bit


def test_damaged_value_is_recomputed_with_one_warning(path: Path) -> None:
    store = ScoreStore(path)
    store.put([(b"a", b"1"), (b"b", b"2"), (b"c", b"3")])
    changed(path, "UPDATE checked_results SET value = x'39' WHERE key IN (x'61', x'62')")
    asked: list[int] = []

    def compute(missing, keep) -> None:
        asked.extend(missing)
        keep((index, b"new") for index in missing)

    missing = Missing(store=store, compute=compute)
    assert missing.values([b"a", b"b", b"c"]) == [b"new", b"new", b"3"]
    assert asked == [0, 1]
    assert store.get([b"a", b"b"]) == {b"a": b"new", b"b": b"new"}
    with pytest.warns(UserWarning, match="The score store .* had 2 damaged results") as told:
        store.close()
    assert len(told) == 1
    with opened(path) as store:
        assert store.get([b"a", b"b", b"c"]) == {b"a": b"new", b"b": b"new", b"c": b"3"}


@pytest.mark.parametrize("value", ["NULL", "7", "1.5", "'text'"])
def test_a_row_of_another_type_is_dropped(path: Path, value: str) -> None:
    store = ScoreStore(path)
    store.put([(b"a", b"1")])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TABLE checked_results")
        connection.execute("CREATE TABLE checked_results (key, value, checksum)")
        connection.execute(f"INSERT INTO checked_results VALUES (x'61', {value}, x'00')")
    assert store.get([b"a"]) == {}
    with pytest.warns(UserWarning, match="had 1 damaged result,"):
        store.close()


def test_rows_that_changed_places_are_dropped(path: Path) -> None:
    store = ScoreStore(path)
    store.put([(b"a", b"1"), (b"b", b"2")])
    changed(path, "DELETE FROM checked_results WHERE key = x'61'")
    changed(path, "UPDATE checked_results SET key = x'61'")
    assert store.get([b"a"]) == {}
    with pytest.warns(UserWarning, match="had 1 damaged result,"):
        store.close()


def test_damaged_pages_never_give_a_wrong_value(path: Path) -> None:
    """Any page overwritten: each value is right, or computed again, and the run goes on."""
    with opened(path) as store:
        store.put(ROWS.items())
    content = path.read_bytes()
    chance = random.Random(1)
    # Pages 2 to 4 are those of the models, which no result is read from.
    for page in (1, *range(5, len(content) // 4096, 3)):
        broken = bytearray(content)
        broken[4096 * page : 4096 * page + 4096] = chance.randbytes(4096)
        path.write_bytes(broken)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with opened(path) as store:
                found = store.get(list(ROWS))
                assert found.items() <= ROWS.items()
                assert len(found) < len(ROWS)
                store.put(ROWS.items())
                assert store.get(list(ROWS)) == ROWS


def test_damaged_page_sets_store_aside_mid_run(path: Path) -> None:
    with opened(path) as store:
        store.put(ROWS.items())
    content = bytearray(path.read_bytes())
    content[4096:] = os.urandom(len(content) - 4096)
    path.write_bytes(content)
    with opened(path) as store:
        with pytest.warns(UserWarning, match="cannot be used .* set aside as") as told:
            assert store.get(list(ROWS)) == {}
        assert len(told) == 1
        store.put([(b"a", b"1")])
    with opened(path) as store:
        assert store.get([b"a"]) == {b"a": b"1"}
    (aside,) = path.parent.glob("*.aside")
    assert aside.read_bytes() == content


def test_journal_is_set_aside_with_store(path: Path) -> None:
    """A killed writer left a journal; the damage is in a page that the journal does not have."""
    with opened(path) as store:
        store.put(ROWS.items())
    code = (
        "import os, sys; from pathlib import Path;"
        "from kasauti.engines.store.score_store import ScoreStore;"
        "ScoreStore(Path(sys.argv[1])).put([(b'key 1', b'x' * 60)]);"
        "os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    journal = Path(f"{path}-wal").read_bytes()
    assert b"x" * 60 in journal
    content = bytearray(path.read_bytes())
    content[100:108] = b"\xff" * 8  # the header of the page that lists the tables
    path.write_bytes(content)
    with pytest.warns(UserWarning, match="set aside"):
        ScoreStore(path).close()
    (aside,) = path.parent.glob("*.aside")
    assert aside.read_bytes() == content
    assert Path(f"{aside}-wal").read_bytes() == journal
    with opened(path) as store:
        assert store.get([b"key 1"]) == {}


def test_a_damaged_table_of_contents_sets_the_store_aside(path: Path) -> None:
    content = damaged_store(path)
    with pytest.warns(UserWarning, match="malformed.*set aside"):
        store = ScoreStore(path)
    store.put([(b"a", b"1")])
    store.close()
    (aside,) = path.parent.glob("*.aside")
    assert aside.read_bytes() == content


def test_other_connection_uses_replaced_store(path: Path) -> None:
    """Both found the damage; the second one takes the store that the first one created."""
    with opened(path) as store:
        store.put(ROWS.items())
    one, two = ScoreStore(path), ScoreStore(path)
    content = bytearray(path.read_bytes())
    content[4096:] = os.urandom(len(content) - 4096)
    path.write_bytes(content)
    with pytest.warns(UserWarning, match="set aside"):
        assert one.get([b"key 1"]) == {}
    one.put([(b"a", b"1")])
    assert two.get([b"key 1"]) == {}
    assert two.get([b"a"]) == {b"a": b"1"}
    two.close()
    one.close()
    assert len(list(path.parent.glob("*.aside"))) == 1
    with opened(path) as store:
        assert store.get([b"a"]) == {b"a": b"1"}


def test_short_attacks_by_several_processes() -> None:
    code = "import sys; from tests.faults.store.chaos_store import main; main(*sys.argv[1:])"
    for attack, number, line in (
        ("races", "80", "store races: 80 starts, 0 failures"),
        ("damaged", "5", "damaged stores: 5 rounds of 4 processes, 0 failures"),
        ("kills", "10", "kills: 10, 0 lost, 0 wrong"),
    ):
        run = subprocess.run(
            [sys.executable, "-c", code, attack, number], capture_output=True, text=True
        )
        assert run.stdout == f"{line}\n", run.stderr
        assert run.returncode == 0


def test_damaged_result_is_reported_in_one_run_only(path: Path) -> None:
    with opened(path) as store:
        store.put([(b"a", b"1")])
    changed(path, "UPDATE checked_results SET value = x'39'")
    store = ScoreStore(path)
    assert store.get([b"a"]) == store.get([b"a"]) == {}
    with pytest.warns(UserWarning, match="had 1 damaged result,"):
        store.close()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with opened(path) as store:
            assert store.get([b"a"]) == {}
