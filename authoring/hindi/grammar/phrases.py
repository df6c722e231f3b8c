"""Noun phrases with their case forms, and finite verbs by the name of their tense."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from authoring.hindi.grammar.conjugation import Aspect, Tense, compound, verb_group
from authoring.hindi.grammar.lexicon import Adjective, Name, Noun, Pronoun, Verb
from kasauti.data.treebank_pairs.inflection import (
    Agreement,
    Case,
    Gender,
    Number,
    Person,
    future,
    inflect_adjective,
    perfective,
)

TenseKey = Literal[
    "habitual_present",
    "habitual_past",
    "progressive_present",
    "progressive_past",
    "perfective",
    "perfect_present",
    "perfect_past",
    "future",
]
TENSE_TAG: dict[TenseKey, str] = {
    "habitual_present": "present",
    "habitual_past": "past",
    "progressive_present": "present",
    "progressive_past": "past",
    "perfective": "past",
    "perfect_present": "present",
    "perfect_past": "past",
    "future": "future",
}
ASPECT_OF: dict[TenseKey, str] = {
    "habitual_present": "habitual",
    "habitual_past": "habitual",
    "progressive_present": "progressive",
    "progressive_past": "progressive",
    "perfective": "perfective",
    "perfect_present": "perfect",
    "perfect_past": "perfective",
    "future": "future",
}
_GROUPS: dict[TenseKey, tuple[Aspect, Tense]] = {
    "habitual_present": ("habitual", "present"),
    "habitual_past": ("habitual", "past"),
    "progressive_present": ("progressive", "present"),
    "progressive_past": ("progressive", "past"),
    "perfect_present": ("perfective", "present"),
    "perfect_past": ("perfective", "past"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """A noun phrase in every case; `genitive` ends in का and inflects like an adjective."""

    direct: str
    oblique: str
    ergative: str
    dative: str
    genitive: str
    gender: Gender
    number: Number
    person: Person = 3
    lemmas: tuple[str, ...] = ()

    @property
    def agreement(self) -> Agreement:
        return Agreement(self.gender, self.number, self.person)

    def possessive(self, noun: Noun, number: Number, case: Case) -> str:
        """The genitive as it stands before `noun`: राम की, मेरे."""
        return inflect_adjective(self.genitive, noun.gender, number, case)


def from_forms(
    direct: str, oblique: str, gender: Gender, number: Number, lemmas: tuple[str, ...]
) -> Phrase:
    return Phrase(
        direct=direct,
        oblique=oblique,
        ergative=f"{oblique} ने",
        dative=f"{oblique} को",
        genitive=f"{oblique} का",
        gender=gender,
        number=number,
        lemmas=lemmas,
    )


def noun_phrase(
    noun: Noun,
    number: Number = "sg",
    *,
    adjectives: tuple[Adjective, ...] = (),
    determiner: tuple[str, str] = ("", ""),
) -> Phrase:
    """A noun with its adjectives; `determiner` is given as direct and oblique form."""

    def text(case: Case) -> str:
        words = [determiner[case == "oblique"]]
        words += [inflect_adjective(a.lemma, noun.gender, number, case) for a in adjectives]
        return spaced(*words, noun.form(case, number))

    lemmas = (*(adjective.lemma for adjective in adjectives), noun.lemma)
    return from_forms(text("direct"), text("oblique"), noun.gender, number, lemmas)


def name_phrase(name: Name) -> Phrase:
    """A name; names do not inflect."""
    return from_forms(name.lemma, name.lemma, name.gender, "sg", (name.lemma,))


def pronoun_phrase(pronoun: Pronoun, gender: Gender) -> Phrase:
    """A pronoun that refers to someone of the given gender."""
    return Phrase(
        direct=pronoun.direct,
        oblique=pronoun.oblique,
        ergative=pronoun.ergative,
        dative=pronoun.dative,
        genitive=pronoun.possessive,
        gender=gender,
        number=pronoun.number,
        person=pronoun.person,
    )


def possessed(possessor: Phrase, noun: Noun, number: Number = "sg") -> Phrase:
    """A noun with its possessor: राम की बहन, मेरा भाई."""
    direct = spaced(possessor.possessive(noun, number, "direct"), noun.form("direct", number))
    oblique = spaced(possessor.possessive(noun, number, "oblique"), noun.form("oblique", number))
    return from_forms(direct, oblique, noun.gender, number, (*possessor.lemmas, noun.lemma))


def spaced(*parts: str) -> str:
    """The non-empty parts with one space between them; a comma clings to the word before it."""
    return " ".join(part for part in parts if part).replace(" ,", ",")


def finite(verb: Verb, tense: TenseKey, agreement: Agreement) -> str:
    """The finite verb; in the perfective and future the natural compound is used."""
    if tense == "future":
        return future(verb.lemma, agreement)
    lemma = compound(verb.lemma, verb.vector) if verb.vector == "जाना" else verb.lemma
    if tense == "perfective":
        return perfective(lemma, agreement.gender, agreement.number, alone=True)
    aspect, auxiliary = _GROUPS[tense]
    return verb_group(lemma if aspect == "perfective" else verb.lemma, aspect, auxiliary, agreement)
