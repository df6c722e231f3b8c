"""Published sets by name: `multiblimp:hin,san`, `blimp`, `clams:fr@FOLDER`, `bhs:swa@REVISION`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from kasauti.data.pairs.download import REVISION, download
from kasauti.data.pairs.formats.format import Part, PublishedSet
from kasauti.data.pairs.formats.pair import SourcePairs
from kasauti.data.pairs.formats.registry import SETS
from kasauti.data.pairs.reading import SUFFIXES, join_files, pair_files, read_known_files
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import is_folder
from kasauti.text.languages import bcp47

ALL = "all"


@dataclass(frozen=True, slots=True)
class Asked:
    """A set, which parts of it are asked for (all, where none is named), and where it is.

    given: as the user wrote it, for messages.
    """

    given: str
    set: PublishedSet
    parts: tuple[str, ...]
    where: str  # a folder, a revision of the hub, or empty: the hub, as it was when first used

    def __str__(self) -> str:
        return f"--pairs={self.given}"


@dataclass(frozen=True, slots=True)
class FilesOfLanguage:
    """The files of a set in one language, where they lie."""

    set: PublishedSet
    language: str
    folder: Path
    paths: tuple[Path, ...]
    note: str

    def read(self, _path: Path) -> SourcePairs:
        """The pairs of the files; files in no format of pairs are left out."""
        found, _ = read_known_files(self.paths)
        named = {path: _in_language(each, self.language) for path, each in found.items()}
        return replace(join_files(self.folder, named), note=self.note)


def parse_request(given: str) -> Asked | None:
    """The set that the user asks for by name; None where it is not the name of a set."""
    name, at, where = given.partition("@")
    name, colon, parts = name.partition(":")
    if name not in SETS:
        return None
    listed = tuple(dict.fromkeys(part.strip() for part in parts.split(",") if part.strip()))
    found = Asked(given, SETS[name], listed, where)
    if (colon and not listed) or (at and not where):
        raise KasautiError(f"{found} is incomplete. Write {_example(found.set)}.")
    if not listed and not found.set.all_at_once:
        raise KasautiError(
            f"{found} is large: say which of its {found.set.chosen_by}, as in "
            f"{_example(found.set)}, or {name}:{ALL}."
        )
    return found


def files_of(asked: Asked) -> list[FilesOfLanguage]:
    """The files that are asked for, by language: from a folder, or from the hub."""
    if asked.where and not REVISION.fullmatch(asked.where):
        folder = Path(asked.where)
        if not is_folder(folder):
            raise KasautiError(
                f"{asked}: {folder} is not a folder. Give one with a copy of the set."
            )
        there = {path.relative_to(folder).as_posix(): path for path in pair_files(folder)}
        return _by_language(asked, folder, there, choose_files(asked, list(there)), "")
    found = download(
        asked.set,
        lambda listed: choose_files(asked, listed),
        given=asked.given,
        revision=asked.where,
    )
    note = f"{asked.set.title} is {asked.set.repo} on the hub at revision {found.revision}."
    return _by_language(
        asked, found.folder, found.paths, choose_files(asked, list(found.listed)), note
    )


def choose_files(asked: Asked, listed: list[str]) -> dict[str, Part]:
    """The files of these that are asked for; a part that the set does not have is told."""
    parts = {
        name: part
        for name in sorted(listed)
        if PurePosixPath(name).suffix.lower() in SUFFIXES
        and (part := asked.set.part(PurePosixPath(name)))
    }
    if not asked.parts or ALL in asked.parts:
        if not parts:
            raise KasautiError(f"{asked} has no files of pairs. See {asked.set.home}.")
        return parts
    kept: dict[str, Part] = {}
    for wanted in asked.parts:
        matching = {name: part for name, part in parts.items() if _is(asked.set, part, wanted)}
        if not matching:
            there = dict.fromkeys(_name_parts(asked.set, part) for part in parts.values())
            raise KasautiError(
                f"{asked}: {asked.set.title} has no {wanted}. "
                f"It has: {', '.join(there) or 'nothing there'}."
            )
        kept |= matching
    return kept


def _by_language(
    asked: Asked, folder: Path, paths: Mapping[str, Path], parts: Mapping[str, Part], note: str
) -> list[FilesOfLanguage]:
    groups: dict[str, list[Path]] = {}
    for name, part in parts.items():
        groups.setdefault(part.language, []).append(paths[name])
    return [
        # The note stands once for all languages.
        FilesOfLanguage(asked.set, language, folder, tuple(found), "" if index else note)
        for index, (language, found) in enumerate(groups.items())
    ]


def _is(published: PublishedSet, part: Part, wanted: str) -> bool:
    if published.chosen_by == "languages":
        return bcp47(part.language) == bcp47(wanted)
    return part.name == wanted


def _name_parts(published: PublishedSet, part: Part) -> str:
    return part.language if published.chosen_by == "languages" else part.name


def _example(published: PublishedSet) -> str:
    examples = {"languages": "hin,san", "suites": "fgd_subject"}
    return f"{published.name}:{examples.get(published.chosen_by, 'NAME')}"


def _in_language(content: SourcePairs, language: str) -> SourcePairs:
    """The pairs in the language of their set, where they do not say another."""
    code = bcp47(language)
    return replace(
        content,
        pairs=tuple(replace(pair, language=pair.language or code) for pair in content.pairs),
        equal=tuple(replace(pair, language=pair.language or code) for pair in content.equal),
    )
