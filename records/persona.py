"""The voice and the facts of a quiz: what an answer sounds like, says and never says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from kasauti.inputs.errors import KasautiError
from kasauti.text.languages import bcp47

if TYPE_CHECKING:
    import regex

# \w does not include combining marks: without them a vowel sign would end a Devanagari word.
WORD = r"[\w\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963]"
ENGLISH = "en"
SECONDS = 1.0  # for one text; an ordinary expression takes milliseconds


@dataclass(frozen=True, slots=True)
class Phrase:
    """A regular expression, as its author wrote it."""

    source: str

    def find(self, text: str) -> list[tuple[int, int]]:
        """The start and end of each match; an expression that takes very long is refused."""
        try:
            found = bound_phrase(self.source).finditer(text, timeout=SECONDS)
            return [match.span() for match in found]
        except TimeoutError:
            raise KasautiError(
                f"{self.source!r} can take very long to match. Do not nest repetitions, and limit "
                "the others: write a+ instead of (?:a+)+, and .{0,80} instead of .*."
            ) from None


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
    def has_voice(self) -> bool:
        """Return False for a quiz whose persona asks nothing of its answers, or that has none."""
        return bool(self.markers or self.distinctions or self.negatives)

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
class Asked:
    """An answer to a question, its reference answer, and the facts that are known of it."""

    question: str
    facts: tuple[Fact, ...]
    answer: str
    english: bool = True
    reference: str = ""


@dataclass(frozen=True, slots=True)
class Inference:
    """The probabilities that a claim entails a statement and that it contradicts it."""

    entails: float
    contradicts: float


@cache
def bound_phrase(source: str) -> regex.Pattern[str]:
    """The expression as it is matched: as whole words, ignoring case.

    By the package regex, which can stop a match and gives up hopeless ones earlier than re.
    """
    import regex  # when first needed, since most runs have no quiz

    return regex.compile(bind_words(source), regex.IGNORECASE)


def bind_words(source: str) -> str:
    """The expression that matches whole words alone."""
    return rf"(?<!{WORD})(?:{source})(?!{WORD})"
