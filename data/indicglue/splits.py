"""A task's files: one for each split, under our names or those of the published layouts."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import files_in, is_file
from kasauti.inputs.rows import files_read

Item = TypeVar("Item")

NAMES = {"train": ("train",), "dev": ("dev", "val", "valid", "validation"), "test": ("test",)}
# IndicGLUE's own files (hi-test.csv), and those of the hub's data set.
FORMS = ("{}", "hi-{}", "{}-00000-of-00001")
# The cloze questions are published as one file, hi.json.
WHOLE = {"test": ("hi",)}
LISTED = 5


class NoAnswersError(KasautiError):
    """Files in which no item has a usable answer."""


@dataclass(frozen=True, slots=True)
class FileContent(Generic[Item]):
    """The items of a file (none: no answers), and a sentence on what was left out or changed."""

    items: tuple[Item, ...]
    repair: str = ""


@dataclass(frozen=True, slots=True)
class Splits(Generic[Item]):
    """A task's examples, divided; where a file is not there, its split is empty."""

    train: tuple[Item, ...]
    dev: tuple[Item, ...]
    test: tuple[Item, ...]
    repairs: tuple[str, ...] = ()


def split_files(folder: Path, suffixes: Sequence[str]) -> dict[str, Path]:
    """The file of each split that the folder has; it must have the one to test on."""
    files: dict[str, Path] = {}
    for split, names in NAMES.items():
        stems = [form.format(name) for form in FORMS for name in names]
        stems += WHOLE.get(split, ())
        wanted = [folder / f"{stem}.{suffix}" for stem in stems for suffix in suffixes]
        found = [path for path in wanted if is_file(path)]
        if len(found) > 1:
            raise KasautiError(
                f"{folder} has both {found[0].name} and {found[1].name}. Keep one of them."
            )
        if found:
            files[split] = found[0]
    if "test" not in files:
        raise KasautiError(
            f"{folder} has no test file: {_others(folder)}. "
            f"Add a test.{' or test.'.join(suffixes)}."
        )
    return files


def read_splits(files: dict[str, Path], read: Callable[[Path], FileContent[Item]]) -> Splits[Item]:
    """The content of the files; dev is tested on where the answers to test are not published."""
    content = {split: read(path) for split, path in files.items()}
    items = {split: content[split].items if split in content else () for split in NAMES}
    repairs = [each.repair for each in content.values() if each.repair]
    if not items["test"]:
        if not items["dev"]:
            raise NoAnswersError(f"{files['test'].parent} cannot be measured: {' '.join(repairs)}")
        repairs.append(f"{files['dev'].name} is used as the test file instead.")
        items |= {"test": items["dev"], "dev": ()}
    return Splits(items["train"], items["dev"], items["test"], tuple(repairs))


def digest(files: dict[str, Path]) -> str:
    """A digest of the content of these files."""
    whole = hashlib.sha256()
    with files_read() as read:
        for split, path in sorted(files.items()):
            whole.update(f"{split}\0{read.digest([path])}\0".encode())
    return whole.hexdigest()[:8]


def draw(items: Sequence[Item], kinds: Sequence[str], count: int, *, seed: int) -> list[Item]:
    """`count` of the items, in turn of each kind while it has any; refuses to draw too many."""
    if count > len(items):
        raise ValueError(f"cannot draw {count} of {len(items)} items")
    generator = random.Random(seed)
    groups: dict[str, list[Item]] = {kind: [] for kind in sorted(set(kinds))}
    for item, kind in zip(items, kinds, strict=True):
        groups[kind].append(item)
    for group in groups.values():
        generator.shuffle(group)
    order = list(groups.values())
    generator.shuffle(order)
    drawn: list[Item] = []
    while len(drawn) < count:
        drawn += [group.pop() for group in order if group][: count - len(drawn)]
    return drawn


def _others(folder: Path) -> str:
    names = [path.name for path in files_in(folder)]
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return f"it has {', '.join(names[:LISTED])}{more}" if names else "it is empty"
