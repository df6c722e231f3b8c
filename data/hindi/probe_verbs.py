"""Probe tasks read at a verb: tense, person, aspect.

Person is read at forms that all persons share (गया था, जाएँगे), so that the subject tells it. Aspect
is read at the auxiliary, which says nothing of it itself. Most of the presents and pasts are
participles without an auxiliary: अब नहीं आता is a present, जब भी समय मिलता, वह आता a past. The
present perfect (खाई है) is a present, by its auxiliary; -ना and -इएगा are imperatives, by form.
"""

from __future__ import annotations

from kasauti.data.hindi.conjugation import (
    Agreement,
    Aspect,
    Rank,
    Tense,
    copula,
    imperative,
    imperfective,
    infinitive,
    participle,
)
from kasauti.data.hindi.draw import Draw
from kasauti.data.hindi.inflection import Number
from kasauti.data.hindi.lexicon import Lexicon, Verb
from kasauti.data.hindi.phrases import Phrase, TenseKey, finite, name_phrase, noun_phrase, spaced
from kasauti.data.hindi.probe_frames import (
    Marked,
    TaskRecipe,
    arranged,
    doers,
    place_of,
    thing_of,
    verb_clause,
)

_PRESENT: tuple[TenseKey, ...] = ("habitual_present", "progressive_present", "perfect_present")
_PAST: tuple[TenseKey, ...] = ("habitual_past", "progressive_past", "perfect_past", "perfective")


def action_verbs(lexicon: Lexicon, _label: str) -> list[Verb]:
    """What people do, in every aspect."""
    return [
        verb
        for verb in doers(lexicon, "intransitive", "transitive")
        if {"habitual", "future"} <= set(verb.aspects)
    ]


def third_person(draw: Draw, verb: Verb) -> Phrase:
    """A third person in the singular who does what the verb says."""
    return draw.agent(verb) if draw.chance(0.8) else draw.pronoun("वह")


def _tense(draw: Draw, label: str, verb: Verb) -> Marked | None:
    if label == "imperative":
        return _command(draw, verb)
    subject = third_person(draw, verb) if draw.chance(0.7) else draw.pronoun(draw.pick(("मैं", "हम")))
    if label == "future":
        return _finite(draw, verb, "future", subject)
    if draw.chance(0.3):
        return _finite(draw, verb, draw.pick(_PRESENT if label == "present" else _PAST), subject)
    return _bare_participle(draw, label, verb, third_person(draw, verb))


def _finite(draw: Draw, verb: Verb, tense: TenseKey, subject: Phrase) -> Marked | None:
    clause = verb_clause(draw, verb, tense, subject)
    if clause is None:
        return None
    return Marked(clause.before, finite(verb, tense, clause.agreement), "")


# Where a habit of the past stands without its auxiliary: after such a clause, or before a verb
# that has it.
_WHENEVER = (
    "उन दिनों जब भी समय मिलता,", "उन दिनों जब भी छुट्टी होती,", "उन दिनों जब भी मौक़ा मिलता,",
    "उन दिनों जब भी मन करता,",
)  # fmt: skip
# Not done for leisure.
_CHORES = ("ढूँढ़ना", "बाँधना", "सुखाना", "पहनना", "परोसना", "रखना", "बजाना")
_THEN = ("सबसे बातें", "कुछ देर आराम", "देर तक काम")


def _bare_participle(draw: Draw, label: str, verb: Verb, subject: Phrase) -> Marked | None:
    """The imperfective participle alone: a negated present, or a habit in a tale of the past."""
    thing = thing_of(draw, verb)
    rest = spaced(place_of(draw, verb, thing, tense="habitual_past"), thing.lemma if thing else "")
    form = imperfective(verb.lemma, subject.gender, "sg")
    if label == "present":
        if thing is not None and thing.lemma == "पानी":
            return None  # everybody drinks water
        time = draw.pick(("अब", "आजकल", "इन दिनों", "आजकल कभी", "अब कभी"))
        order = draw.pick(((time, subject.direct), (subject.direct, time)))
        return Marked(spaced(*order, rest, "नहीं"), form, "")
    if verb.times or (verb.lemma not in _CHORES and draw.chance(0.5)):
        return Marked(spaced(draw.pick(_WHENEVER), subject.direct, rest), form, "")
    time = draw.pick(("उन दिनों रोज़", "उन दिनों अक्सर", "पहले रोज़", "तब हर शाम"))
    order = draw.pick(((time, subject.direct), (subject.direct, time)))
    later = "करती थी" if subject.gender == "f" else "करता था"
    return Marked(spaced(*order, rest), form, f"और फिर {draw.pick(_THEN)} {later}")


_SOON = ("कल", "परसों", "आज शाम", "कल सुबह")
_LATER = {"night": ("आज रात", "कल रात"), "season": ("इस साल", "अगले साल"), "keeping": ("अगले साल",)}
_RANKS: tuple[Rank, ...] = ("तू", "तुम", "आप")


def _command(draw: Draw, verb: Verb) -> Marked:
    """An order or a request, for now or for later."""
    rank = draw.pick(_RANKS)
    addressed: str = rank if draw.chance(0.5) else ""
    thing = thing_of(draw, verb)
    later = draw.chance(0.4)
    time = draw.pick(_LATER.get(verb.times, _SOON) if later else ("अब", "अभी", "पहले", "आज"))
    place = place_of(draw, verb, thing)
    form = imperative(verb.lemma, rank)
    if later:
        form = f"{form}गा" if rank == "आप" else infinitive(verb.lemma)
    if not addressed and draw.chance(0.5):
        addressed = spaced(name_phrase(draw.pick(draw.lexicon.names)).direct, ",")
    return Marked(spaced(addressed, time, place, thing.lemma if thing else ""), form, "")


def _person(draw: Draw, label: str, verb: Verb) -> Marked | None:
    """The subject, singular or plural, of a verb form that all persons share."""
    number = draw.number()
    subject = _subject(draw, label, number, verb)
    tense: TenseKey = draw.pick((*_PAST, "future") if _shares_future(subject) else _PAST)
    return _finite(draw, verb, tense, subject)


def _shares_future(subject: Phrase) -> bool:
    """हम, आप and वे have one future (जाएँगे); so have तू and वह (जाएगा), but not मैं and तुम."""
    return subject.number == "pl" and subject.person != 2


def _subject(draw: Draw, label: str, number: Number, verb: Verb) -> Phrase:
    gender = draw.gender()
    if label == "first":
        return draw.pronoun("मैं" if number == "sg" else "हम", gender)
    if label == "second":
        return draw.pronoun("तू" if number == "sg" else draw.pick(("तुम", "आप")), gender)
    if number == "sg":
        return draw.agent(verb, gender) if draw.chance(0.6) else draw.pronoun("वह", gender)
    people = [noun for noun in verb.subjects if noun.human and noun.gender == gender]
    if people and draw.chance(0.6):
        return noun_phrase(draw.pick(people), "pl")
    return draw.pronoun("वे", gender)


_ASPECTS: dict[str, tuple[Aspect, str]] = {
    "perfective": ("perfective", "perfect"),
    "imperfective": ("habitual", "habitual"),
    "progressive": ("progressive", "progressive"),
}
_TENSES: tuple[tuple[Tense, str], ...] = (
    ("present", "present"), ("past", "past"), ("presumptive", "present"),
)  # fmt: skip


def _aspect_verbs(lexicon: Lexicon, label: str) -> list[Verb]:
    return [
        verb
        for verb in doers(lexicon, "intransitive", "transitive")
        if _ASPECTS[label][1] in verb.aspects and verb.ergative != "optional"
    ]


def _aspect(draw: Draw, label: str, verb: Verb) -> Marked | None:
    aspect, name = _ASPECTS[label]
    tense, told = draw.pick(_TENSES)
    key = _time_key(name, told)
    subject = third_person(draw, verb)
    thing = thing_of(draw, verb)
    ergative = aspect == "perfective" and verb.ergative == "always"
    agreement = subject.agreement
    if ergative:
        agreement = Agreement(thing.gender, "sg") if thing else Agreement("m", "sg")
    before = arranged(draw, subject.ergative if ergative else subject.direct, verb, key, thing)
    main = participle(verb.lemma, aspect, agreement.gender, agreement.number)
    return Marked(spaced(before, main), copula(tense, agreement), "")


def _time_key(aspect: str, tense: str) -> TenseKey:
    keys: dict[tuple[str, str], TenseKey] = {
        ("perfect", "present"): "perfect_present",
        ("perfect", "past"): "perfect_past",
        ("habitual", "present"): "habitual_present",
        ("habitual", "past"): "habitual_past",
        ("progressive", "present"): "progressive_present",
        ("progressive", "past"): "progressive_past",
    }
    return keys[aspect, tense]


TENSE = TaskRecipe("tense", ("present", "past", "future", "imperative"), action_verbs, _tense)
PERSON = TaskRecipe("person", ("first", "second", "third"), action_verbs, _person)
ASPECT = TaskRecipe("aspect", tuple(_ASPECTS), _aspect_verbs, _aspect)
