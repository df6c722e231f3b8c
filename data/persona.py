"""persona.toml: what a voice sounds like, what it must keep apart, and what it never says."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kasauti.data.errors import DataError
from kasauti.data.files import read_text

# \w knows no combining marks, so that a vowel sign would end a Devanagari word.
WORD = r"[\w\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963]"
ENGLISH = "en"
TEXTS = ("name", "description", "language")
TABLES = {
    "markers": ("name", "weight", "expected", "patterns"),
    "distinctions": ("name", "about", "must", "must_not", "why"),
    "negative": ("name", "patterns", "why"),
}


@dataclass(frozen=True, slots=True)
class Phrase:
    """A regular expression, as its author wrote it."""

    source: str

    @property
    def regex(self) -> re.Pattern[str]:
        """As it is matched; compiled at the first need, since a run of another suite has none."""
        return bounded(self.source)


@dataclass(frozen=True, slots=True)
class Markers:
    """Expressions of one kind, how much they count, and how often an answer should have one."""

    name: str
    weight: float
    expected: int
    patterns: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class Distinction:
    """What an answer to a question about a subject must say and must not say."""

    name: str
    about: tuple[Phrase, ...]
    must: tuple[Phrase, ...]
    must_not: tuple[Phrase, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Negative:
    """What the persona never says."""

    name: str
    patterns: tuple[Phrase, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Persona:
    """A voice, as its file tells it."""

    name: str
    description: str
    markers: tuple[Markers, ...]
    distinctions: tuple[Distinction, ...]
    negatives: tuple[Negative, ...]
    language: str = ENGLISH  # BCP 47: what its questions are asked in


def read_persona(path: Path) -> Persona:
    """The persona of a file, refused with its place where it cannot be meant.

    Its expressions are checked apart, by `check_phrases`: that takes a fifth of a second.
    """
    try:
        table = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path} is not TOML ({error}). Correct it.") from None
    if unknown := sorted(table.keys() - TABLES.keys() - set(TEXTS)):
        known = ", ".join([*TEXTS, *TABLES])
        raise DataError(f"{path} has the unknown entry {unknown[0]}. Use {known}.")
    entries = {kind: _entries(path, kind, table) for kind in TABLES}
    if not entries["markers"]:
        raise DataError(f"{path} has no marker group. Add [[markers]].")
    return Persona(
        _text(f"{path}", table, "name"),
        _text(f"{path}", table, "description"),
        tuple(_markers(place, entry) for place, entry in entries["markers"]),
        tuple(_distinction(place, entry) for place, entry in entries["distinctions"]),
        tuple(
            Negative(
                _text(place, entry, "name"), _phrases(place, entry), _text(place, entry, "why")
            )
            for place, entry in entries["negative"]
        ),
        _text(f"{path}", table, "language") if "language" in table else ENGLISH,
    )


def check_phrases(path: Path, persona: Persona) -> None:
    """Refuse an expression that is none or that matches everywhere."""
    groups = [each.patterns for each in persona.markers]
    groups += [each.patterns for each in persona.negatives]
    groups += [(*each.about, *each.must, *each.must_not) for each in persona.distinctions]
    for phrase in (phrase for group in groups for phrase in group):
        try:
            # On its own as well: a bracket too many could pair with those put around it.
            re.compile(phrase.source)
            regex = phrase.regex
        except re.error as error:
            raise DataError(
                f"{path}: {phrase.source!r} is no regular expression ({error}). Correct it."
            ) from None
        if regex.search("") or regex.search(" "):
            raise DataError(f"{path}: {phrase.source!r} matches everywhere. Ask for a word.")


@cache
def bounded(source: str) -> re.Pattern[str]:
    """The expression as it is matched: as whole words, whatever their case."""
    return re.compile(rf"(?<!{WORD})(?:{source})(?!{WORD})", re.IGNORECASE)


def _markers(place: str, entry: Mapping[str, object]) -> Markers:
    weight, expected = entry.get("weight"), entry.get("expected")
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not _positive(weight):
        raise DataError(f"{place} has the weight {weight}. Give a number above 0.")
    if isinstance(expected, bool) or not isinstance(expected, int) or expected < 1:
        raise DataError(f"{place} has expected = {expected}. Give a whole number from 1 on.")
    return Markers(_text(place, entry, "name"), float(weight), expected, _phrases(place, entry))


def _distinction(place: str, entry: Mapping[str, object]) -> Distinction:
    found = Distinction(
        _text(place, entry, "name"),
        _phrases(place, entry, "about"),
        _phrases(place, entry, "must") if "must" in entry else (),
        _phrases(place, entry, "must_not") if "must_not" in entry else (),
        _text(place, entry, "why"),
    )
    if not found.must and not found.must_not:
        raise DataError(f"{place} asks for nothing. Give must or must_not.")
    return found


def _entries(
    path: Path, kind: str, table: Mapping[str, object]
) -> list[tuple[str, Mapping[str, object]]]:
    found = table.get(kind, [])
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise DataError(f"{path}: {kind} is no list of tables. Write [[{kind}]].")
    names = [entry.get("name") for entry in found]
    for number, entry in enumerate(found, start=1):
        place = f"{path}: {kind} {number}"
        if unknown := sorted(entry.keys() - set(TABLES[kind])):
            fields = ", ".join(TABLES[kind])
            raise DataError(f"{place} has the unknown field {unknown[0]}. Use {fields}.")
        if names.count(entry.get("name")) > 1:
            raise DataError(f"{place} has the name of another one. Give it a name of its own.")
    return [(f"{path}: {kind} {number}", entry) for number, entry in enumerate(found, start=1)]


def _phrases(
    place: str, entry: Mapping[str, object], field: str = "patterns"
) -> tuple[Phrase, ...]:
    sources = entry.get(field)
    if not isinstance(sources, list) or not sources:
        raise DataError(f"{place} has no {field}. Give a list of regular expressions.")
    return tuple(_phrase(place, field, source) for source in sources)


def _phrase(place: str, field: str, source: object) -> Phrase:
    if not isinstance(source, str):
        raise DataError(f"{place}: {source!r} in {field} is no text. Write it in quotes.")
    return Phrase(source)


def _text(place: str, entry: Mapping[str, object], field: str) -> str:
    value = entry.get(field)
    if not isinstance(value, str) or not value.strip():
        raise DataError(f"{place} has no {field}. Give its {field}.")
    return " ".join(value.split())


def _positive(number: float) -> bool:
    return math.isfinite(number) and number > 0
