"""Where a task's files lie: one folder a task, one file a split."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from kasauti.data.errors import DataError
from kasauti.data.files import files_read, is_file

Item = TypeVar("Item")

NAMES = {"train": ("train",), "dev": ("dev", "valid", "validation"), "test": ("test",)}


@dataclass(frozen=True, slots=True)
class Splits(Generic[Item]):
    """A task's examples, divided; where a file is not there, its split is empty."""

    train: tuple[Item, ...]
    dev: tuple[Item, ...]
    test: tuple[Item, ...]


def split_files(folder: Path, suffixes: Sequence[str]) -> dict[str, Path]:
    """The file of each split that the folder has; it must have the one to test on."""
    files: dict[str, Path] = {}
    for split, names in NAMES.items():
        wanted = [folder / f"{name}.{suffix}" for name in names for suffix in suffixes]
        found = [path for path in wanted if is_file(path)]
        if len(found) > 1:
            raise DataError(
                f"{folder} has both {found[0].name} and {found[1].name}. Keep one of them."
            )
        if found:
            files[split] = found[0]
    if "test" not in files:
        raise DataError(
            f"{folder} has no file to test on. Give it a test.{' or test.'.join(suffixes)}."
        )
    return files


def read_splits(files: dict[str, Path], read: Callable[[Path], Sequence[Item]]) -> Splits[Item]:
    content = {split: tuple(read(path)) for split, path in files.items()}
    return Splits(*(content.get(split, ()) for split in NAMES))


def digest(files: dict[str, Path]) -> str:
    """A digest of the content of these files."""
    whole = hashlib.sha256()
    with files_read() as read:
        for split, path in sorted(files.items()):
            whole.update(f"{split}\0{read.digest([path])}\0".encode())
    return whole.hexdigest()[:8]
