"""case_marking_accusative: को on definite human objects, and not where it does not belong.

Bare indefinite objects (लड़का देखा) and optional को on things are never contrasted: the objects
are names, pronouns and relatives. को is wrong with an agreeing verb (किताब को पढ़ी), on an
intransitive subject, and on the partner of verbs that take से.
"""

from __future__ import annotations

from kasauti.data.hindi.conjugation import Agreement
from kasauti.data.hindi.draft import Draft, Template
from kasauti.data.hindi.draw import Draw
from kasauti.data.hindi.phrases import (
    TENSE_TAG,
    Phrase,
    TenseKey,
    finite,
    noun_phrase,
    possessed,
    spaced,
)

ADDRESSEES = ("मैं", "हम", "तुम", "आप", "तू")


def _agent(draw: Draw, tense: TenseKey, patient: Phrase) -> tuple[str, Phrase]:
    """A subject in the case that the tense asks for.

    Without ने it is a name, since a common noun could be read as a bare object, and not of the
    patient's gender, so that the verb excludes the patient as subject (after a vocative).
    """
    if TENSE_IS_PERFECTIVE[tense]:
        subject = draw.person(other_than=patient.lemmas)
        return subject.ergative, subject
    subject = draw.name("f" if patient.gender == "m" else "m")
    return subject.direct, subject


TENSE_IS_PERFECTIVE: dict[TenseKey, bool] = {
    "perfective": True,
    "perfect_past": True,
    "perfect_present": True,
    "habitual_present": False,
    "progressive_present": False,
    "progressive_past": False,
    "future": False,
}


def _clause(draw: Draw, tense: TenseKey, patient: Phrase, reason: str) -> Draft:
    """Agent, adverbials, the patient with and without को, and a verb with a human object."""
    # One can look after a child without को too (बच्चा सँभाला).
    verb = draw.verb("human_object", tense, lambda v: v.lemma != "सँभालना")
    text, agent = _agent(draw, tense, patient)
    place = draw.place(verb, tense=tense)
    agreement = Agreement("m", "sg") if TENSE_IS_PERFECTIVE[tense] else agent.agreement
    return Draft(
        before=spaced(text, draw.time(tense, verb=verb), place.text),
        good=patient.dative,
        bad=patient.direct,
        after=finite(verb, tense, agreement),
        gloss=reason,
        tense=TENSE_TAG[tense],
        lemmas=(*agent.lemmas, *place.lemmas, *patient.lemmas, verb.lemma),
        between="",
    )


def _name(*tenses: TenseKey) -> Template:
    """को with a name as object; no को on a name as intransitive subject."""

    def build(draw: Draw, direction: str) -> Draft | None:
        tense = draw.pick(tenses)
        if direction == "को>bare":
            patient = draw.name()
            reason = f"the human object '{patient.direct}' lacks को"
            return _clause(draw, tense, patient, reason)
        return _intransitive(draw, tense, draw.name())

    return Template(f"name_{tenses[0]}", ("को>bare", "bare>को"), build)


def _intransitive(draw: Draw, tense: TenseKey, subject: Phrase) -> Draft:
    verb = draw.verb("intransitive", tense, lambda v: v.takes_names and bool(v.places))
    place = draw.place(verb, tense=tense)
    return Draft(
        before=draw.time(tense, verb=verb),
        good=subject.direct,
        bad=subject.dative,
        after=spaced(place.text, finite(verb, tense, subject.agreement)),
        gloss=f"'{subject.dative}' is marked as an object, but it is the subject of an "
        "intransitive verb",
        tense=TENSE_TAG[tense],
        lemmas=(*subject.lemmas, *place.lemmas, verb.lemma),
        between=place.text,
    )


def _pronoun(draw: Draw, direction: str) -> Draft | None:
    """मुझे, तुम्हें … as object; मैं, तुम … as intransitive subject."""
    if direction == "object>subject form":
        tense: TenseKey = draw.pick(("perfective", "perfect_past"))
        patient = draw.pronoun(draw.pick(ADDRESSEES))
        reason = f"the object pronoun has the subject form '{patient.direct}'"
        return _clause(draw, tense, patient, reason)
    tense = draw.pick(("perfective", "perfect_past"))
    direct = draw.pick(ADDRESSEES)
    return _intransitive(draw, tense, draw.pronoun(direct, "m" if direct in ("हम", "आप") else None))


def _kin(draw: Draw, direction: str) -> Draft | None:
    """A definite relative needs को as object, and refuses it as intransitive subject."""
    tense: TenseKey = draw.pick(("perfective", "progressive_past", "future"))
    owner = draw.name() if draw.chance(0.5) else draw.pronoun(draw.pick(("मैं", "हम", "तुम")))
    relative = possessed(
        owner, draw.pick([n for n in draw.lexicon.of_kind("kin") if n.gender == "m"])
    )
    if direction == "को>bare":
        reason = f"the definite human object '{relative.direct}' lacks को"
        return _clause(draw, tense, relative, reason)
    return _intransitive(draw, tense, relative)


def _blocked_agreement(draw: Draw, direction: str) -> Draft | None:
    """A feminine object agrees only without को; with उस it needs को, and the verb is masculine."""
    tense: TenseKey = draw.pick(("perfective", "perfect_past"))
    bare = direction == "bare>को"
    verb = draw.verb(
        "transitive", tense, lambda v: v.takes_names and (bare or v.lemma not in CREATION)
    )
    thing = draw.object(verb, lambda n: n.gender == "f" and n.count)
    if thing is None:
        return None
    agent, place = draw.agent(verb), draw.place(verb, tense=tense)
    determiner = draw.pick(("उस", "इस"))
    marked = f"{thing.lemma} को"
    return Draft(
        before=spaced(
            agent.ergative, draw.time(tense, verb=verb), place.text, "" if bare else determiner
        ),
        good=thing.lemma if bare else marked,
        bad=marked if bare else thing.lemma,
        after=finite(verb, tense, Agreement("f" if bare else "m", "sg")),
        gloss=(
            f"the verb agrees with '{marked}', but को blocks agreement"
            if bare
            else f"the oblique object '{determiner} {thing.lemma}' lacks को"
        ),
        tense="past",
        lemmas=(*agent.lemmas, *place.lemmas, thing.lemma, verb.lemma),
        between="",
    )


# With को these sound forced: the object comes to be only by the action.
CREATION = ("बनाना", "लिखना", "सिलना", "पकाना", "माँगना")


def _partner(draw: Draw, direction: str) -> Draft | None:
    """डरना, झगड़ना … take से; बुलाना, डाँटना … take को."""
    tense: TenseKey = draw.pick(("habitual_present", "progressive_present"))
    patient = draw.person()
    with_to, with_from = patient.dative, f"{patient.oblique} से"
    if direction == "को>से":
        verb = draw.verb("human_object", tense, lambda v: v.lemma not in FROM_POSSIBLE)
        forms, reason = (with_to, with_from), "takes its object in को, not in से"
    else:
        verb = draw.verb("partner", tense)
        forms, reason = (with_from, with_to), "takes its partner in से, not in को"
    agent = draw.person(other_than=patient.lemmas)
    place = draw.place(verb, tense=tense)
    # Fear and envy are lasting states.
    time = draw.time(tense, verb=verb) if verb.places else draw.pick(("आजकल", "अब", "शुरू से", "हमेशा"))
    if tense != "habitual_present":
        time = draw.time(tense, verb=verb)
    return Draft(
        before=spaced(agent.direct, time, place.text),
        good=forms[0],
        bad=forms[1],
        after=finite(verb, tense, agent.agreement),
        gloss=f"{verb.lemma} {reason}",
        tense="present",
        lemmas=(*agent.lemmas, *place.lemmas, *patient.lemmas, verb.lemma),
        between="",
    )


# With से these have a sense of their own (from someone, by means of someone).
FROM_POSSIBLE = ("रोकना", "बचाना", "डराना", "पहचानना")


def _object_or_subject(draw: Draw, direction: str) -> Draft | None:
    """A noun in -ा: oblique with को as definite object, direct as intransitive subject."""
    tense: TenseKey = draw.pick(("progressive_past", "future", "habitual_present"))
    noun = draw.pick([n for n in draw.lexicon.nouns.values() if n.group == "people" and n.marked])
    determined = noun_phrase(noun, determiner=("वही", "उसी"))
    if direction == "को>bare":
        reason = f"the definite human object '{determined.direct}' lacks को"
        return _clause(draw, tense, determined, reason)
    return _intransitive(draw, tense, determined)


TEMPLATES = (
    _name("perfective", "perfect_past"),
    _name("habitual_present", "progressive_present", "future"),
    Template("pronoun", ("object>subject form", "subject>object form"), _pronoun),
    Template("kin", ("को>bare", "bare>को"), _kin),
    Template("blocked_agreement", ("bare>को", "को>bare"), _blocked_agreement),
    Template("to_or_from", ("को>से", "से>को"), _partner),
    Template("determined_noun", ("को>bare", "bare>को"), _object_or_subject),
)
