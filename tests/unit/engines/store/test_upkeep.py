"""Stores are listed by model, merged and pruned; nothing is lost or served wrongly."""

from __future__ import annotations

import sqlite3
import struct
from contextlib import closing
from pathlib import Path

import pytest

from kasauti.__main__ import main
from kasauti.engines.protocol.backend import SequenceScore
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.protocol.store import Owner
from kasauti.engines.store.score_store import key, opened
from kasauti.engines.store.scores import MARK, pack_score, unpack_score
from kasauti.engines.store.upkeep import Merged, merge, prune, store_info

OLD = Owner("runs/old", "dtype:float32|weights:aaaa")
NEW = Owner("runs/new", "dtype:float32|weights:bbbb")


def results(owner: Owner, count: int) -> list[tuple[bytes, bytes]]:
    keys = [key(owner.identity, bytes([number])) for number in range(count)]
    return [(each, each[:12]) for each in keys]


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """A store with results of two models, and some without a recorded model."""
    path = tmp_path / "first.sqlite"
    with opened(path) as store:
        store.put(results(OLD, 5), OLD)
        store.put(results(NEW, 7), NEW)
        store.put([(b"x" * 20, b"value")])
    return path


@pytest.fixture
def second(tmp_path: Path) -> Path:
    path = tmp_path / "second.sqlite"
    with opened(path) as store:
        store.put(results(NEW, 10), NEW)
    return path


def counts(path: Path) -> dict[str, int]:
    return {model.owner.name: model.results for model in store_info(path).models}


def served(path: Path, *owners: Owner) -> int:
    with opened(path) as store:
        keys = [each for owner in owners for each, _ in results(owner, 20)]
        found = store.get(keys)
    assert all(value == each[:12] for each, value in found.items())
    return len(found)


def test_a_store_is_listed_by_model(first: Path) -> None:
    assert counts(first) == {"runs/old": 5, "runs/new": 7, "": 1}
    info = store_info(first)
    assert info.results == 13
    (old,) = (model for model in info.models if model.owner == OLD)
    assert (old.value_bytes, old.settings["weights"]) == (60, "aaaa")


def test_renamed_model_is_listed_by_last_name(first: Path) -> None:
    with opened(first) as store:
        store.put(results(OLD, 6), Owner("runs/renamed", OLD.identity))
    assert counts(first) == {"runs/renamed": 6, "runs/new": 7, "": 1}


def test_merging_adds_what_is_missing(first: Path, second: Path) -> None:
    assert merge(first, second) == Merged(added=6, known=7, damaged=0)
    assert counts(second) == {"runs/old": 5, "runs/new": 10, "": 1}
    assert served(second, OLD, NEW) == 15
    assert counts(first) == {"runs/old": 5, "runs/new": 7, "": 1}
    assert merge(first, second) == Merged(added=0, known=13, damaged=0)


def test_merging_into_a_new_store(first: Path, tmp_path: Path) -> None:
    merge(first, tmp_path / "deep" / "new.sqlite")
    assert counts(tmp_path / "deep" / "new.sqlite") == counts(first)


def test_damaged_results_are_not_merged(first: Path, second: Path) -> None:
    with closing(sqlite3.connect(first)) as connection, connection:
        ((damaged, _),) = results(OLD, 1)
        connection.execute(
            "UPDATE checked_results SET value = zeroblob(12) WHERE key = ?", [damaged]
        )
        connection.execute("UPDATE checked_results SET value = 'text' WHERE key = ?", [b"x" * 20])
    assert merge(first, second) == Merged(added=4, known=7, damaged=2)
    assert served(second, OLD) == 4


def test_an_open_store_can_be_merged(first: Path, second: Path) -> None:
    with opened(first) as store:
        store.put(results(OLD, 8), OLD)
        assert merge(first, second).added == 9


def test_a_pruned_model_is_gone_and_the_file_smaller(first: Path) -> None:
    with opened(first) as store:
        store.put([(key("large", bytes([n])), bytes(100_000)) for n in range(50)], OLD)
    size = first.stat().st_size
    assert prune(first, [OLD]) == 55
    assert counts(first) == {"runs/new": 7, "": 1}
    assert served(first, OLD) == 0
    assert served(first, NEW) == 7
    assert first.stat().st_size < size / 10


def test_the_command_lists_merges_and_prunes(
    first: Path, second: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["store", "merge", str(first), str(second)]) == 0
    assert f"{first}: 6 added to {second}, 7 already there." in capsys.readouterr().out
    assert main(["store", "info", "--store", str(second)]) == 0
    told = capsys.readouterr().out
    assert "16 results" in told
    assert "runs/new: 10 results, 120 bytes, weights bbbb, dtype float32, last written 20" in told
    assert "model not recorded: 1 result" in told
    assert main(["store", "prune", "--store", str(second), "--model=aaaa"]) == 0
    assert "runs/old: 5 results dropped" in capsys.readouterr().out
    assert main(["store", "prune", "--store", str(second), "--unknown"]) == 0
    assert counts(second) == {"runs/new": 10}
    assert main(["store", "prune", "--store", str(second), "--older-than=1"]) == 4
    assert "has no results of such a model" in capsys.readouterr().err
    with closing(sqlite3.connect(second)) as connection, connection:
        connection.execute("UPDATE models SET written = '2020-01-01T00:00:00+00:00'")
    assert main(["store", "prune", "--store", str(second), "--older-than=1"]) == 0
    assert counts(second) == {}


def test_non_store_file_is_refused_and_unchanged(
    first: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    foreign, damaged = tmp_path / "notes.txt", tmp_path / "damaged.sqlite"
    foreign.write_text("mine")
    damaged.write_bytes(first.read_bytes()[:100] + b"\xff" * 4000)
    for source, target in ((foreign, first), (first, foreign), (tmp_path / "none", first)):
        assert main(["store", "merge", str(source), str(target)]) == 4
    assert main(["store", "merge", str(first), str(first)]) == 4
    assert main(["store", "info", "--store", str(damaged)]) == 4
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 5
    assert all(line.startswith("ERROR: ") for line in told)
    assert foreign.read_text() == "mine"
    assert not (tmp_path / "none").exists()


def test_a_target_that_cannot_be_written_is_one_error(
    first: Path, second: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kasauti.engines.store import score_store

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(score_store, "_write", full)
    with (
        pytest.warns(UserWarning, match="can no longer be used"),
        pytest.raises(EngineError, match="could not be written"),
    ):
        merge(first, second)


def test_relative_paths_are_accepted(
    first: Path, second: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(first.parent)
    assert main(["store", "merge", first.name, second.name]) == 0
    assert main(["store", "merge", first.name, second.name, "new.sqlite"]) == 0
    assert main(["store", "info", "--store", "new.sqlite"]) == 0
    assert counts(Path("new.sqlite")) == counts(second)


def test_contradicting_results_are_reported_and_dropped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stores = [tmp_path / f"{number}.sqlite" for number in range(4)]
    values = [pack_score(-1.0, 3), pack_score(-2.0, 3), pack_score(-1.0, 3)]
    for path, value in zip(stores, values, strict=False):
        with opened(path) as store:
            store.put([(b"a" * 20, value), (b"b" * 20, b"same")], OLD)
    assert main(["store", "merge", *map(str, stores)]) == 1
    assert "1 result contradicted" in capsys.readouterr().out
    with opened(stores[3]) as store:  # nor does the third bring its value back
        assert store.get([b"a" * 20, b"b" * 20]) == {b"b" * 20: b"same"}


def test_scores_that_differ_by_rounding_do_not_contradict(tmp_path: Path) -> None:
    one, other = tmp_path / "one.sqlite", tmp_path / "other.sqlite"
    for path, score in ((one, -100.0), (other, -100.0001)):
        with opened(path) as store:
            store.put([(b"a" * 20, pack_score(score, 30))], OLD)
    assert merge(one, other) == Merged(added=0, known=1, damaged=0)
    with opened(other) as store:
        assert unpack_score(store.get([b"a" * 20])[b"a" * 20], SequenceScore) == SequenceScore(
            -100.0001, 30
        )


IMPOSSIBLE = [(0.5, 3), (float("nan"), 3), (float("-inf"), 3), (-1e9, 3), (-1.0, 0)]


@pytest.mark.parametrize("numbers", IMPOSSIBLE)
def test_impossible_score_is_not_written_merged_or_read(
    tmp_path: Path, numbers: tuple[float, int]
) -> None:
    with pytest.raises(EngineError, match="cannot be"):
        pack_score(*numbers)
    forged = MARK + struct.pack("<dI", *numbers)
    one, other = tmp_path / "one.sqlite", tmp_path / "other.sqlite"
    with opened(one) as store:
        store.put([(b"a" * 20, forged)], OLD)
    assert merge(one, other) == Merged(added=0, known=0, damaged=1)
    with pytest.warns(UserWarning, match="1 damaged result"), opened(one) as store:
        assert store.get([b"a" * 20]) == {}


def test_a_score_just_above_0_is_rounding() -> None:
    assert unpack_score(pack_score(1e-6, 3), SequenceScore) == SequenceScore(1e-6, 3)
