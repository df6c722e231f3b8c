"""case_marking_accusative: which objects take को.

A human object that is specific (a name, a pronoun, somebody's relative) needs को with these verbs.
को is wrong on the noun of a complex predicate (आराम करना) and on an object that the verb agrees
with. Two phrases with को are never contrasted, since one can be a receiver, nor bare indefinite
objects (लड़का देखा), optional को on things, and वही लड़का, which some say bare.
Where the verb would agree with a bare object it has the object's gender: को is the only error.
"""

from __future__ import annotations

from dataclasses import replace

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.grammar.checks import Argument, Clause, Marking, Paradigm, in_tense
from authoring.hindi.grammar.phrases import (
    TENSE_TAG,
    Phrase,
    TenseKey,
    noun_phrase,
    possessed,
    spaced,
)
from authoring.hindi.templates.clauses import (
    PERFECTIVE,
    action,
    clause,
    remarked,
    set_phrase,
    takes_ne,
)
from kasauti.data.pairs import Check

KNOWING = ("को पता है कि", "को मालूम है कि", "को याद है कि", "ने बताया कि")
DIRECTIONS = ("को>bare", "bare>को")
PAST: tuple[TenseKey, ...] = ("perfective", "perfect_past")
OTHER: tuple[TenseKey, ...] = (
    "habitual_present",
    "progressive_present",
    "progressive_past",
    "future",
)


def _draft(
    main: Clause,
    wrong: Marking,
    *,
    lead: str,
    middle: str = "",
    gloss: str,
    tense: str,
    lemmas: tuple[str, ...],
    settled: tuple[Clause | Check, ...] = (),
) -> Draft | None:
    """Subject and more in `lead`, then the object with and without को, `middle`, and the verb."""
    thing = main.object
    if thing is None:
        return None
    return Draft(
        before=lead,
        good=thing.text,
        bad=thing.remarked(wrong).text,
        after=spaced(middle, main.written),
        gloss=gloss,
        tense=tense,
        lemmas=lemmas,
        between=middle,
        checks=remarked(main, *settled, thing=wrong),
    )


def _needs_ko(
    draw: Draw, tense: TenseKey, patient: Phrase, *, knower: Phrase | None = None
) -> Draft | None:
    """A verb that asks for को on its human object, which stands before or after time and place."""
    # One can look after a child without को too (बच्चा सँभाला).
    verb = draw.verb("human_object", tense, lambda v: v.lemma != "सँभालना")
    if takes_ne(verb, tense):
        known = (*patient.lemmas, *(knower.lemmas if knower else ()))
        agent = draw.person(other_than=known)
    else:
        # A name of the other gender: the patient must not be able to be the subject.
        agent = draw.name("f" if patient.gender == "m" else "m", other_than=patient.lemmas)
    place, time = draw.place(verb, tense=tense), draw.time(tense, verb=verb)
    main = action(verb, tense, agent, patient, object_marking="को")
    subject = agent.ergative if takes_ne(verb, tense) else agent.direct
    # Never directly after a bare subject, with which a name would make one name.
    first = [subject] if takes_ne(verb, tense) else [subject, time]
    parts = [subject, time, place.text]
    cut = len(first) if draw.chance(0.85) else len(parts)
    opening = spaced(knower.direct, draw.pick(KNOWING)) if knower else ""
    lemmas = (*agent.lemmas, *place.lemmas, *patient.lemmas, verb.lemma)
    return _draft(
        main,
        "direct",
        lead=spaced(opening, *parts[:cut]),
        middle=spaced(*parts[cut:]),
        gloss=f"the human object '{patient.direct}' of {verb.lemma} lacks को",
        tense=TENSE_TAG[tense],
        lemmas=(*lemmas, *knower.lemmas) if knower else lemmas,
        settled=(set_phrase(opening),) if opening else (),
    )


def _in_clause(draw: Draw, direction: str) -> Draft | None:
    """The same inside a reported clause, where nothing can be addressed to anybody."""
    if direction == "bare>को":
        return _agreeing(draw, direction)
    patient = draw.name("m")
    knower = draw.name(other_than=patient.lemmas)
    return _needs_ko(draw, draw.pick(PAST), patient, knower=knower)


# The nouns of complex predicates, with the verb and the time that it takes; all are masculine, so
# that the verb shows nothing. None of them can be a definite object.
HOSTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "आराम": ("करना", ("बरामदा में", "कमरा में", "छत पर", "आँगन में")),
    "स्नान": ("करना", ("नदी में", "तालाब में")),
    "नाश्ता": ("करना", ("रसोई में", "बरामदा में", "दुकान में")),
    "विश्राम": ("करना", ("मंदिर में", "बरामदा में", "झोंपड़ी में")),
    "झगड़ा": ("करना", ("गली में", "बाज़ार में", "मेला में")),
    "परिश्रम": ("करना", ("खेत में", "दुकान में")),
    "मज़ाक़": ("करना", ("शादी में", "बाज़ार में", "आँगन में")),
    "ग़ुस्सा": ("करना", ("घर में", "बाज़ार में")),
    "प्रवेश": ("करना", ("मंदिर में", "कमरा में", "जंगल में")),
    "प्रस्थान": ("करना", ("गाँव से", "शहर से", "मंदिर से")),
    "शोर": ("मचाना", ("कमरा में", "गली में", "आँगन में")),
    "हंगामा": ("मचाना", ("बाज़ार में", "शादी में", "मेला में")),
    "झूठ": ("बोलना", ("घर में", "स्कूल में", "बाज़ार में")),
}


def _host_phrase(lemma: str) -> Phrase:
    oblique = lemma[:-1] + "े" if lemma.endswith("ा") else lemma
    return Phrase(
        direct=lemma,
        oblique=oblique,
        ergative=f"{oblique} ने",
        dative=f"{oblique} को",
        genitive=f"{oblique} का",
        gender="m",
        number="sg",
        lemmas=(lemma,),
    )


def _host(draw: Draw, tense: TenseKey) -> Draft | None:
    """आराम किया; आराम को किया is out, since आराम is a part of the predicate."""
    lemma = draw.pick(tuple(HOSTS))
    verb_lemma, places = HOSTS[lemma]
    subject = draw.kin() if draw.chance(0.6) else draw.person()
    perfective_tense = tense in PERFECTIVE
    if perfective_tense and verb_lemma == "बोलना":
        return None  # ने is optional
    place = draw.located(draw.pick(places))
    if "habitual" in tense and "event" in draw.noun(place.lemmas[0]).kinds:
        return None
    forms = _forms_of(verb_lemma, tense, draw)
    thing = _host_phrase(lemma)
    main = clause(forms, subject, thing, marking="ने" if perfective_tense else "direct")
    text = subject.ergative if perfective_tense else subject.direct
    return _draft(
        main,
        "को",
        lead=spaced(text, draw.time(tense), place.text),
        gloss=f"{lemma} is a part of the predicate {lemma} {verb_lemma} and takes no को",
        tense=TENSE_TAG[tense],
        lemmas=(*subject.lemmas, *place.lemmas, lemma),
    )


def _forms_of(lemma: str, tense: TenseKey, draw: Draw) -> Paradigm:
    """The forms of a verb that the lexicon has only as part of others."""
    model = draw.lexicon.verb("खाना")
    return in_tense(replace(model, lemma=lemma, vector=""), tense)


def _name(name: str, tenses: tuple[TenseKey, ...]) -> Template:
    def build(draw: Draw, direction: str) -> Draft | None:
        tense = draw.pick(tenses)
        return _needs_ko(draw, tense, draw.name()) if direction == "को>bare" else _host(draw, tense)

    return Template(name, DIRECTIONS, build)


def _kin(name: str, tenses: tuple[TenseKey, ...]) -> Template:
    """मेरे भाई को; no को on an object that the verb agrees with, nor in मज़ाक़ करना."""

    def build(draw: Draw, direction: str) -> Draft | None:
        tense = draw.pick(tenses)
        if direction == "bare>को":
            return _agreeing(draw, direction) if tense in PAST else _host(draw, tense)
        owner = draw.name() if draw.chance(0.6) else draw.pronoun(draw.pick(("मैं", "हम", "तुम")))
        kin = draw.lexicon.of_kind("kin")
        # In the past the verb agrees with a bare object, so that it must be masculine.
        noun = draw.pick([n for n in kin if tense in OTHER or n.gender == "m"])
        return _needs_ko(draw, tense, possessed(owner, noun))

    return Template(name, DIRECTIONS, build)


def _us_both(draw: Draw) -> Phrase:
    """हम दोनों, तुम लोग: a pronoun with a noun, whose oblique needs को as object."""
    pronoun, word = draw.pick((("हम", 1), ("तुम", 2))), draw.pick(("दोनों", "लोग", "सब"))
    oblique = f"{pronoun[0]} {'लोगों' if word == 'लोग' else word}"
    return Phrase(
        direct=f"{pronoun[0]} {word}",
        oblique=oblique,
        ergative=f"{oblique} ने",
        dative=f"{oblique} को",
        genitive=f"{oblique} का",
        gender="m",
        number="pl",
        person=1 if pronoun[1] == 1 else 2,
    )


def _agreeing(draw: Draw, direction: str) -> Draft | None:
    """A verb that agrees with its object excludes को on it; a person in को leaves it masculine."""
    if direction == "को>bare":
        tense = draw.pick(OTHER)
        if draw.chance(0.85):
            return _needs_ko(draw, tense, _us_both(draw))
        # Not तू, nor मैं in the past: रेखा, मैं … डाँट रही थी is right after a vocative.
        direct = draw.pick(("हम", "तुम") if "past" in tense else ("मैं", "हम", "तुम"))
        return _needs_ko(draw, tense, draw.pronoun(direct))
    tense = draw.pick(PAST)
    verb = draw.verb("transitive", tense, lambda v: v.takes_names)
    noun = draw.object(verb, lambda n: n.gender == "f" and n.count)
    if noun is None:
        return None
    agent, place, thing = draw.agent(verb), draw.place(verb, tense=tense), noun_phrase(noun)
    main = action(verb, tense, agent, thing)
    # With or without को, were it not for the verb.
    main = replace(main, object=Argument(thing, "direct", None))
    time, early = draw.time(tense, verb=verb), draw.chance(0.8)
    return _draft(
        main,
        "को",
        lead=agent.ergative if early else spaced(agent.ergative, time, place.text),
        middle=spaced(time, place.text) if early else "",
        gloss=f"the verb agrees with '{thing.dative}', but को blocks agreement",
        tense="past",
        lemmas=(*agent.lemmas, *place.lemmas, *thing.lemmas, verb.lemma),
    )


TEMPLATES = (
    _name("name_past", PAST),
    _name("name_other_tenses", OTHER),
    Template("name_in_clause", DIRECTIONS, _in_clause),
    _kin("kin_past", PAST),
    _kin("kin_other_tenses", OTHER),
    Template("pronoun_or_agreeing_object", DIRECTIONS, _agreeing),
)
