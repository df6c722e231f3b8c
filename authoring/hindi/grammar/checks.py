"""Checks of the words of a sentence, which show that a pair has exactly one error.

A template describes both members of a pair by the same functions: which arguments the clause has,
in which case each of them stands and which the verb asks for, and what agrees with what. The rules
here turn a description into checks, that is, the form that grammar asks for beside the form that
is written. In the good member every check holds; in the bad member exactly one fails.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from authoring.hindi.grammar.lexicon import Noun, Verb
from authoring.hindi.grammar.phrases import Phrase, TenseKey, finite
from kasauti.data.pairs import Check
from kasauti.data.treebank_pairs.inflection import (
    Agreement,
    Case,
    Gender,
    Number,
    inflect_adjective,
)

# "direct" is the bare form; the others are the postposition that follows, or a pronoun's own form.
Marking = Literal["direct", "ने", "को", "से"]
Paradigm = Callable[[Agreement], str]
UNCONTROLLED = Agreement("m", "sg")  # what a verb shows when nothing controls it


@dataclass(frozen=True, slots=True)
class Argument:
    """A subject or object: its phrase, how it is marked in this member, and how it must be.

    `asks` is None where the verb leaves the marking free.
    """

    phrase: Phrase
    marking: Marking
    asks: Marking | None

    @property
    def text(self) -> str:
        return marked(self.phrase, self.marking)

    def remarked(self, marking: Marking) -> Argument:
        """The same argument with another marking."""
        return replace(self, marking=marking)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A verb as it is written, its paradigm, and the arguments that can control it."""

    verb: Paradigm
    written: str
    subject: Argument | None = None
    object: Argument | None = None

    @property
    def controller(self) -> Agreement:
        """A bare subject, else a bare object, else nothing, which is masculine singular."""
        for argument in (self.subject, self.object):
            if argument and argument.marking == "direct":
                return argument.phrase.agreement
        return UNCONTROLLED

    def checks(self) -> tuple[Check, ...]:
        """The case of each argument, and the agreement of the verb."""
        found = []
        for role, argument in (("subject", self.subject), ("object", self.object)):
            if argument:
                asked = marked(argument.phrase, argument.asks or argument.marking)
                found.append(Check(f"case of the {role}", asked, argument.text))
        found.append(Check("agreement of the verb", self.verb(self.controller), self.written))
        return tuple(found)


def marked(phrase: Phrase, marking: Marking) -> str:
    """The phrase as it is written with a marking: लड़का, लड़के ने, मुझे, सीता से."""
    if marking == "direct":
        return phrase.direct
    if marking == "ने":
        return phrase.ergative
    if marking == "को":
        return phrase.dative
    fused = " " not in phrase.ergative  # a pronoun: उससे as उसने
    return f"{phrase.oblique}{'' if fused else ' '}{marking}"


def argument(phrase: Phrase, asks: Marking = "direct") -> Argument:
    """A subject or object that is marked as the verb asks."""
    return Argument(phrase, asks, asks)


def in_tense(verb: Verb, tense: TenseKey) -> Paradigm:
    """The forms of a verb in a tense."""
    return lambda agreement: finite(verb, tense, agreement)


def invariable(form: str) -> Paradigm:
    """A verb that agrees with nothing: चाहिए."""
    return lambda _: form


def concord(lemma: str, gender: Gender, number: Number, case: Case, written: str) -> Check:
    """An adjective, genitive or participle that agrees with its noun; give the noun's features."""
    return Check(f"agreement of {lemma}", inflect_adjective(lemma, gender, number, case), written)


def noun_form(noun: Noun, case: Case, number: Number, written: str) -> Check:
    """The case and number of a noun, as what stands beside it asks."""
    return Check(f"form of {noun.lemma}", noun.form(case, number), written)


def fixed(rule: str, asks: str, written: str) -> Check:
    """A check that no paradigm decides: word order, a negative, the form of an infinitive."""
    return Check(rule, asks, written)


def all_checks(*parts: Clause | Check) -> tuple[Check, ...]:
    """The checks of clauses and single checks, in order."""
    return tuple(
        check
        for part in parts
        for check in (part.checks() if isinstance(part, Clause) else (part,))
    )
