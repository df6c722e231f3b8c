"""Missing results are computed once, written batch by batch, counted and reported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from kasauti.engines.store.missing import Keep, Missing
from kasauti.engines.store.score_store import ScoreStore, opened

KEYS = [b"a", b"b", b"a", b"c", b"b"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ScoreStore]:
    with opened(tmp_path / "scores.sqlite") as store:
        yield store


class Doubled:
    """Doubles each key, one batch per key, and remembers what it was asked for."""

    def __init__(self, keys: list[bytes], *, fails_after: int | None = None) -> None:
        self.keys = keys
        self.asked: list[bytes] = []
        self.fails_after = fails_after

    def __call__(self, missing: list[int], keep: Keep) -> None:
        self.asked += [self.keys[index] for index in missing]
        for done, index in enumerate(missing):
            if done == self.fails_after:
                raise KeyboardInterrupt
            keep([(index, self.keys[index] * 2)])


def test_every_key_gets_its_value_and_is_computed_once(store: ScoreStore) -> None:
    compute = Doubled(KEYS)
    values = Missing(store=store, compute=compute).values(KEYS)
    assert values == [b"aa", b"bb", b"aa", b"cc", b"bb"]
    assert compute.asked == [b"a", b"b", b"c"]


def test_only_what_the_store_lacks_is_computed(store: ScoreStore) -> None:
    store.put([(b"b", b"stored")])
    compute = Doubled(KEYS)
    assert Missing(store=store, compute=compute).values(KEYS)[1] == b"stored"
    assert compute.asked == [b"a", b"c"]


def test_nothing_is_computed_if_nothing_is_missing(store: ScoreStore) -> None:
    store.put([(key, key) for key in KEYS])
    missing = Missing(store=store, compute=lambda *_: pytest.fail("computed"))
    assert missing.values(KEYS) == KEYS
    assert missing.values([]) == []


def test_finished_batches_survive_an_interruption(store: ScoreStore) -> None:
    with pytest.raises(KeyboardInterrupt):
        Missing(store=store, compute=Doubled(KEYS, fails_after=2)).fill(KEYS)
    assert store.get(KEYS) == {b"a": b"aa", b"b": b"bb"}


def test_a_batch_is_stored_before_it_is_reported(store: ScoreStore) -> None:
    def interrupt(indices: list[int], computed: bool) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Missing(store=store, compute=Doubled(KEYS), report=interrupt).fill(KEYS)
    assert store.get(KEYS) == {b"a": b"aa"}


def test_different_results_are_counted_and_all_items_reported(store: ScoreStore) -> None:
    store.put([(b"b", b"stored")])
    counter, reported = Counter[str](), list[tuple[list[int], bool]]()
    Missing(
        store=store,
        compute=Doubled(KEYS),
        counter=counter,
        report=lambda indices, computed: reported.append((indices, computed)),
    ).fill(KEYS)
    assert counter == {"computed": 2, "stored": 1}
    assert reported == [([1, 4], False), ([0, 2], True), ([3], True)]


def test_one_result_may_count_for_several_items(store: ScoreStore) -> None:
    counter = Counter[str]()
    missing = Missing(store=store, compute=Doubled([b"a"]), counter=counter, items_per_result=12)
    missing.fill([b"a"])
    missing.fill([b"a"])
    assert counter == {"computed": 12, "stored": 12}


def test_the_store_is_read_in_bounded_parts(
    store: ScoreStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = [bytes([number]) for number in range(10)]
    sizes: list[int] = []
    read = ScoreStore.get

    def get(self: ScoreStore, keys: list[bytes]) -> dict[bytes, bytes]:
        sizes.append(len(keys))
        return read(self, keys)

    monkeypatch.setattr(ScoreStore, "get", get)
    Missing(store=store, compute=Doubled(keys), keys_at_once=4).fill(keys)
    assert sizes == [4, 4, 2]
