"""Nominal stems that a corpus attests: endings are recognized, stems proposed and checked."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from authoring.sanskrit.grammar.categories import CELLS, Cell, Gender
from authoring.sanskrit.grammar.endings import Declension, attach, declensions, displaces, sounds
from authoring.sanskrit.grammar.panini import decline, to_devanagari, to_slp1

_REVIEWED = Path(__file__).with_name("reviewed.toml")
_VOWELS = frozenset("aAiIuUfFeEoO")


@dataclass(frozen=True, slots=True)
class AttestedStem:
    """A stem, its declension, and how often each of its forms occurs."""

    stem: str
    declension: Declension
    forms: Mapping[str, int]

    @property
    def count(self) -> int:
        """The number of occurrences of the stem in any form."""
        return sum(self.forms.values())


@dataclass(frozen=True, slots=True)
class _Reviewed:
    genders: Mapping[str, Gender]
    rejected: frozenset[str]


def attested_stems(words: Mapping[str, int], limit: int) -> list[AttestedStem]:
    """The stems that the words of a corpus prove, the most frequent first.

    `words` says how often each word occurs; `limit` is the most stems returned.
    A form counts as proof only when vidyut derives it from the stem. A stem that
    no reader has reviewed needs two forms that no better attested stem explains,
    and they must tell its gender.
    """
    reviewed = _reviewed()
    proved = list(_proved(words, reviewed))
    rivals: dict[str, list[AttestedStem]] = defaultdict(list)
    for found in proved:
        rivals[found.stem].append(found)
    claimed: set[str] = set()
    accepted: list[AttestedStem] = []
    for found in sorted(proved, key=lambda found: _weakness(found, reviewed)):
        known = reviewed.genders.get(found.stem)
        if known is None:
            new = found.forms.keys() - claimed
            certain = len(new) > 1 and _tells_gender(found, rivals[found.stem])
        else:
            certain = found.declension.gender is known
        if certain:
            claimed |= found.forms.keys()
            if found.stem not in reviewed.rejected:
                accepted.append(found)
    accepted.sort(key=lambda found: (-found.count, found.stem))
    return accepted[:limit]


def _weakness(found: AttestedStem, reviewed: _Reviewed) -> tuple[bool, int, int, str, str]:
    unknown = found.stem not in reviewed.genders
    return unknown, -len(found.forms), -found.count, found.stem, found.declension.gender


def _tells_gender(found: AttestedStem, rivals: list[AttestedStem]) -> bool:
    """Return whether some form excludes every other gender, and no form excludes this one."""
    return all(found.forms.keys() > rival.forms.keys() for rival in rivals if rival is not found)


def _proved(words: Mapping[str, int], reviewed: _Reviewed) -> Iterator[AttestedStem]:
    evidence: dict[tuple[str, str, Gender], Counter[str]] = defaultdict(Counter)
    for word, count in words.items():
        for stem, declension, cell in _proposals(word):
            if word in decline(stem, declension.gender, cell):
                evidence[stem, declension.name, declension.gender][word] = count
    for (stem, name, gender), forms in evidence.items():
        if len(forms) < 2 and stem not in reviewed.genders:
            continue
        for table in declensions():
            if (table.name, table.gender) == (name, gender) and _regular(stem, table):
                yield AttestedStem(stem, table, forms)


def _proposals(word: str) -> Iterator[tuple[str, Declension, Cell]]:
    written = to_slp1(word)
    for declension in declensions():
        removes = to_slp1(declension.removes)
        for cell in CELLS:
            ending = declension.endings[cell]
            plain = sounds(ending)
            for tail in {plain, plain.replace("n", "R"), plain.replace("n", "Y")}:
                if not written.endswith(tail):
                    continue
                rest = written[: len(written) - len(tail)]
                stem = rest + removes if displaces(ending) else rest
                if _possible(stem, removes) and declension.admits(to_devanagari(stem)):
                    yield to_devanagari(stem), declension, cell


def _possible(stem: str, removes: str) -> bool:
    """True if a stem has a vowel before the sound that endings displace, and a consonant there."""
    body = stem.removesuffix(removes)
    return body != stem and body[-1:] not in _VOWELS and any(letter in _VOWELS for letter in body)


def _regular(stem: str, declension: Declension) -> bool:
    """True if the table gives what vidyut derives; pronouns and सखि, पति … are not regular."""
    return all(
        attach(stem, declension, cell) in decline(stem, declension.gender, cell) for cell in CELLS
    )


@cache
def _reviewed() -> _Reviewed:
    tables = tomllib.loads(_REVIEWED.read_text(encoding="utf-8"))
    genders = {stem: gender for gender in Gender for stem in tables["nouns"][gender].split()}
    return _Reviewed(genders, frozenset(tables["rejected"]["stems"].split()))
