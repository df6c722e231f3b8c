"""Data packs by the values of --pairs: files, folders, published sets, and other sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kasauti.data.pairs.formats.pair import Pair, SourcePairs, by_phenomenon
from kasauti.data.pairs.formats.registry import SETS
from kasauti.data.pairs.published import files_of, parse_request
from kasauti.data.pairs.reading import pair_files, read_pair_file, read_pair_folder
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import is_anything, is_folder, resolve_path
from kasauti.inputs.rows import files_read


def _treebank_pairs(path: Path) -> SourcePairs:
    from kasauti.data.treebank_pairs.pairs import treebank_pairs

    return treebank_pairs(path)


# What `--pairs=NAME:FILE` makes pairs from, beside files of pairs. A further source is a function
# and a line.
SOURCES: Mapping[str, Callable[[Path], SourcePairs]] = {"treebank": _treebank_pairs}
# Several suites ask for the same files; they are parsed once, as long as their content is the same.
MOST_KEPT = 512
_KEPT: dict[tuple[str, str], SourcePairs] = {}


@dataclass(frozen=True, slots=True)
class Phenomenon:
    """The pairs of one phenomenon: those that count, those only documented, those left out."""

    name: str
    pairs: tuple[Pair, ...]
    documented: tuple[Pair, ...]
    left_out: tuple[Pair, ...]  # two equal sentences


@dataclass(frozen=True, slots=True)
class ReadPack:
    """A data pack as its files have it.

    prefix: what the names of its cases start with: the name of a file, or of a set and a language.
    version: its name, and a digest of its files.
    """

    prefix: str
    version: str
    content: SourcePairs
    phenomena: tuple[Phenomenon, ...]


def read_packs(values: Iterable[Path]) -> list[ReadPack]:
    """The data packs of each value of --pairs: a file, a folder, NAME:FILE, or a published set."""
    packs: list[ReadPack] = []
    for value in values:
        for pack in _packs(value):
            if any(pack.prefix == other.prefix for other in packs):
                name = pack.prefix.rstrip("/")
                raise KasautiError(f"Two pairs files are called {name}. Rename one of them.")
            packs.append(pack)
    return packs


def _packs(value: Path) -> list[ReadPack]:
    if not is_anything(value) and (asked := parse_request(str(value))):
        return [
            read_pack(
                f"{each.set.name}/{each.language}",
                each.set.prefix(each.language),
                each.paths,
                each.read,
            )
            for each in files_of(asked)
        ]
    name, colon, rest = str(value).partition(":")
    if colon and name in SOURCES:
        file = Path(rest)
        return [read_pack(file.stem, f"{file.stem}/", (file,), SOURCES[name])]
    if colon and name.isalpha() and not is_anything(value):
        raise KasautiError(
            f"--pairs={value}: {name} is not a source of pairs. Give a file, or one of: "
            f"{', '.join((*(f'{each}:FILE' for each in SOURCES), *SETS))}."
        )
    if is_folder(value):
        called = resolve_path(value).name
        return [
            read_pack(called, f"{called}/", pair_files(value), lambda _: read_pair_folder(value))
        ]
    return [read_pack(value.stem, f"{value.stem}/", (value,), read_pair_file)]


def read_pack(
    name: str, prefix: str, paths: Sequence[Path], read: Callable[[Path], SourcePairs]
) -> ReadPack:
    """A data pack of these files, of which `read` is given the first."""
    with files_read() as files:
        digest = files.digest(paths)
        key = (str([prefix, *map(str, paths)]), digest)
        if key not in _KEPT:
            if len(_KEPT) >= MOST_KEPT:
                _KEPT.clear()
            _KEPT[key] = read(paths[0] if paths else Path(name))
    content = _KEPT[key]
    return ReadPack(prefix, f"{name}@{digest[:8]}", content, tuple(_phenomena(name, content)))


def _phenomena(name: str, content: SourcePairs) -> Iterator[Phenomenon]:
    """Divide the pairs by phenomenon; refuse names and pairs that cannot be cases."""
    groups = by_phenomenon(content.pairs)
    if any(phenomenon.rpartition("/")[2] == "overall" for phenomenon in groups):
        # Reports give the total of a data pack under this name.
        raise KasautiError(f"{name} has a phenomenon called overall. Rename it.")
    first = next(iter(groups), "")
    left_out: dict[str, list[Pair]] = {}
    for pair in content.equal:
        owner = pair.phenomenon if pair.phenomenon in groups else first
        left_out.setdefault(owner, []).append(pair)
    for phenomenon, group in groups.items():
        counted = tuple(pair for pair in group if pair.gated)
        if not counted:
            raise KasautiError(
                f"{name} has only documented pairs of {phenomenon}, which are not counted. "
                "Add one without that status."
            )
        documented = tuple(pair for pair in group if not pair.gated)
        equal = tuple(left_out.get(phenomenon, ()))
        yield Phenomenon(phenomenon, counted, documented, equal)
