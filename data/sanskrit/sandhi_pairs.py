"""Pairs of external sandhi: two words joined rightly, and the same words joined wrongly."""

from __future__ import annotations

import random
import re
import tomllib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kasauti.data.sanskrit.grammar import Case, Cell, Gender, Number
from kasauti.data.sanskrit.lexicon import all_forms, nouns
from kasauti.data.sanskrit.panini import to_devanagari, to_slp1
from kasauti.data.sanskrit.records import ContrastSet
from kasauti.data.sanskrit.sampling import spread
from kasauti.data.sanskrit.sandhi import Join, join

_WORDS = Path(__file__).with_name("sandhi.toml")
_DANDA = "\N{DEVANAGARI DANDA}"
_SPACE_BEFORE_CONSONANT = re.compile(" (?![aAiIuUfFeEoO])")
_ONE_AND_MANY = (Number.SINGULAR, Number.PLURAL)


@dataclass(frozen=True, slots=True)
class _Candidate:
    stem: str
    left: str
    right: str
    join: Join
    wrong: str


def external_sandhi_pairs(size: int, seed: int) -> list[ContrastSet]:
    """So many pairs, spread over the rules, the first words and the second words."""
    chosen = spread(
        [one for one in _candidates() if not spells_other_words(_written(one.wrong))],
        size,
        random.Random(seed),
        (
            lambda one: one.join.rule,
            lambda one: one.join.wrong.index(one.wrong),
            lambda one: one.left,
            lambda one: one.right,
        ),
    )
    return [_record(index, candidate) for index, candidate in enumerate(chosen, start=1)]


def _candidates() -> Iterator[_Candidate]:
    for stem, left, right, dual in _word_pairs():
        joined = join(to_slp1(left), to_slp1(right), dual=dual)
        if joined is not None:
            for wrong in joined.wrong:
                yield _Candidate(stem, left, right, joined, wrong)


def _word_pairs() -> Iterator[tuple[str, str, str, bool]]:
    """Stem, first word and second word of every sentence, and whether the first is a dual."""
    words = _words()
    verbs = [dict(zip(Number, line.split(), strict=True)) for line in _lines(words["verbs"])]
    for noun in nouns():
        # The vocative मित्र looks like मित्रे wrongly joined to a vowel.
        if "person" in noun.kinds and noun.gender is not Gender.NEUTER:
            for number in noun.numbers:
                subject = noun.form(Cell(Case.NOMINATIVE, number))
                for verb in verbs:
                    yield noun.stem, subject, verb[number], number is Number.DUAL
            one, many = (noun.form(Cell(Case.ACCUSATIVE, number)) for number in _ONE_AND_MANY)
            for verb_form in words["to_one"].split():
                yield noun.stem, one, verb_form, False
            if Number.PLURAL in noun.numbers:
                for verb_form in words["to_many"]:
                    yield noun.stem, many, verb_form, False
        if "enclosed" in noun.kinds:
            place = noun.form(Cell(Case.ABLATIVE, Number.SINGULAR))
            for verb_form in words["from_place"].split():
                yield noun.stem, place, verb_form, False
    for first in words["initial"].split():
        for verb in verbs:
            yield first, first, verb[Number.SINGULAR], False


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def spells_other_words(text: str) -> bool:
    """Whether a wrong join (Devanagari) is how other words rightly join, however spaced.

    The other words are a form of any noun or an indeclinable, perhaps another
    indeclinable such as न, and any second word.
    """
    return _unspaced(to_slp1(text)) in _right_joins()


@cache
def _right_joins() -> frozenset[str]:
    words = _words()
    between = [to_slp1(word) for word in words["between"].split()]
    second = [to_slp1(word) for word in _second_words(words)]
    # The pausal variant in द् (नगराद्) joins as the one in त् does.
    first = {
        (to_slp1(form), cell.number is Number.DUAL)
        for form, cell in all_forms()
        if not form.endswith("द्")
    }
    indeclinable = f"{words['initial']} {words['elsewhere']}".split()
    first |= {(to_slp1(word), False) for word in indeclinable}
    ends = [*second, *(_joined(middle, last) for middle in between for last in second)]
    return frozenset(
        _unspaced(_joined(left, end, dual=dual)) for left, dual in first for end in ends
    )


def _second_words(words: dict[str, Any]) -> set[str]:
    singles = (words["verbs"], words["to_one"], words["from_place"])
    return {word for text in singles for word in text.split()} | set(words["to_many"])


def _joined(left: str, right: str, *, dual: bool = False) -> str:
    joined = join(left, right, dual=dual)
    return joined.right if joined else f"{left} {right}"


def _unspaced(text: str) -> str:
    """The text without the spaces that scribes leave out, those before consonants."""
    return _SPACE_BEFORE_CONSONANT.sub("", text)


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(_WORDS.read_text(encoding="utf-8"))


def _written(text: str) -> str:
    return "".join(to_devanagari(part) for part in text.split("+"))


def _sentence(text: str) -> str:
    return unicodedata.normalize("NFC", _written(text) + _DANDA)


def _record(index: int, candidate: _Candidate) -> ContrastSet:
    omitted = "+" in candidate.wrong
    return ContrastSet(
        id=f"sandhi_{index:04}",
        phenomenon="external_sandhi",
        grammatical=_sentence(candidate.join.right),
        ungrammatical=_sentence(candidate.wrong),
        stem=candidate.stem,
        context=f"{candidate.left} + {candidate.right}",
        metadata={
            "frame": candidate.join.rule,
            "violation": "omitted" if omitted else "wrong",
            "swap": f"{candidate.join.rule}>{'omitted' if omitted else 'wrong'}",
            "gloss": f"{candidate.left} + {candidate.right}: {candidate.join.rule}; here it is "
            + ("left out though the words are joined." if omitted else "replaced by another."),
            "source": "sandhi.toml, lexicon.toml",
        },
    )
