"""number_agreement: number within the noun phrase, and of predicates and objects.

Masculines in -ा carry most templates, because they show number in every form. A numeral with
a singular noun (दो रोटी), यह and वह for plurals, and ये for a singular are all said, so none of
them is a wrong member here.
"""

from __future__ import annotations

from kasauti.data.hindi.conjugation import Agreement, copula, perfective
from kasauti.data.hindi.draft import Draft, Template
from kasauti.data.hindi.draw import Draw
from kasauti.data.hindi.inflection import Number, inflect_adjective
from kasauti.data.hindi.lexicon import Noun
from kasauti.data.hindi.phrases import TENSE_TAG, TenseKey, finite, spaced
from kasauti.data.hindi.templates.adjective import NOT_PREDICATED, OWNED, PARTICIPLES
from kasauti.data.hindi.templates.qualities import SAME_SENSE, clearing
from kasauti.data.hindi.templates.settings import NOISY, in_several

DIRECTIONS = ("sg>pl", "pl>sg")
WORD = {"sg": "singular", "pl": "plural"}


def _numbers(direction: str) -> tuple[Number, Number]:
    return ("sg", "pl") if direction == "sg>pl" else ("pl", "sg")


def _marked_thing(noun: Noun) -> bool:
    return noun.marked and noun.count and not noun.human


def _attributive(draw: Draw, direction: str) -> Draft | None:
    number, wrong = _numbers(direction)
    tense: TenseKey = draw.pick(("perfective", "progressive_present", "future"))
    verb = draw.verb("intransitive", tense)
    noun = draw.subject(verb, lambda n: n.marked and ("youth" in n.kinds or not n.human))
    adjective = noun and draw.adjective(noun, marked=True)
    if noun is None or adjective is None or (adjective.lemma, verb.lemma) in SAME_SENSE:
        return None
    place = draw.place(verb, tense=tense)
    bad = inflect_adjective(adjective.lemma, "m", wrong, "direct")
    return Draft(
        before=draw.time(tense, verb=verb),
        good=inflect_adjective(adjective.lemma, "m", number, "direct"),
        bad=bad,
        after=spaced(
            noun.form("direct", number), place.text, finite(verb, tense, Agreement("m", number))
        ),
        gloss=f"the adjective '{bad}' is {WORD[wrong]}, but its noun is {WORD[number]}",
        tense=TENSE_TAG[tense],
        lemmas=(adjective.lemma, noun.lemma, *place.lemmas, verb.lemma),
        between="",
    )


def _quantified(draw: Draw, direction: str) -> Draft | None:
    """एक with a singular, कई with a plural noun; the noun is changed."""
    number, wrong = _numbers(direction)
    tense: TenseKey = draw.pick(("perfective", "progressive_present", "progressive_past"))
    verb = draw.verb("intransitive", tense)
    noun = draw.subject(verb, lambda n: n.marked and n.count)
    if noun is None:
        return None
    quantifier = "एक" if number == "sg" else draw.pick(("कई", "बहुत-से", "सभी"))
    place = draw.place(verb, tense=tense)
    bad = noun.form("direct", wrong)
    return Draft(
        before=spaced(draw.time(tense, verb=verb), quantifier),
        good=noun.form("direct", number),
        bad=bad,
        after=spaced(place.text, finite(verb, tense, Agreement("m", number))),
        gloss=f"'{quantifier}' and the verb are {WORD[number]}, but the noun '{bad}' is not",
        tense=TENSE_TAG[tense],
        lemmas=(noun.lemma, *place.lemmas, verb.lemma),
        between="",
    )


def _demonstrative(draw: Draw, direction: str) -> Draft | None:
    """इस or उस before an oblique singular, इन or उन before an oblique plural."""
    number, wrong = _numbers(direction)
    tense: TenseKey = draw.pick(("progressive_past", "perfective", "future"))
    verb = draw.verb("intransitive", tense, lambda v: v.takes_names and v.lemma not in NOISY)
    lemma, _, postposition = draw.pick(verb.places).partition(" ")
    noun = draw.noun(lemma)
    if not noun.count or not postposition or lemma in UNIQUE:
        return None
    if number == "pl" and not in_several(verb.lemma, lemma):
        return None
    stems = {"sg": draw.pick(("इस", "उस")), "pl": ""}
    stems["pl"] = {"इस": "इन", "उस": "उन"}[stems["sg"]]
    subject = draw.person()
    return Draft(
        before=spaced(subject.direct, draw.time(tense, verb=verb)),
        good=stems[number],
        bad=stems[wrong],
        after=spaced(
            noun.form("oblique", number), postposition, finite(verb, tense, subject.agreement)
        ),
        gloss=f"the demonstrative '{stems[wrong]}' is {WORD[wrong]}, but its noun is "
        f"{WORD[number]}",
        tense=TENSE_TAG[tense],
        lemmas=(*subject.lemmas, lemma, verb.lemma),
        between="",
    )


UNIQUE = ("घास", "आसमान", "सीढ़ी")


def _object(draw: Draw, direction: str) -> Draft | None:
    """The perfective verb has the number of its bare object."""
    number, wrong = _numbers(direction)
    tense: TenseKey = draw.pick(("perfective", "perfect_past"))
    # Not what one wears: one of a pair of shoes, or several hats.
    verb = draw.verb("transitive", tense, lambda v: v.takes_names and v.lemma != "पहनना")
    noun = draw.object(verb, lambda n: n.shows_number)
    if noun is None:
        return None
    agent = draw.agent(verb)
    place = draw.place(verb, tense=tense)
    quantifier = (
        "एक" if number == "sg" else draw.pick(("कई", "सारी" if noun.gender == "f" else "सारे"))
    )
    return Draft(
        before=spaced(
            agent.ergative,
            draw.time(tense, verb=verb),
            place.text,
            quantifier,
            noun.form("direct", number),
        ),
        good=finite(verb, tense, Agreement(noun.gender, number)),
        bad=finite(verb, tense, Agreement(noun.gender, wrong)),
        after="",
        gloss=f"the verb is {WORD[wrong]}, but the object it agrees with is {WORD[number]}",
        tense="past",
        lemmas=(*agent.lemmas, *place.lemmas, noun.lemma, verb.lemma),
        between="",
        attractor="matching" if number == "sg" else "mismatching",
    )


def _predicate(draw: Draw, direction: str) -> Draft | None:
    number, wrong = _numbers(direction)
    noun = draw.pick([n for n in draw.lexicon.nouns.values() if _marked_thing(n)])
    adjective = draw.adjective(noun, marked=True)
    if adjective is None or adjective.lemma in NOT_PREDICATED:
        return None
    owner = draw.person(draw.wearer(noun)) if set(noun.kinds) & set(OWNED) else None
    past, degree = draw.chance(0.4), draw.pick(("बहुत", "काफ़ी", "बेहद", "सचमुच"))
    bad = inflect_adjective(adjective.lemma, "m", wrong, "direct")
    lead = owner.possessive(noun, number, "direct") if owner else ""
    return Draft(
        before=spaced(lead, noun.form("direct", number), degree),
        good=inflect_adjective(adjective.lemma, "m", number, "direct"),
        bad=bad,
        after=copula("past" if past else "present", Agreement("m", number)),
        gloss=f"the predicate '{bad}' is {WORD[wrong]}, but its subject is {WORD[number]}",
        tense="past" if past else "present",
        lemmas=(*(owner.lemmas if owner else ()), noun.lemma, adjective.lemma),
        between=degree,
    )


def _genitive(draw: Draw, direction: str) -> Draft | None:
    """का before a masculine singular, के before a plural."""
    number, wrong = _numbers(direction)
    tense: TenseKey = draw.pick(("perfective", "perfect_present"))
    verb = draw.verb("intransitive", tense)
    noun = draw.subject(verb, lambda n: _marked_thing(n) and bool(set(n.kinds) & set(BELONGING)))
    if noun is None:
        return None
    gender = draw.wearer(noun)
    owner = draw.person(gender)  # not a pronoun: हमारे alone can mean "at our place"
    place = draw.place(verb, tense=tense)
    return Draft(
        before=draw.time(tense, verb=verb),
        good=owner.possessive(noun, number, "direct"),
        bad=owner.possessive(noun, wrong, "direct"),
        after=spaced(
            noun.form("direct", number), place.text, finite(verb, tense, Agreement("m", number))
        ),
        gloss=f"the genitive is {WORD[wrong]}, but its noun is {WORD[number]}",
        tense=TENSE_TAG[tense],
        lemmas=(*owner.lemmas, noun.lemma, *place.lemmas, verb.lemma),
        between="",
    )


BELONGING = (*OWNED, "bedding", "vessel", "container", "tool", "glass", "fruit")


def _quantified_oblique(draw: Draw, direction: str) -> Draft | None:
    """एक लड़के ने, कई लड़कों ने; the noun is changed."""
    number, wrong = _numbers(direction)
    tense: TenseKey = draw.pick(("perfective", "perfect_past"))
    verb = draw.verb("transitive", tense, lambda v: v.takes_names)
    thing, agent = draw.object(verb), draw.subject(verb, lambda n: n.human)
    if thing is None or agent is None:
        return None
    quantifier = "एक" if number == "sg" else draw.pick(("कई", "दोनों", "सभी"))
    bad, place = agent.form("oblique", wrong), draw.place(verb, tense=tense)
    return Draft(
        before=spaced(draw.time(tense, verb=verb), quantifier),
        good=agent.form("oblique", number),
        bad=bad,
        after=spaced(
            "ने", place.text, thing.lemma, finite(verb, tense, Agreement(thing.gender, "sg"))
        ),
        gloss=f"'{quantifier}' asks for a {WORD[number]} noun, but '{bad}' is {WORD[wrong]}",
        tense="past",
        lemmas=(agent.lemma, *place.lemmas, thing.lemma, verb.lemma),
        between="",
    )


def _participle(draw: Draw, direction: str) -> Draft | None:
    number, wrong = _numbers(direction)
    source = draw.lexicon.verb(draw.pick(PARTICIPLES))
    noun = draw.subject(source, _marked_thing)
    if noun is None:
        return None
    agent = draw.person()
    verb = draw.pick(clearing(source.lemma))
    good, bad = (
        f"{perfective(source.lemma, 'm', n)} {perfective('होना', 'm', n)}" for n in (number, wrong)
    )
    return Draft(
        before=spaced(agent.ergative, draw.time("perfective")),
        good=good,
        bad=bad,
        after=spaced(noun.form("direct", number), perfective(verb, "m", number, alone=True)),
        gloss=f"the participle '{bad}' is {WORD[wrong]}, but its noun is {WORD[number]}",
        tense="past",
        lemmas=(*agent.lemmas, source.lemma, noun.lemma, verb),
        between="",
    )


TEMPLATES = (
    Template("attributive", DIRECTIONS, _attributive),
    Template("quantified_subject", DIRECTIONS, _quantified),
    Template("demonstrative", DIRECTIONS, _demonstrative),
    Template("object_verb", DIRECTIONS, _object),
    Template("predicate", DIRECTIONS, _predicate),
    Template("genitive", DIRECTIONS, _genitive),
    Template("quantified_agent", DIRECTIONS, _quantified_oblique),
    Template("participle", DIRECTIONS, _participle),
)
