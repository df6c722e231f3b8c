"""Random choice from the lexicon under its selectional restrictions."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from authoring.hindi.grammar.lexicon import Adjective, Lexicon, Name, Noun, Verb
from authoring.hindi.grammar.phrases import (
    ASPECT_OF,
    Phrase,
    TenseKey,
    name_phrase,
    noun_phrase,
    possessed,
    pronoun_phrase,
)
from kasauti.data.treebank_pairs.inflection import Gender, Number

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Adjunct:
    """An adverbial and the content words in it."""

    text: str
    lemmas: tuple[str, ...] = ()


class Draw:
    """Draws words that fit one another; the same seed draws the same words."""

    def __init__(self, rng: random.Random, lexicon: Lexicon) -> None:
        self._rng = rng
        self.lexicon = lexicon

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items; there must be one."""
        return items[self._rng.randrange(len(items))]

    def chance(self, share: float) -> bool:
        """True in this share of the draws."""
        return self._rng.random() < share

    def gender(self) -> Gender:
        return "m" if self.chance(0.5) else "f"

    def time(self, tense: TenseKey, *, verb: Verb | None = None) -> str:
        """An adverb of time for the tense; with a verb, one that fits it as well."""
        adverbs = self.lexicon.adverbs
        own = adverbs.get(f"{verb.times}_{tense}") if verb else None
        return self.pick(own or adverbs[tense])

    def places(self, verb: Verb, *, tense: TenseKey | None = None) -> tuple[str, ...]:
        """The places of the verb; no event (a wedding) where the tense makes it a habit."""
        if tense is None or ASPECT_OF[tense] != "habitual":
            return verb.places
        return tuple(
            place
            for place in verb.places
            if "event" not in self.lexicon.nouns[place.partition(" ")[0]].kinds
        )

    def place(self, verb: Verb, *, tense: TenseKey | None = None) -> Adjunct:
        """A place or goal that fits the verb; empty where the lexicon names none."""
        places = self.places(verb, tense=tense)
        return self.located(self.pick(places)) if places else Adjunct("")

    def located(self, place: str) -> Adjunct:
        """The adjunct for a place written as lemma and postposition."""
        lemma, space, postposition = place.partition(" ")
        noun = self.lexicon.nouns[lemma]
        return Adjunct(noun.form("oblique", "sg") + space + postposition, (lemma,))

    def name(self, gender: Gender | None = None, *, other_than: Sequence[str] = ()) -> Phrase:
        """A name, of the given gender if one is given."""
        return name_phrase(self._name(gender, other_than))

    def _name(self, gender: Gender | None, other_than: Sequence[str]) -> Name:
        return self.pick(
            [
                name
                for name in self.lexicon.names
                if gender in (None, name.gender) and name.lemma not in other_than
            ]
        )

    def pronoun(self, direct: str, gender: Gender | None = None) -> Phrase:
        return pronoun_phrase(self.lexicon.pronouns[direct], gender or self.gender())

    def person(self, gender: Gender | None = None, *, other_than: Sequence[str] = ()) -> Phrase:
        """A person in the singular: a noun or a name."""
        if self.chance(0.5):
            return self.name(gender, other_than=other_than)
        return noun_phrase(self.human(gender, other_than=other_than))

    def agent(self, verb: Verb, gender: Gender | None = None) -> Phrase:
        """Someone who plausibly does what the verb says: a name, or a noun that it selects."""
        nouns = [n for n in verb.subjects if n.human and gender in (None, n.gender)]
        if nouns and (not verb.takes_names or self.chance(0.5)):
            return noun_phrase(self.pick(nouns))
        return self.name(gender)

    def human(self, gender: Gender | None = None, *, other_than: Sequence[str] = ()) -> Noun:
        """A noun for a person (not a kinship term)."""
        return self.pick(
            [
                noun
                for noun in self.lexicon.nouns.values()
                if noun.group == "people"
                and gender in (None, noun.gender)
                and noun.lemma not in other_than
            ]
        )

    def kin(self, gender: Gender | None = None, *, kind: str = "kin") -> Phrase:
        """A relative with a possessor: मोहन की बहन, मेरा बेटा."""
        nouns = [n for n in self.lexicon.of_kind(kind) if gender in (None, n.gender)]
        owner = self.name() if self.chance(0.5) else self.pronoun(self.pick(OWNERS))
        return possessed(owner, self.pick(nouns))

    def verb(
        self, group: str, tense: TenseKey, fits: Callable[[Verb], bool] = lambda _: True
    ) -> Verb:
        """A verb of the group that is natural in the tense."""
        aspect = ASPECT_OF[tense]
        return self.pick([v for v in self.lexicon.verbs[group] if aspect in v.aspects and fits(v)])

    def subject(self, verb: Verb, fits: Callable[[Noun], bool]) -> Noun | None:
        """A subject that the verb selects and that fits; None where there is none."""
        nouns = [noun for noun in verb.subjects if fits(noun)]
        return self.pick(nouns) if nouns else None

    def object(self, verb: Verb, fits: Callable[[Noun], bool] = lambda _: True) -> Noun | None:
        """An object that the verb selects and that fits; None where there is none."""
        nouns = [noun for noun in verb.objects if fits(noun)]
        return self.pick(nouns) if nouns else None

    def adjective(
        self, noun: Noun, *, marked: bool | None = None, other_than: Sequence[str] = ()
    ) -> Adjective | None:
        """An adjective that plausibly modifies the noun."""
        fitting = [
            adjective
            for adjective in self.lexicon.adjectives
            if noun.lemma in adjective.modifies
            and marked in (None, adjective.marked)
            and adjective.lemma not in other_than
        ]
        return self.pick(fitting) if fitting else None

    def wearer(self, noun: Noun) -> Gender | None:
        """The gender of those who wear the thing, where only one of them does."""
        if "womenswear" in noun.kinds:
            return "f"
        return "m" if "menswear" in noun.kinds else None

    def number(self) -> Number:
        return "sg" if self.chance(0.5) else "pl"

    def noun(self, lemma: str) -> Noun:
        return self.lexicon.nouns[lemma]


OWNERS = ("मैं", "हम", "वह", "तुम")
