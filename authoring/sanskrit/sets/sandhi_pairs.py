"""Pairs of external sandhi: a first word before two second words, and its two shapes crossed.

राम- is रामो before नमति and रामस् before तिष्ठति; what is right before one is wrong before the
other. Two unchanged words written apart are not wrong in modern prose and are never used as a
wrong join, nor is a join that could spell other words.
"""

from __future__ import annotations

import random
import re
import tomllib
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from authoring.sanskrit.grammar.categories import Case, Cell, Gender, Number
from authoring.sanskrit.grammar.lexicon import nouns
from authoring.sanskrit.grammar.panini import to_devanagari, to_slp1
from authoring.sanskrit.grammar.sandhi import Join, join
from authoring.sanskrit.grammar.spelling import begins_with_genitive, spells_other_words
from authoring.sanskrit.sets.crossing import DANDA, Crossing, NewWordPairs, Sentence, numbered
from authoring.sanskrit.sets.sampling import spread
from kasauti.data.sanskrit.records import ContrastSet

_WORDS = Path(__file__).parents[1] / "grammar" / "sandhi.toml"
_VOWELS = frozenset("aAiIuUfFeEoO")
_CONSONANTS = re.compile("[^aAiIuUfFeEoO MH']+")
# Shapes that are never wrong: the unchanged word, and what is only another spelling.
_NEVER_WRONG = frozenset(
    (
        "visarga stays",
        "m stays before a vowel",
        "m becomes anusvāra",
        "aḥ becomes o before a",
        "e before a",
        "e before a vowel",
        "au becomes āv",
        "dual vowel stays",
        "t and h become ddh",
    )
)
_SWALLOWING = frozenset(("a merges", "equal vowels merge"))


@dataclass(frozen=True, slots=True)
class _Candidate:
    stem: str
    left: str
    seconds: tuple[str, str]
    joins: tuple[Join, Join]
    wrong: tuple[str, str]

    @property
    def contrast(self) -> str:
        return " / ".join(sorted(map(_shape, self.joins)))

    def lengthening(self, at: int) -> int:
        """By how many letters the wrong join is longer than the right one."""
        return len(_text(self.wrong[at])) - len(_text(self.joins[at].right))


def external_sandhi_pairs(
    attested: Collection[str], words: Collection[str], size: int, seed: int
) -> list[ContrastSet]:
    """The pairs of so many crossings, spread over pairs of shapes, first and second words.

    `attested` are the stems that occur in the corpus, `words` its words, whose consonant groups
    are those that a wrong join may have without being seen to be wrong from its spelling.
    """
    clusters = frozenset(found for word in words for found in _CONSONANTS.findall(to_slp1(word)))
    new = NewWordPairs()

    def crossing(one: _Candidate) -> Crossing:
        return _crossing(one, clusters, attested)

    chosen = spread(
        [one for one in candidates() if any(_plausible(one, at, clusters) for at in (0, 1))],
        size,
        random.Random(seed),
        (
            lambda one: one.contrast,
            lambda one: sum(_plausible(one, at, clusters) for at in (0, 1)),
            lambda one: one.left,
            lambda one: one.seconds,
        ),
        fits=lambda one: new.take(crossing(one)),
    )
    return numbered("sandhi", map(crossing, chosen))


def candidates() -> Iterator[_Candidate]:
    """Every crossing of two shapes of a first word."""
    for stem, left, seconds in _first_words():
        joined = [(second, join(to_slp1(left), to_slp1(second))) for second in seconds]
        for (one, first), (other, second) in combinations(joined, 2):
            if first is None or second is None or first.first == second.first:
                continue
            wrong = _exchanged(second, to_slp1(one)), _exchanged(first, to_slp1(other))
            if wrong[0] is None or wrong[1] is None:
                continue
            candidate = _Candidate(stem, left, (one, other), (first, second), (wrong[0], wrong[1]))
            if sum(candidate.lengthening(at) for at in (0, 1)) == 0:
                yield candidate


def _exchanged(other: Join, second: str) -> str | None:
    """The second word after a shape that belongs before another word; nothing where that is right
    or could be read as something else."""
    swallowed = other.rule in _SWALLOWING
    if other.rule in _NEVER_WRONG or (swallowed and second[0] not in _VOWELS):
        return None
    if swallowed and other.first[-1] not in "eoIU":
        return None  # अत्राहागच्छति would be अत्र आह आगच्छति.
    # नार्वागच्छति would be "the horse does not go" (न अर्वा गच्छति).
    if second[0] == "A" and not swallowed and not other.first.endswith(" "):
        return None
    # बालिकेपविशति is also बालिके + अपविशति.
    if swallowed and second.startswith("upa") and other.first[-1] in "eo":
        return None
    # द् before a nasal is right too (8.4.45).
    if other.rule == "t becomes d" and second[0] in "nm":
        return None
    text = other.first + (second[1:] if swallowed else second)
    written = to_devanagari(text)
    if spells_other_words(written) or begins_with_genitive(written):
        return None
    return text


def _shape(joined: Join) -> str:
    """By which rule the first word has its shape, and on which sound it ends."""
    return f"{joined.rule}: {joined.first.strip()[-1]}"


def _first_words() -> Iterator[tuple[str, str, list[str]]]:
    """Stem and first word of every sentence, and the second words that make sense after it."""
    words = _words()
    verbs = [
        dict(zip(Number, _columns(line), strict=True))
        for line in words["verbs"].split("\n")
        if line
    ]
    for noun in nouns():
        # The vocative मित्र looks like मित्रे wrongly joined to a vowel.
        if "person" in noun.kinds and noun.gender is not Gender.NEUTER:
            for number in noun.numbers:
                if number is Number.DUAL:
                    continue  # Its vowel stays as it is (1.1.11), or औ is written apart.
                subject = noun.form(Cell(Case.NOMINATIVE, number))
                yield noun.stem, subject, [verb[number] for verb in verbs]
            if Number.PLURAL in noun.numbers:
                many = noun.form(Cell(Case.ACCUSATIVE, Number.PLURAL))
                yield noun.stem, many, words["to_many"]
        if noun.kinds & {"enclosed", "dwelling"}:
            place = noun.form(Cell(Case.ABLATIVE, Number.SINGULAR))
            yield noun.stem, place, words["from_place"]
    for first in words["initial"].split():
        yield first, first, [verb[Number.SINGULAR] for verb in verbs]


def _columns(line: str) -> list[str]:
    return line.split("|") if "|" in line else line.split()


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(_WORDS.read_text(encoding="utf-8"))


def _omitted(candidate: _Candidate, at: int) -> bool:
    """Return whether a wrong join is both words unchanged, only written together."""
    return candidate.wrong[at] == to_slp1(candidate.left) + to_slp1(candidate.seconds[at])


def _plausible(candidate: _Candidate, at: int, clusters: Collection[str]) -> bool:
    """True if a wrong join changes the words, and has only consonant groups of real words."""
    groups = _CONSONANTS.findall(candidate.wrong[at])
    return not _omitted(candidate, at) and all(group in clusters for group in groups)


def _crossing(
    candidate: _Candidate, clusters: Collection[str], attested: Collection[str]
) -> Crossing:
    known = candidate.stem in attested or candidate.stem == candidate.left
    return Crossing(
        phenomenon="external_sandhi",
        stem=candidate.stem,
        sentences=(_sentence(candidate, 0, clusters), _sentence(candidate, 1, clusters)),
        metadata={
            "contrast": candidate.contrast,
            "attested_in_corpus": "yes" if known else "no",
            "source": "sandhi.toml, lexicon.toml",
        },
    )


def _sentence(candidate: _Candidate, at: int, clusters: Collection[str]) -> Sentence:
    joined, second = candidate.joins[at], candidate.seconds[at]
    right, wrong = _text(joined.right), _text(candidate.wrong[at])
    if _plausible(candidate, at, clusters):
        violation = "plausible"
    else:
        violation = "omitted" if _omitted(candidate, at) else "conspicuous"
    return Sentence(
        right=right,
        wrong=wrong,
        context=f"{candidate.left} + {second}",
        word_pairs=frozenset(
            pair
            for text in (right, wrong)
            for pair in pairwise(text.removesuffix(DANDA).split(" "))
        ),
        metadata={
            "frame": joined.rule,
            "violation": violation,
            "swap": f"{joined.rule}>{candidate.joins[1 - at].rule}",
            "form": to_devanagari(joined.first).strip(),
            "wrong_form": to_devanagari(candidate.joins[1 - at].first).strip(),
            "gloss": f"{candidate.left} + {second}: {joined.rule}; here it is as before "
            f"{candidate.seconds[1 - at]}.",
        },
    )


def _text(joined: str) -> str:
    return unicodedata.normalize("NFC", to_devanagari(joined) + DANDA)
