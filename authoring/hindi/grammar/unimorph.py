"""The inflection module beside UniMorph's Hindi verbs: agreement, and why the rest differs."""

from __future__ import annotations

import argparse
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from authoring.hindi.grammar.conjugation import (
    Aspect,
    Rank,
    Tense,
    imperative,
    infinitive,
    verb_group,
)
from kasauti.data.treebank_pairs.inflection import (
    Agreement,
    Gender,
    Number,
    Person,
    future,
    imperfective,
    perfective,
    subjunctive,
)

_ASPECTS: dict[str, Aspect] = {"HAB": "habitual", "PROG": "progressive", "PRF": "perfective"}
_TENSES: dict[str, Tense] = {
    "PRS": "present",
    "PST": "past",
    "SBJV": "subjunctive",
    "LGSPEC3": "presumptive",
    "LGSPEC4": "contrafactual",
}
_PERSONS: dict[str, Person] = {"1": 1, "2": 2, "3": 3}
# UniMorph puts the pronoun before the subjunctive and the future.
_PRONOUNS = ("मैं ", "हम ", "तू ", "तुम ", "यह ", "ये ")
_MATRAS = "ािीुूेैोौ"
_VOWELS = "आइईउऊएऐओऔ"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One cell of UniMorph: its form, ours, and why they differ ("" when they do not)."""

    lemma: str
    tags: str
    theirs: str
    ours: str
    reason: str


def compare(lines: Iterable[str]) -> Iterator[Comparison]:
    """Every cell of a UniMorph file (lemma, form, tags, tab-separated) beside our form."""
    for line in lines:
        fields = unicodedata.normalize("NFC", line.rstrip("\n")).split("\t")
        if len(fields) != 3 or not fields[2].startswith("V;"):
            continue
        lemma, theirs, tags = fields
        for pronoun in _PRONOUNS:
            if "SBJV" in tags:
                theirs = theirs.removeprefix(pronoun)
        ours = our_form(lemma, tags)
        yield Comparison(lemma, tags, theirs, ours, _reason(lemma, theirs, ours))


def our_form(lemma: str, tags: str) -> str:
    """The form that the inflection module has for a cell."""
    marks = tags.split(";")
    if "NFIN" in marks:
        return infinitive(lemma, ending="ना" if "LGSPEC1" in marks else "ने")
    gender: Gender = "f" if "FEM" in marks else "m"
    number: Number = "pl" if "PL" in marks else "sg"
    if "V.PTCP" in marks:
        make = imperfective if "IPFV" in marks else perfective
        return make(lemma, gender, number)
    if "IMP" in marks:
        rank: Rank = "आप" if number == "pl" else "तुम" if "FORM" in marks else "तू"
        return imperative(lemma, rank)
    person = _PERSONS[marks[1]]
    aspect = next((_ASPECTS[mark] for mark in marks if mark in _ASPECTS), None)
    agreement = Agreement(gender, number, person)
    if aspect is not None:
        tense = next(_TENSES[mark] for mark in marks if mark in _TENSES)
        return verb_group(lemma, aspect, tense, agreement)
    if "MASC" in marks or "FEM" in marks:
        return future(lemma, agreement)
    return subjunctive(lemma, person, number)


def _reason(lemma: str, theirs: str, ours: str) -> str:
    """The reason why a form of UniMorph differs from ours; the reader settles "unexplained"."""
    if theirs == ours:
        return ""
    if fold(theirs) == fold(ours):
        return "variant spelling: जाएं for जाएँ, जाइये for जाइए, लायी for लाई, किये for किए"
    neighbours = list(pairwise(theirs))
    if any(first in _MATRAS and second in _MATRAS for first, second in neighbours):
        return "error in UniMorph: a vowel sign after a vowel sign (खोा for खोया)"
    if any(_is_consonant(first) and second in _VOWELS for first, second in neighbours):
        return "error in UniMorph: a vowel letter after a consonant (मरओ for मरो)"
    stem = lemma.removesuffix("ना")
    if _is_consonant(stem[-1]) and theirs.startswith(stem + "य"):
        return "error in UniMorph: -या after a consonant (बनया for बना)"
    return _LEXICAL.get(lemma.split()[-1], "unexplained")


def _is_consonant(character: str) -> bool:
    return "क" <= character <= "ह" or character == "़"


_LEXICAL = {
    "जाना": "error in UniMorph: the perfect of जाना is built on जाया, not on गया",
    "करना": "error in UniMorph: the feminine perfective of करना is कियी, not की",
    "होना": "error in UniMorph: the perfective of होना is होया, not हुआ",
    "पीना": "error in UniMorph: पीना keeps its long vowel (पीया for पिया)",
}


def fold(form: str) -> str:
    """A form with the spelling variants that Hindi writers use made one."""
    form = form.replace("ँ", "ं")
    for glide, plain in (("ये", "ए"), ("यी", "ई"), ("यें", "एं"), ("यीं", "ईं")):
        form = form.replace(glide, plain)
    return form


def table(comparisons: Iterable[Comparison]) -> list[str]:
    """The deviations as lines of a TSV: reason, number of forms, an example in four columns."""
    counts: Counter[str] = Counter()
    examples: dict[str, Comparison] = {}
    for item in comparisons:
        if item.reason:
            counts[item.reason] += 1
            examples.setdefault(item.reason, item)
    lines = ["reason\tforms\tlemma\ttags\tunimorph\tours"]
    for reason, count in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])):
        example = examples[reason]
        cells = (reason, str(count), example.lemma, example.tags, example.theirs, example.ours)
        lines.append("\t".join(cells))
    return lines


def main() -> None:
    """Print the table of deviations for a UniMorph file."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("file", type=Path, help="hin.txt of UniMorph")
    lines = parser.parse_args().file.read_text(encoding="utf-8").split("\n")
    sys.stdout.write("\n".join(table(compare(lines))) + "\n")


if __name__ == "__main__":
    main()
