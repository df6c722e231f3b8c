"""The voice and the facts of a quiz: what an answer sounds like, says and never says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from kasauti.text.languages import bcp47

# \w does not include combining marks: without them a vowel sign would end a Devanagari word.
WORD = r"[\w\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963]"
ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A regular expression, as its author wrote it."""

    source: str

    @property
    def regex(self) -> re.Pattern[str]:
        """As it is matched; compiled when first needed, since most runs have no quiz."""
        return bound_phrase(self.source)


@dataclass(frozen=True, slots=True)
class Markers:
    """Expressions of one kind, how much they count, and how many an answer should have."""

    name: str
    weight: float
    expected: int
    patterns: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class Distinction:
    """Expressions that an answer to a question about a subject must have and must not have."""

    name: str
    about: tuple[Phrase, ...]
    must: tuple[Phrase, ...]
    must_not: tuple[Phrase, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Negative:
    """Expressions that the persona never uses."""

    name: str
    patterns: tuple[Phrase, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Speech:
    """The expressions by which a language denies and reports.

    negations: what denies the clause that it stands in; not_negations: what only looks like one.
    clause_ends: where a clause ends, besides punctuation.
    reports: what says that somebody else says it.
    """

    negations: tuple[Phrase, ...] = ()
    not_negations: tuple[Phrase, ...] = ()
    clause_ends: tuple[Phrase, ...] = ()
    reports: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class Persona:
    """A voice, as its file describes it."""

    name: str
    description: str
    markers: tuple[Markers, ...]
    distinctions: tuple[Distinction, ...]
    negatives: tuple[Negative, ...]
    language: str = ENGLISH  # BCP 47: what its questions are asked in
    speech: Speech | None = None  # as its file has it

    @property
    def is_english(self) -> bool:
        return bcp47(self.language) == ENGLISH

    @property
    def own_speech(self) -> Speech | None:
        """None for English, whose rules are built in; another language may have none to give."""
        return self.speech or (None if self.is_english else Speech())


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact in several wordings, and statements that contradict it."""

    says: tuple[str, ...]
    denies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Inference:
    """The probabilities that a claim entails a statement and that it contradicts it."""

    entails: float
    contradicts: float


@cache
def bound_phrase(source: str) -> re.Pattern[str]:
    """The expression as it is matched: as whole words, ignoring case."""
    return re.compile(rf"(?<!{WORD})(?:{source})(?!{WORD})", re.IGNORECASE)
