"""A format of minimal pairs: recognizing and reading its files, and the sets published in it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath, PurePosixPath
from typing import Any

from kasauti.data.pairs.formats.pair import Pair, SourcePairs
from kasauti.inputs.errors import KasautiError

BY_LOGPROB = "logprob"
_SPLIT = re.compile(r"(data|train|test|validation|dev)([-_.]|$)")


@dataclass(frozen=True, slots=True)
class Part:
    """A file's language (ISO 639-3) in a set, and the name by which it is asked for."""

    language: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedSet:
    """A set that others publish, and that --pairs knows by name: an entry of sets.toml.

    size, licence, paper: for the documentation.
    part: the part of the set that a file is, by its path; None where it has no pairs.
    chosen_by: what can stand after the name: languages, or the names of files.
    home: where it is published; repo: its name on the hub, empty where it is not there.
    layout: how a copy of its files is called, for who gets them by hand.
    short: case names have only the language (`hin/SV-G`): the set that the suite is named after.
    all_at_once: the name alone means everything.
    """

    name: str
    title: str
    size: str
    licence: str
    paper: str
    home: str
    layout: str
    part: Callable[[PurePosixPath], Part | None]
    repo: str = ""
    chosen_by: str = "languages"
    short: bool = False
    all_at_once: bool = True

    def prefix(self, language: str) -> str:
        """The beginning of its cases' names in a language."""
        return f"{language}/" if self.short else f"{self.name}/{language}/"


@dataclass(frozen=True, slots=True)
class Row:
    """A row with named fields, and where it stands."""

    path: Path
    line: int
    fields: Mapping[str, object]

    def text(self, key: str) -> str:
        value = self.fields[key]
        if not isinstance(value, str) or not value.strip():
            raise KasautiError(
                f"{self.path}, line {self.line}: {key} is empty or not a string. Fill it in."
            )
        return value

    def pair(self, *, name: str, phenomenon: str, good: str, bad: str, **more: Any) -> Pair:
        """A pair of the two sentences in the fields `good` and `bad`."""
        return Pair(
            id=name,
            phenomenon=phenomenon,
            good=self.text(good),
            bad=self.text(bad),
            source=self.path.name,
            **more,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format of files.

    cases: what each case of a file is about: a phenomenon, a paradigm.
    part: the part of a published set that a file is, by its path; None: what the file is called.
    """

    name: str
    cases: str
    part: Callable[[PurePosixPath], Part | None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RowFormat(Format):
    """A format whose files are rows: JSONL, a JSON list, Parquet, or a table with a header.

    fields: the fields by which a row is recognized.
    convention: what the protocol of its paper compares two sentences by; empty: the suite's own.
    multilingual: one file may hold the same phenomenon in several languages.
    """

    fields: tuple[str, ...]
    pair: Callable[[Row], Pair]
    convention: str = BY_LOGPROB
    multilingual: bool = False

    @property
    def described(self) -> str:
        return ", ".join(self.fields)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFormat(Format):
    """A format whose files are plain lines, the first of which starts with one of `marks`."""

    described: str
    marks: tuple[str, ...]
    read: Callable[[Path], list[Pair]]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFormat(Format):
    """A format whose files are one JSON value, which `matches` recognizes.

    keys: what a file's first line must have where the whole object is on one line, as a row is.
    """

    described: str
    matches: Callable[[object], bool]
    read: Callable[[Path, Any], SourcePairs | list[Pair]]
    keys: tuple[str, ...] = ()


def name_of_file(path: PurePath) -> str:
    """The name of a file; where it is a split of its folder, as on the hub, of the folder.

    >>> name_of_file(PurePath("passive_1/train-00000-of-00001.parquet"))
    'passive_1'
    """
    folder = path.parent.name
    return folder if folder and _SPLIT.match(path.stem) else path.stem


def by_file(language: str) -> Callable[[PurePosixPath], Part | None]:
    """The parts of a set in one language, in which a file is asked for by its name."""
    return lambda path: Part(language, name_of_file(path))


def in_script(text: str, *scripts: str) -> bool:
    """True if most letters of a text are of these scripts, by the first word of their names.

    >>> in_script("они идут", "CYRILLIC"), in_script("они идут", "LATIN")
    (True, False)
    """
    letters = [character for character in text if character.isalpha()]
    found = sum(unicodedata.name(letter, "").split(" ")[0] in scripts for letter in letters)
    return 2 * found > len(letters)
