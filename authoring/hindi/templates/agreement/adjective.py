"""gender_agreement_adjective: a marked adjective has the gender of its noun.

The verb always agrees with the noun (or the subject has the noun's gender), so that the wrong
form cannot be read as a noun of its own or as a depictive of the subject.
"""

from __future__ import annotations

from dataclasses import replace

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.grammar.checks import Clause, Paradigm, concord, fixed
from authoring.hindi.grammar.conjugation import compound, copula
from authoring.hindi.grammar.lexicon import Noun
from authoring.hindi.grammar.phrases import TENSE_TAG, Phrase, TenseKey, finite, noun_phrase, spaced
from authoring.hindi.templates.clauses import action, both, clause
from authoring.hindi.templates.qualities import (
    CLASHING,
    PASSING,
    SAME_SENSE,
    clearing,
    counted,
    plausible,
)
from kasauti.data.pairs import Check
from kasauti.data.treebank_pairs.inflection import (
    Agreement,
    Case,
    Gender,
    Number,
    inflect_adjective,
    perfective,
)

DIRECTIONS = ("m>f", "f>m")
WORD = {"m": "masculine", "f": "feminine"}
# Things that are made of a material; all the materials are masculine.
MADE_OF = {
    "लोहा": ("अलमारी", "कुर्सी", "बक्सा", "ताला", "दरवाज़ा", "पेटी", "चाबी", "बाल्टी", "हथौड़ा"),
    "चमड़ा": ("जूता", "चप्पल", "थैला"),
    "ताँबा": ("लोटा", "घड़ा", "थाली", "कटोरी", "घंटी", "प्याला"),
    "बाँस": ("टोकरी", "झूला", "चारपाई", "कुर्सी"),
    "सोना": ("अँगूठी", "झुमका", "चूड़ी"),
    "शीशम": ("मेज़", "दरवाज़ा", "कुर्सी", "अलमारी"),
}


def _gender(direction: str) -> Gender:
    return "m" if direction.startswith("m") else "f"


def _other(gender: Gender) -> Gender:
    return "f" if gender == "m" else "m"


def _forms(lemma: str, noun: Noun, number: Number, case: Case) -> tuple[str, str]:
    """The right form, and the one of the other gender."""
    return (
        inflect_adjective(lemma, noun.gender, number, case),
        inflect_adjective(lemma, _other(noun.gender), number, case),
    )


def _checks(
    lemma: str, noun: Noun, number: Number, case: Case, *rest: Clause | Check
) -> tuple[tuple[Check, ...], tuple[Check, ...]]:
    """The checks of a pair in which only the gender of a modifier differs."""
    good, bad = (
        concord(lemma, noun.gender, number, case, form)
        for form in _forms(lemma, noun, number, case)
    )
    return both(*rest, good=[good], bad=[bad])


def _gloss(lemma: str, noun: Noun, bad: str) -> str:
    return (
        f"the adjective {lemma} is {WORD[_other(noun.gender)]} ('{bad}'), but its noun "
        f"{noun.lemma} is {WORD[noun.gender]}"
    )


def _number(draw: Draw, noun: Noun) -> Number:
    """Plural only where the noun shows it, so that the sentence has one reading."""
    return "pl" if noun.shows_number and draw.chance(0.35) else "sg"


def _subject(draw: Draw, direction: str) -> Draft | None:
    tense: TenseKey = draw.pick(("progressive_present", "perfective", "future", "progressive_past"))
    verb = draw.verb("intransitive", tense)
    noun = draw.subject(
        verb, lambda n: n.gender == _gender(direction) and ("youth" in n.kinds or not n.human)
    )
    adjective = noun and draw.adjective(noun, marked=True)
    if noun is None or adjective is None or (adjective.lemma, verb.lemma) in SAME_SENSE:
        return None
    if adjective.lemma in PASSING and tense == "future":
        return None
    number, place = _number(draw, noun), draw.place(verb, tense=tense)
    good, bad = _forms(adjective.lemma, noun, number, "direct")
    return Draft(
        before=draw.time(tense, verb=verb),
        good=good,
        bad=bad,
        after=spaced(
            noun.form("direct", number),
            place.text,
            finite(verb, tense, Agreement(noun.gender, number)),
        ),
        gloss=_gloss(adjective.lemma, noun, bad),
        tense=TENSE_TAG[tense],
        lemmas=(adjective.lemma, noun.lemma, *place.lemmas, verb.lemma),
        between="",
        checks=_checks(
            adjective.lemma, noun, number, "direct", action(verb, tense, noun_phrase(noun, number))
        ),
    )


def _object(draw: Draw, direction: str) -> Draft | None:
    tense: TenseKey = draw.pick(("perfective", "perfect_past"))
    verb = draw.verb("transitive", tense, lambda v: v.takes_names)
    noun = draw.object(verb, lambda n: n.gender == _gender(direction))
    adjective = noun and draw.adjective(noun, marked=True)
    if noun is None or adjective is None or not plausible(adjective.lemma, verb.lemma):
        return None
    number, place = _number(draw, noun), draw.place(verb, tense=tense)
    if not counted(verb.lemma, noun, number):
        return None
    agent = draw.agent(verb, draw.wearer(noun) if verb.lemma == "पहनना" else None)
    good, bad = _forms(adjective.lemma, noun, number, "direct")
    return Draft(
        before=spaced(agent.ergative, draw.time(tense, verb=verb), place.text),
        good=good,
        bad=bad,
        after=spaced(
            noun.form("direct", number), finite(verb, tense, Agreement(noun.gender, number))
        ),
        gloss=_gloss(adjective.lemma, noun, bad),
        tense="past",
        lemmas=(*agent.lemmas, *place.lemmas, adjective.lemma, noun.lemma, verb.lemma),
        between="",
        attractor="oblique",
        checks=_checks(
            adjective.lemma,
            noun,
            number,
            "direct",
            action(verb, tense, agent, noun_phrase(noun, number)),
        ),
    )


def _oblique(draw: Draw, direction: str) -> Draft | None:
    """In a place adjunct; the subject has the noun's gender, so no depictive reading arises."""
    tense: TenseKey = draw.pick(("progressive_past", "habitual_present", "perfective"))
    verb = draw.verb("intransitive", tense, lambda v: v.takes_names and bool(v.places))
    lemma, _, postposition = draw.pick(draw.places(verb, tense=tense)).partition(" ")
    noun = draw.noun(lemma)
    adjective = draw.adjective(noun, marked=True)
    if noun.gender != _gender(direction) or adjective is None or not postposition:
        return None
    subject = draw.person(noun.gender)
    good, bad = _forms(adjective.lemma, noun, "sg", "oblique")
    return Draft(
        before=spaced(subject.direct, draw.time(tense, verb=verb)),
        good=good,
        bad=bad,
        after=spaced(
            noun.form("oblique", "sg"), postposition, finite(verb, tense, subject.agreement)
        ),
        gloss=_gloss(adjective.lemma, noun, bad),
        tense=TENSE_TAG[tense],
        lemmas=(*subject.lemmas, adjective.lemma, noun.lemma, verb.lemma),
        between="",
        attractor="matching",
        checks=_checks(adjective.lemma, noun, "sg", "oblique", action(verb, tense, subject)),
    )


def _predicate(draw: Draw, direction: str) -> Draft | None:
    noun = draw.pick([n for n in draw.lexicon.nouns.values() if n.gender == _gender(direction)])
    adjective = draw.adjective(noun, marked=True)
    if adjective is None or noun.human or adjective.lemma in NOT_PREDICATED:
        return None
    number = _number(draw, noun)
    good, bad = _forms(adjective.lemma, noun, number, "direct")
    past = draw.chance(0.4)
    owner = draw.person(draw.wearer(noun)) if set(noun.kinds) & set(OWNED) else None
    degree = draw.pick(("बहुत", "काफ़ी", "बेहद", "सचमुच"))
    lead = owner.possessive(noun, number, "direct") if owner else ""
    return Draft(
        before=spaced(lead, noun.form("direct", number), degree),
        good=good,
        bad=bad,
        after=copula("past" if past else "present", Agreement(noun.gender, number)),
        gloss=_gloss(adjective.lemma, noun, bad),
        tense="past" if past else "present",
        lemmas=(*(owner.lemmas if owner else ()), noun.lemma, adjective.lemma),
        between=degree,
        attractor="oblique" if owner else "none",
        checks=_checks(
            adjective.lemma, noun, number, "direct", being(noun, number, lead, past=past)
        ),
    )


def being(noun: Noun, number: Number, lead: str, *, past: bool) -> Clause:
    """The thing, with its owner, and है or था."""
    bare = noun_phrase(noun, number)
    thing = replace(bare, direct=spaced(lead, bare.direct))
    return clause(lambda a: copula("past" if past else "present", a), thing)


NOT_PREDICATED = ("नन्हा", "टूटा", "फटा", "रंग-बिरंगा")
OWNED = ("garment", "footwear", "belonging", "vehicle", "furniture", "jewel", "toy", "pet")


def _material(draw: Draw, direction: str) -> Draft | None:
    """A genitive of material between adjective and noun."""
    material = draw.noun(draw.pick(tuple(MADE_OF)))
    noun = draw.noun(draw.pick(MADE_OF[material.lemma]))
    adjective = draw.adjective(noun, marked=True)
    if noun.gender != _gender(direction) or adjective is None or adjective.lemma in COLOURS:
        return None
    good, bad = _forms(adjective.lemma, noun, "sg", "direct")
    made = (
        f"{material.form('oblique', 'sg')} {inflect_adjective('का', noun.gender, 'sg', 'direct')}"
    )
    agent, verb = draw.person(), draw.pick(("ख़रीदना", "बेचना", "देखना", "बनवाना"))
    if not plausible(adjective.lemma, verb):
        return None
    return Draft(
        before=spaced(agent.ergative, draw.time("perfective")),
        good=good,
        bad=bad,
        after=spaced(made, noun.lemma, perfective(verb, noun.gender, "sg", alone=True)),
        gloss=_gloss(adjective.lemma, noun, bad),
        tense="past",
        lemmas=(*agent.lemmas, adjective.lemma, material.lemma, noun.lemma, verb),
        between=made,
        attractor="oblique",
        checks=_checks(
            adjective.lemma,
            noun,
            "sg",
            "direct",
            clause(_past(verb), agent, _made(made, noun), marking="ने"),
        ),
    )


def _past(lemma: str) -> Paradigm:
    return lambda agreement: perfective(lemma, agreement.gender, agreement.number, alone=True)


def _made(made: str, noun: Noun) -> Phrase:
    return replace(noun_phrase(noun), direct=spaced(made, noun.lemma))


COLOURS = ("काला", "नीला", "पीला", "हरा", "भूरा", "गंदा", "गीला", "टूटा")


def _participle(draw: Draw, direction: str) -> Draft | None:
    """A perfective participle with हुआ as adjective: टूटी हुई कुर्सी."""
    source = draw.lexicon.verb(draw.pick(PARTICIPLES))
    noun = draw.subject(source, lambda n: n.gender == _gender(direction) and n.count)
    if noun is None:
        return None
    number = _number(draw, noun)
    agent, verb = draw.person(), draw.pick(clearing(source.lemma))
    other = _other(noun.gender)
    good, bad = (participle(source.lemma, gender, number) for gender in (noun.gender, other))
    lemma = compound(verb, "लेना" if verb == "उठाना" else "देना")
    main = clause(_past(lemma), agent, noun_phrase(noun, number), marking="ने")
    return Draft(
        before=spaced(agent.ergative, draw.time("perfective")),
        good=good,
        bad=bad,
        after=spaced(noun.form("direct", number), main.written),
        gloss=f"the participle '{bad}' is {WORD[other]}, but its noun {noun.lemma} is "
        f"{WORD[noun.gender]}",
        tense="past",
        lemmas=(*agent.lemmas, source.lemma, noun.lemma, verb),
        between="",
        attractor="oblique",
        checks=both(
            main,
            good=[fixed("agreement of the participle", good, good)],
            bad=[fixed("agreement of the participle", good, bad)],
        ),
    )


def participle(lemma: str, gender: Gender, number: Number) -> str:
    """टूटा हुआ, टूटी हुई, टूटे हुए."""
    return f"{perfective(lemma, gender, number)} {perfective('होना', gender, number)}"


PARTICIPLES = ("टूटना", "फटना", "सूखना", "मुरझाना", "सड़ना", "जलना", "घिसना")


INTENSIFIER = "बड़ा"  # "very" before another adjective, and then often uninflected


def _stacked(draw: Draw, direction: str) -> Draft | None:
    """An unmarked adjective between: छोटी लाल टोपी."""
    tense: TenseKey = draw.pick(("perfective", "perfect_present"))
    verb = draw.verb("transitive", tense, lambda v: v.takes_names)
    noun = draw.object(verb, lambda n: n.gender == _gender(direction) and n.count)
    first = noun and draw.adjective(noun, marked=True, other_than=(*COLOURS, INTENSIFIER))
    second = noun and draw.adjective(noun, marked=False)
    if noun is None or first is None or second is None or verb.lemma == "तोड़ना":
        return None
    if (first.lemma, second.lemma) in CLASHING or not plausible(first.lemma, verb.lemma):
        return None
    if second.lemma == "ख़ाली" and verb.lemma not in ("उठाना", "रखना", "फेंकना", "धोना"):
        return None
    agent = draw.agent(verb, draw.wearer(noun) if verb.lemma == "पहनना" else None)
    good, bad = _forms(first.lemma, noun, "sg", "direct")
    return Draft(
        before=spaced(agent.ergative, draw.time(tense, verb=verb)),
        good=good,
        bad=bad,
        after=spaced(
            second.lemma,
            noun_phrase(noun).direct,
            finite(verb, tense, Agreement(noun.gender, "sg")),
        ),
        gloss=_gloss(first.lemma, noun, bad),
        tense=TENSE_TAG[tense],
        lemmas=(*agent.lemmas, first.lemma, second.lemma, noun.lemma, verb.lemma),
        between=second.lemma,
        attractor="oblique",
        checks=_checks(
            first.lemma, noun, "sg", "direct", action(verb, tense, agent, noun_phrase(noun))
        ),
    )


TEMPLATES = (
    Template("subject", DIRECTIONS, _subject),
    Template("object", DIRECTIONS, _object),
    Template("oblique", DIRECTIONS, _oblique),
    Template("predicate", DIRECTIONS, _predicate),
    Template("material_between", DIRECTIONS, _material),
    Template("participle", DIRECTIONS, _participle),
    Template("stacked", DIRECTIONS, _stacked),
)
