"""number_agreement: number within the noun phrase, and of predicates and objects.

Masculines in -ा carry most templates, because they show number in every form. A numeral with
a singular noun (दो रोटी), यह and वह for plurals, and ये for a singular are all said, so none of
them is a wrong member here.
"""

from __future__ import annotations

from dataclasses import replace

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.grammar.checks import concord, fixed, in_tense, noun_form
from authoring.hindi.grammar.lexicon import Noun
from authoring.hindi.grammar.phrases import TENSE_TAG, TenseKey, noun_phrase, spaced
from authoring.hindi.templates.agreement.adjective import (
    NOT_PREDICATED,
    OWNED,
    PARTICIPLES,
    being,
    participle,
)
from authoring.hindi.templates.clauses import action, both, clause, miswritten
from authoring.hindi.templates.qualities import SAME_SENSE, clearing
from authoring.hindi.templates.settings import NOISY, in_several
from kasauti.data.treebank_pairs.inflection import Number, inflect_adjective, perfective

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
    place, main = draw.place(verb, tense=tense), action(verb, tense, noun_phrase(noun, number))
    good, bad = (inflect_adjective(adjective.lemma, "m", n, "direct") for n in (number, wrong))
    return Draft(
        before=draw.time(tense, verb=verb),
        good=good,
        bad=bad,
        after=spaced(noun.form("direct", number), place.text, main.written),
        gloss=f"the adjective '{bad}' is {WORD[wrong]}, but its noun is {WORD[number]}",
        tense=TENSE_TAG[tense],
        lemmas=(adjective.lemma, noun.lemma, *place.lemmas, verb.lemma),
        between="",
        checks=both(
            main,
            good=[concord(adjective.lemma, "m", number, "direct", good)],
            bad=[concord(adjective.lemma, "m", number, "direct", bad)],
        ),
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
    good, bad = noun.form("direct", number), noun.form("direct", wrong)
    main = action(verb, tense, noun_phrase(noun, number))
    return Draft(
        before=spaced(draw.time(tense, verb=verb), quantifier),
        good=good,
        bad=bad,
        after=spaced(place.text, main.written),
        gloss=f"'{quantifier}' and the verb are {WORD[number]}, but the noun '{bad}' is not",
        tense=TENSE_TAG[tense],
        lemmas=(noun.lemma, *place.lemmas, verb.lemma),
        between="",
        # The quantifier and the verb settle the number; the noun is what does not fit them.
        checks=both(
            fixed("agreement of the verb", main.written, main.written),
            good=[noun_form(noun, "direct", number, good)],
            bad=[noun_form(noun, "direct", number, bad)],
        ),
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
    main = action(verb, tense, subject)
    return Draft(
        before=spaced(subject.direct, draw.time(tense, verb=verb)),
        good=stems[number],
        bad=stems[wrong],
        after=spaced(noun.form("oblique", number), postposition, main.written),
        gloss=f"the demonstrative '{stems[wrong]}' is {WORD[wrong]}, but its noun is "
        f"{WORD[number]}",
        tense=TENSE_TAG[tense],
        lemmas=(*subject.lemmas, lemma, verb.lemma),
        between="",
        checks=both(
            main,
            good=[fixed("agreement of the demonstrative", stems[number], stems[number])],
            bad=[fixed("agreement of the demonstrative", stems[number], stems[wrong])],
        ),
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
    main = action(verb, tense, agent, noun_phrase(noun, number))
    bad = main.verb(replace(main.controller, number=wrong))
    return Draft(
        before=spaced(
            agent.ergative,
            draw.time(tense, verb=verb),
            place.text,
            quantifier,
            noun.form("direct", number),
        ),
        good=main.written,
        bad=bad,
        after="",
        gloss=f"the verb is {WORD[wrong]}, but the object it agrees with is {WORD[number]}",
        tense="past",
        lemmas=(*agent.lemmas, *place.lemmas, noun.lemma, verb.lemma),
        between="",
        attractor="oblique",
        checks=miswritten(main, bad),
    )


def _predicate(draw: Draw, direction: str) -> Draft | None:
    number, wrong = _numbers(direction)
    noun = draw.pick([n for n in draw.lexicon.nouns.values() if _marked_thing(n)])
    adjective = draw.adjective(noun, marked=True)
    if adjective is None or adjective.lemma in NOT_PREDICATED:
        return None
    owner = draw.person(draw.wearer(noun)) if set(noun.kinds) & set(OWNED) else None
    past, degree = draw.chance(0.4), draw.pick(("बहुत", "काफ़ी", "बेहद", "सचमुच"))
    good, bad = (inflect_adjective(adjective.lemma, "m", n, "direct") for n in (number, wrong))
    lead = owner.possessive(noun, number, "direct") if owner else ""
    main = being(noun, number, lead, past=past)
    return Draft(
        before=spaced(lead, noun.form("direct", number), degree),
        good=good,
        bad=bad,
        after=main.written,
        gloss=f"the predicate '{bad}' is {WORD[wrong]}, but its subject is {WORD[number]}",
        tense="past" if past else "present",
        lemmas=(*(owner.lemmas if owner else ()), noun.lemma, adjective.lemma),
        between=degree,
        checks=both(
            main,
            good=[concord(adjective.lemma, "m", number, "direct", good)],
            bad=[concord(adjective.lemma, "m", number, "direct", bad)],
        ),
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
    place, main = draw.place(verb, tense=tense), action(verb, tense, noun_phrase(noun, number))
    good, bad = (owner.possessive(noun, n, "direct") for n in (number, wrong))
    return Draft(
        before=draw.time(tense, verb=verb),
        good=good,
        bad=bad,
        after=spaced(noun.form("direct", number), place.text, main.written),
        gloss=f"the genitive is {WORD[wrong]}, but its noun is {WORD[number]}",
        tense=TENSE_TAG[tense],
        lemmas=(*owner.lemmas, noun.lemma, *place.lemmas, verb.lemma),
        between="",
        checks=both(
            main,
            good=[concord(owner.genitive, "m", number, "direct", good)],
            bad=[concord(owner.genitive, "m", number, "direct", bad)],
        ),
    )


BELONGING = (*OWNED, "bedding", "vessel", "container", "tool", "glass", "fruit")


def _quantified_oblique(draw: Draw, direction: str) -> Draft | None:
    """एक लड़के ने, कई लड़कों ने; the noun is changed."""
    number, wrong = _numbers(direction)
    tense: TenseKey = draw.pick(("perfective", "perfect_past"))
    verb = draw.verb("transitive", tense, lambda v: v.takes_names)
    # Only nouns in -ा: कई आदमी ने and सभी औरत ने are said.
    thing, agent = draw.object(verb), draw.subject(verb, lambda n: n.human and n.marked)
    if thing is None or agent is None:
        return None
    quantifier = "एक" if number == "sg" else draw.pick(("कई", "दोनों", "सभी"))
    good, bad = agent.form("oblique", number), agent.form("oblique", wrong)
    place = draw.place(verb, tense=tense)
    main = clause(in_tense(verb, tense), None, noun_phrase(thing))
    return Draft(
        before=spaced(draw.time(tense, verb=verb), quantifier),
        good=good,
        bad=bad,
        after=spaced("ने", place.text, thing.lemma, main.written),
        gloss=f"'{quantifier}' asks for a {WORD[number]} noun, but '{bad}' is {WORD[wrong]}",
        tense="past",
        lemmas=(agent.lemma, *place.lemmas, thing.lemma, verb.lemma),
        between="",
        checks=both(
            main,
            fixed("case of the subject", "ने", "ने"),
            good=[noun_form(agent, "oblique", number, good)],
            bad=[noun_form(agent, "oblique", number, bad)],
        ),
    )


def _participle(draw: Draw, direction: str) -> Draft | None:
    number, wrong = _numbers(direction)
    source = draw.lexicon.verb(draw.pick(PARTICIPLES))
    noun = draw.subject(source, _marked_thing)
    if noun is None:
        return None
    agent = draw.person()
    verb = draw.pick(clearing(source.lemma))
    good, bad = (participle(source.lemma, "m", n) for n in (number, wrong))
    main = clause(
        lambda a: perfective(verb, a.gender, a.number, alone=True),
        agent,
        noun_phrase(noun, number),
        marking="ने",
    )
    return Draft(
        before=spaced(agent.ergative, draw.time("perfective")),
        good=good,
        bad=bad,
        after=spaced(noun.form("direct", number), main.written),
        gloss=f"the participle '{bad}' is {WORD[wrong]}, but its noun is {WORD[number]}",
        tense="past",
        lemmas=(*agent.lemmas, source.lemma, noun.lemma, verb),
        between="",
        checks=both(
            main,
            good=[fixed("agreement of the participle", good, good)],
            bad=[fixed("agreement of the participle", good, bad)],
        ),
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
