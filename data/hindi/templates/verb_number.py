"""subject_verb_agreement_number: the verb has the number of its subject.

The honorific plural would rescue a plural verb after most singular humans (पिता आए हैं), so
singular subjects here are animals, things, children, or masculines in -ा, which exclude it.
"""

from __future__ import annotations

from data.hindi.conjugation import Agreement, perfective
from data.hindi.draft import Draft, Template
from data.hindi.draw import Adjunct, Draw
from data.hindi.inflection import Number
from data.hindi.lexicon import Noun, Verb
from data.hindi.phrases import (
    ASPECT_OF,
    TENSE_TAG,
    Phrase,
    TenseKey,
    conjoined,
    finite,
    noun_phrase,
    spaced,
)

NUMBERS: dict[str, Number] = {"sg": "sg", "pl": "pl"}
DIRECTIONS = ("sg>pl", "pl>sg")
WORD = {"sg": "singular", "pl": "plural"}
# What was done to the thing in the relative clause.
HANDLING = ("ख़रीदना", "धोना", "सुखाना", "बनाना", "रखना", "सिलना")
OWNED = ("pet", "grazer", "garment", "footwear", "vehicle", "belonging", "toy", "vessel", "bedding")


def shows_number_beyond_respect(noun: Noun) -> bool:
    """Whether the noun's number is visible and no honorific plural can rescue its singular."""
    return noun.shows_number and (noun.marked or not noun.human or "youth" in noun.kinds)


def _draft(
    subject: Phrase,
    verb: Verb,
    tense: TenseKey,
    *,
    lead: str = "",
    middle: tuple[Adjunct, ...] = (),
    attractor: str = "none",
) -> Draft:
    if tense == "perfective" and verb.vector != "जाना":
        tense = "perfect_past"  # चढ़े alone is a subjunctive singular as well
    other: Number = "pl" if subject.number == "sg" else "sg"
    between = spaced(*(adjunct.text for adjunct in middle))
    return Draft(
        before=spaced(lead, subject.direct, between),
        good=finite(verb, tense, subject.agreement),
        bad=finite(verb, tense, Agreement(subject.gender, other)),
        after="",
        gloss=f"the verb is {WORD[other]}, but its subject '{subject.direct}' is "
        f"{WORD[subject.number]}",
        tense=TENSE_TAG[tense],
        lemmas=(*subject.lemmas, *(x for a in middle for x in a.lemmas), verb.lemma),
        between=between,
        attractor=attractor,
    )


def _number(direction: str) -> Number:
    return NUMBERS[direction.partition(">")[0]]


def _plain(*tenses: TenseKey) -> Template:
    def build(draw: Draw, direction: str) -> Draft | None:
        tense = draw.pick(tenses)
        verb = draw.verb("intransitive", tense)
        noun = draw.subject(verb, shows_number_beyond_respect)
        if noun is None:
            return None
        time, place = draw.time(tense), draw.place(verb)
        subject = noun_phrase(noun, _number(direction))
        if ASPECT_OF[tense] != "habitual" and draw.chance(0.4):
            return _draft(subject, verb, tense, lead=time, middle=(place,))
        return _draft(subject, verb, tense, middle=(Adjunct(time), place))

    return Template(tenses[0], DIRECTIONS, build)


def _owned(draw: Draw, direction: str) -> Draft | None:
    tense: TenseKey = draw.pick(("perfective", "progressive_present", "perfect_present"))
    verb = draw.verb("intransitive", tense)
    noun = draw.subject(
        verb, lambda n: shows_number_beyond_respect(n) and bool(set(OWNED) & set(n.kinds))
    )
    if noun is None:
        return None
    owner = noun_phrase(draw.human(draw.wearer(noun)), draw.number())
    head = noun_phrase(noun, _number(direction))
    subject = Phrase(
        direct=spaced(owner.possessive(noun, head.number, "direct"), head.direct),
        oblique="",
        ergative="",
        dative="",
        genitive="",
        gender=head.gender,
        number=head.number,
        lemmas=(*owner.lemmas, *head.lemmas),
    )
    return _draft(
        subject,
        verb,
        tense,
        lead=draw.time(tense),
        middle=(draw.place(verb),),
        attractor="matching" if owner.number == head.number else "mismatching",
    )


def _company(draw: Draw, direction: str) -> Draft | None:
    tense: TenseKey = draw.pick(("progressive_present", "progressive_past", "future"))
    verb = draw.verb("intransitive", tense, lambda v: bool(v.places) and v.takes_names)
    noun = draw.subject(verb, lambda n: shows_number_beyond_respect(n) and n.human)
    if noun is None:
        return None
    number = _number(direction)
    companion = noun_phrase(draw.human(other_than=(noun.lemma,)), draw.number())
    return _draft(
        noun_phrase(noun, number),
        verb,
        tense,
        middle=(
            Adjunct(f"{companion.oblique} के साथ", companion.lemmas),
            Adjunct(draw.time(tense)),
            draw.place(verb),
        ),
        attractor="matching" if companion.number == number else "mismatching",
    )


def _relative(draw: Draw, direction: str) -> Draft | None:
    tense: TenseKey = "perfective"
    verb = draw.verb("intransitive", tense, lambda v: v.vector == "जाना")
    handling = draw.lexicon.verb(draw.pick(HANDLING))
    noun = draw.subject(verb, lambda n: shows_number_beyond_respect(n) and n in handling.objects)
    if noun is None:
        return None
    number = _number(direction)
    agent, place = noun_phrase(draw.human(), draw.number()), draw.place(handling)
    done = perfective(handling.lemma, "m", "sg")
    pronoun, relative = ("वह", "जिसे") if number == "sg" else ("वे", "जिन्हें")
    clause = f", {relative} {agent.ergative} {place.text} {done} था,"
    return _draft(
        noun_phrase(noun, number, determiner=(pronoun, "")),
        verb,
        tense,
        middle=(Adjunct(clause, (*agent.lemmas, *place.lemmas, handling.lemma)), Adjunct("बाद में")),
        attractor="matching" if agent.number == number else "mismatching",
    )


def _coordination(draw: Draw, direction: str) -> Draft | None:
    tense: TenseKey = draw.pick(("habitual_present", "progressive_past", "future"))
    verb = draw.verb("intransitive", tense, lambda v: bool(v.places) and v.takes_names)
    middle = (Adjunct(draw.time(tense)), draw.place(verb))
    if direction == "pl>sg":
        first = draw.name()
        second = draw.name(first.gender, other_than=first.lemmas)
        return _draft(conjoined(first, second), verb, tense, middle=middle, attractor="mismatching")
    noun = draw.subject(verb, lambda n: shows_number_beyond_respect(n) and n.human)
    if noun is None:
        return None
    companion, subject = draw.name(), noun_phrase(noun)
    draft = _draft(subject, verb, tense, lead=f"{companion.direct} के साथ", middle=middle)
    return Draft(
        before=draft.before,
        good=draft.good,
        bad=draft.bad,
        after="",
        gloss=draft.gloss,
        tense=draft.tense,
        lemmas=(*companion.lemmas, *draft.lemmas),
        between=draft.between,
        attractor="matching",
    )


TEMPLATES = (
    _plain("habitual_present", "habitual_past"),
    _plain("progressive_past", "progressive_present"),
    _plain("perfective"),
    _plain("future"),
    Template("owned_subject", DIRECTIONS, _owned),
    Template("company_between", DIRECTIONS, _company),
    Template("relative_clause", DIRECTIONS, _relative),
    Template("coordination", DIRECTIONS, _coordination),
)
