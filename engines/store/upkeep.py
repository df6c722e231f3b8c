"""Looking after stores: what one holds, results of one put into another, results dropped."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.protocol.store import Owner
from kasauti.engines.store.opening import TABLES, TIMEOUT, has_tables, refuse_foreign
from kasauti.engines.store.score_store import is_whole, opened
from kasauti.engines.store.scores import agree

# Bounds what is held at once: a large model's vectors of one span take 500 kB.
ROWS_AT_ONCE = 256
UNKNOWN = Owner("", "")  # of results without a recorded model, as those of a server's trial
WITH_OWNERS = (
    "checked_results LEFT JOIN owners USING (key) LEFT JOIN models ON models.id = owners.model"
)
UNOWNED = "WHERE key NOT IN (SELECT key FROM owners)"

Found = tuple[bytes, bytes, Owner]  # key, value


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """The results of one model in a store."""

    owner: Owner
    written: str  # when the last of them was written, in ISO format; empty where unknown
    results: int
    value_bytes: int

    @property
    def settings(self) -> dict[str, str]:
        """The settings of the model's identity, by name."""
        parts = (part.partition(":") for part in self.owner.identity.split("|"))
        return {name: value for name, _, value in parts if value}


@dataclass(frozen=True, slots=True)
class StoreInfo:
    """A store and the models whose results it holds."""

    path: Path
    file_bytes: int
    models: tuple[ModelEntry, ...]

    @property
    def results(self) -> int:
        return sum(model.results for model in self.models)


@dataclass(frozen=True, slots=True)
class Merged:
    """The outcome of merging a store into another."""

    added: int
    known: int
    damaged: int
    conflicts: frozenset[bytes] = frozenset()  # keys with two different values


def store_info(path: Path) -> StoreInfo:
    """Return the contents of a store, model by model."""
    with _reading(path) as connection:
        models = tuple(_entries(connection))
    return StoreInfo(path, path.stat().st_size, models)


def merge(source: Path, target: Path) -> Merged:
    """Put the results of `source` into `target`; `source` stays as it is.

    Where both have a result and the two differ, neither is kept: nothing tells which is right.
    """
    if target.exists() and source.exists() and source.samefile(target):
        raise EngineError(f"{source} and {target} are the same store. Give two different ones.")
    added = known = damaged = 0
    conflicts: set[bytes] = set()
    with _reading(source) as connection, opened(target) as store:
        for batch in _batches(connection):
            whole = [found for found in batch if found is not None]
            damaged += len(batch) - len(whole)
            there = store.get([key for key, _, _ in whole])
            new = [found for found in whole if found[0] not in there]
            for owner, results in groupby(new, key=lambda found: found[2]):
                pairs = [(key, value) for key, value, _ in results]
                store.put(pairs, None if owner == UNKNOWN else owner)
            if not store.is_written:
                raise EngineError(
                    f"{target} could not be written after {added} results. "
                    "Free disk space, then merge again."
                )
            added += len(new)
            different = {key for key, value, _ in whole if not agree(there.get(key, value), value)}
            store.drop(different)
            conflicts |= different
            known += len(there) - len(different)
    return Merged(added, known, damaged, frozenset(conflicts))


def drop(path: Path, keys: Iterable[bytes]) -> None:
    """Remove single results, so that they are computed again."""
    with opened(path) as store:
        store.drop(keys)


def prune(path: Path, owners: Sequence[Owner]) -> int:
    """Drop the results of these models and make the file smaller; returns how many they were."""
    _require_store(path)
    with _errors(path), closing(sqlite3.connect(path, timeout=TIMEOUT)) as connection:
        with connection:
            dropped = sum(_drop(connection, owner) for owner in owners)
        connection.execute("VACUUM")
    return dropped


def _drop(connection: sqlite3.Connection, owner: Owner) -> int:
    if owner == UNKNOWN:
        return connection.execute(f"DELETE FROM checked_results {UNOWNED}").rowcount
    (model,) = connection.execute(
        "SELECT id FROM models WHERE identity = ?", [owner.identity]
    ).fetchone()
    dropped = connection.execute(
        "DELETE FROM checked_results WHERE key IN (SELECT key FROM owners WHERE model = ?)", [model]
    ).rowcount
    connection.execute("DELETE FROM owners WHERE model = ?", [model])
    connection.execute("DELETE FROM models WHERE id = ?", [model])
    return dropped


def _entries(connection: sqlite3.Connection) -> Iterator[ModelEntry]:
    """The models by their last result, the latest first; results of none come last."""
    rows = connection.execute(
        f"SELECT name, identity, written, count(*), sum(length(value)) FROM {WITH_OWNERS} "
        "GROUP BY models.id ORDER BY written DESC, name"
    )
    for name, identity, written, results, size in rows:
        owner = Owner(name, identity) if identity else UNKNOWN
        yield ModelEntry(owner, written or "", results, size)


def _batches(connection: sqlite3.Connection) -> Iterator[list[Found | None]]:
    """All results in batches, sorted by owner inside of each; None stands for a damaged one."""
    cursor = connection.execute(f"SELECT key, value, checksum, name, identity FROM {WITH_OWNERS}")
    while rows := cursor.fetchmany(ROWS_AT_ONCE):
        yield sorted(map(_read_row, rows), key=lambda each: each[2].identity if each else "")


def _read_row(row: tuple[bytes, bytes, bytes, str, str]) -> Found | None:
    key, value, _, name, identity = row
    if not is_whole(row[:3]):
        return None
    return key, value, Owner(name, identity) if identity else UNKNOWN


def _require_store(path: Path) -> None:
    if not path.is_file():
        raise EngineError(f"The score store {path} does not exist. Give the file of a store.")
    refuse_foreign(path)


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that changes nothing."""
    _require_store(path)
    with _errors(path):
        source = f"{path.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(source, uri=True, timeout=TIMEOUT)) as connection:
            # A damaged row may claim to be a text, in any bytes.
            connection.text_factory = lambda text: text.decode("utf-8", "replace")
            if not has_tables(connection, path):
                for table in TABLES:
                    connection.execute(f"CREATE TEMP TABLE {table}")
            yield connection


@contextmanager
def _errors(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        raise EngineError(
            f"The score store {path} cannot be used ({error}). "
            "End the runs that use it, or check its permissions."
        ) from None
    except sqlite3.DatabaseError as error:
        raise EngineError(
            f"The score store {path} is damaged ({error}). "
            "The next run with it sets it aside and creates a new one."
        ) from None
