"""Descriptions of the clauses that most templates build, for the proof of one error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from authoring.hindi.grammar.checks import (
    Clause,
    Marking,
    Paradigm,
    all_checks,
    argument,
    in_tense,
    invariable,
)
from authoring.hindi.grammar.lexicon import Verb
from authoring.hindi.grammar.phrases import Phrase, TenseKey
from kasauti.data.pairs import Check

PERFECTIVE: tuple[TenseKey, ...] = ("perfective", "perfect_present", "perfect_past")


def takes_ne(verb: Verb, tense: TenseKey) -> bool:
    """Return whether the subject has ने: a transitive verb in a perfective tense."""
    return verb.ergative == "always" and tense in PERFECTIVE


def clause(
    forms: Paradigm,
    subject: Phrase | None = None,
    thing: Phrase | None = None,
    *,
    marking: Marking = "direct",
    object_marking: Marking = "direct",
) -> Clause:
    """A clause without an error: the verb agrees with whatever controls it."""
    made = Clause(
        verb=forms,
        written="",
        subject=argument(subject, marking) if subject else None,
        object=argument(thing, object_marking) if thing else None,
    )
    return replace(made, written=forms(made.controller))


def action(
    verb: Verb,
    tense: TenseKey,
    subject: Phrase,
    thing: Phrase | None = None,
    *,
    object_marking: Marking = "direct",
) -> Clause:
    """A verb of the lexicon in a tense, with ने on its subject where it takes it."""
    marking: Marking = "ने" if takes_ne(verb, tense) else "direct"
    return clause(
        in_tense(verb, tense), subject, thing, marking=marking, object_marking=object_marking
    )


def set_phrase(text: str) -> Clause:
    """Words that agree with nothing and stay as they are: पता है."""
    return clause(invariable(text))


def both(
    *parts: Clause | Check, good: Sequence[Clause | Check], bad: Sequence[Clause | Check]
) -> tuple[tuple[Check, ...], tuple[Check, ...]]:
    """The checks of a pair: what differs, and after it what both members share."""
    return all_checks(*good, *parts), all_checks(*bad, *parts)
