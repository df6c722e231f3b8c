"""subject_verb_agreement_number: the verb has the number of its subject.

The honorific plural would rescue a plural verb after most singular humans (पिता आए हैं), so
singular subjects here are animals, things, children, or masculines in -ा, which exclude it.
"""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Adjunct, Draw
from authoring.hindi.grammar.checks import Clause, in_tense, invariable
from authoring.hindi.grammar.lexicon import Noun, Verb
from authoring.hindi.grammar.phrases import (
    ASPECT_OF,
    TENSE_TAG,
    Phrase,
    TenseKey,
    conjoined,
    noun_phrase,
    spaced,
)
from authoring.hindi.templates.clauses import clause, miswritten
from kasauti.data.treebank_pairs.inflection import Agreement, Number, perfective

NUMBERS: dict[str, Number] = {"sg": "sg", "pl": "pl"}
DIRECTIONS = ("sg>pl", "pl>sg")
WORD = {"sg": "singular", "pl": "plural"}
# What was done to the thing in the relative clause, and what then became of it.
AFTERWARDS = {
    "ख़रीदना": ("टूटना", "फटना", "सड़ना", "घिसना", "जलना"),
    "धोना": ("सूखना", "टूटना", "फटना"),
    "सुखाना": ("फटना", "जलना"),
    "रखना": ("गिरना", "टूटना"),
    "सिलना": ("फटना", "जलना"),
}
# Before a plural that is a vocative singular too (लड़के).
PLURALS = ("दोनों", "ये", "सभी")
OWNED = ("pet", "grazer", "garment", "footwear", "vehicle", "belonging", "toy", "vessel", "bedding")


def shows_number_beyond_respect(noun: Noun) -> bool:
    """True if the noun's number is visible and no honorific plural can rescue its singular."""
    return noun.shows_number and (noun.marked or not noun.human or "youth" in noun.kinds)


def _draft(
    subject: Phrase,
    verb: Verb,
    tense: TenseKey,
    *,
    lead: str = "",
    middle: tuple[Adjunct, ...] = (),
    attractor: str = "none",
    inside: tuple[Clause, ...] = (),
) -> Draft:
    if tense == "perfective" and verb.vector != "जाना":
        tense = "perfect_past"  # चढ़े alone is a subjunctive singular as well
    other: Number = "pl" if subject.number == "sg" else "sg"
    between = spaced(*(adjunct.text for adjunct in middle))
    forms = in_tense(verb, tense)
    bad, main = forms(Agreement(subject.gender, other)), clause(forms, subject)
    return Draft(
        before=spaced(lead, subject.direct, between),
        good=main.written,
        bad=bad,
        after="",
        gloss=f"the verb is {WORD[other]}, but its subject '{subject.direct}' is "
        f"{WORD[subject.number]}",
        tense=TENSE_TAG[tense],
        lemmas=(*subject.lemmas, *(x for a in middle for x in a.lemmas), verb.lemma),
        between=between,
        attractor=attractor,
        checks=miswritten(main, bad, *inside),
    )


def _subject(draw: Draw, noun: Noun, number: Number) -> Phrase:
    """The noun; in the plural with a determiner that excludes a vocative."""
    if number == "sg" or not (noun.animate and noun.marked):
        return noun_phrase(noun, number)
    return noun_phrase(noun, number, determiner=(draw.pick(PLURALS), ""))


def _number(direction: str) -> Number:
    return NUMBERS[direction.partition(">")[0]]


def _plain(*tenses: TenseKey) -> Template:
    def build(draw: Draw, direction: str) -> Draft | None:
        tense = draw.pick(tenses)
        verb = draw.verb("intransitive", tense)
        noun = draw.subject(verb, shows_number_beyond_respect)
        if noun is None:
            return None
        time, place = draw.time(tense, verb=verb), draw.place(verb, tense=tense)
        subject = _subject(draw, noun, _number(direction))
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
        lead=draw.time(tense, verb=verb),
        middle=(draw.place(verb, tense=tense),),
        attractor="oblique",
    )


def _in_company(verb: Verb) -> bool:
    """Return whether it is something that one does at some place together with others."""
    return bool(verb.places) and verb.takes_names and verb.lemma not in ("सोना", "नहाना", "लेटना")


def _company(draw: Draw, direction: str) -> Draft | None:
    tense: TenseKey = draw.pick(("progressive_present", "progressive_past", "future"))
    verb = draw.verb("intransitive", tense, _in_company)
    noun = draw.subject(verb, lambda n: shows_number_beyond_respect(n) and n.human)
    if noun is None:
        return None
    number = _number(direction)
    companion = noun_phrase(draw.human(other_than=(noun.lemma,)), draw.number())
    return _draft(
        _subject(draw, noun, number),
        verb,
        tense,
        middle=(
            Adjunct(f"{companion.oblique} के साथ", companion.lemmas),
            Adjunct(draw.time(tense, verb=verb)),
            draw.place(verb, tense=tense),
        ),
        attractor="oblique",
    )


def _relative(draw: Draw, direction: str) -> Draft | None:
    tense: TenseKey = "perfective"
    handling = draw.lexicon.verb(draw.pick(tuple(AFTERWARDS)))
    verb = draw.lexicon.verb(draw.pick(AFTERWARDS[handling.lemma]))
    noun = draw.subject(verb, lambda n: shows_number_beyond_respect(n) and n in handling.objects)
    if noun is None:
        return None
    number = _number(direction)
    agent, place = noun_phrase(draw.human(), draw.number()), draw.place(handling)
    done = perfective(handling.lemma, "m", "sg")
    pronoun, relative = ("वह", "जिसे") if number == "sg" else ("वे", "जिन्हें")
    relative_clause = f", {relative} {agent.ergative} {place.text} {done} था,"
    return _draft(
        noun_phrase(noun, number, determiner=(pronoun, "")),
        verb,
        tense,
        middle=(
            Adjunct(relative_clause, (*agent.lemmas, *place.lemmas, handling.lemma)),
            Adjunct("बाद में"),
        ),
        attractor="oblique",
        inside=(clause(invariable(f"{done} था"), agent, marking="ने"),),
    )


def _coordination(draw: Draw, direction: str) -> Draft | None:
    tense: TenseKey = draw.pick(("habitual_present", "progressive_past", "future"))
    verb = draw.verb("intransitive", tense, _in_company)
    middle = (Adjunct(draw.time(tense, verb=verb)), draw.place(verb, tense=tense))
    if direction == "pl>sg":
        first = draw.name()
        second = draw.name(first.gender, other_than=first.lemmas)
        return _draft(conjoined(first, second), verb, tense, middle=middle)
    noun = draw.subject(verb, lambda n: shows_number_beyond_respect(n) and n.human)
    if noun is None:
        return None
    # Not a man's name: चरवाहा मोहन के साथ could be "with the shepherd Mohan".
    companion = draw.name("f")
    together = Adjunct(f"{companion.direct} के साथ", companion.lemmas)
    return _draft(noun_phrase(noun), verb, tense, middle=(together, *middle), attractor="oblique")


def _object_between(name: str, *, far: bool) -> Template:
    """A bare object before the verb, of the subject's number or of the other one."""

    def build(draw: Draw, direction: str) -> Draft | None:
        tense: TenseKey = draw.pick(
            ("habitual_present", "progressive_past", "progressive_present", "habitual_past")
            if far
            else ("progressive_past", "progressive_present", "future")
        )
        verb = draw.verb("transitive", tense, lambda v: v.lemma not in PLURAL_IS_ODD)
        noun = draw.subject(verb, lambda n: n.human and n.marked)
        thing = draw.object(verb, lambda n: n.shows_number and not n.animate)
        if noun is None or thing is None or thing.lemma in PAIRED:
            return None
        number, other = _number(direction), draw.number()
        quantity = "" if other == "sg" else draw.pick(("कई", "दो", "तीन", "चार"))
        text = spaced(quantity, thing.form("direct", other))
        time, place = draw.time(tense, verb=verb), draw.place(verb, tense=tense)
        if far and not place.text:
            return None
        between = (Adjunct(time), place) if far else ()
        return _draft(
            _subject(draw, noun, number),
            verb,
            tense,
            lead="" if far else time,
            middle=(*between, Adjunct(text, (thing.lemma,))),
            attractor="matching" if other == number else "mismatching",
        )

    return Template(name, DIRECTIONS, build)


# One of a pair is seldom alone.
PAIRED = ("जूता", "चप्पल", "मोज़ा", "झुमका", "चूड़ी")
# Of these one thing at a time is usual.
PLURAL_IS_ODD = (
    "पहनना",
    "चलाना",
    "बजाना",
    "बाँधना",
    "पालना",
    "ढूँढ़ना",
    "माँगना",
    "उगाना",
    "देखना",
    "सजाना",
)


TEMPLATES = (
    _plain("habitual_present", "habitual_past"),
    _plain("progressive_past", "progressive_present"),
    _plain("perfective"),
    _plain("future"),
    _object_between("object_near", far=False),
    _object_between("object_far", far=True),
    Template("owned_subject", DIRECTIONS, _owned),
    Template("company_between", DIRECTIONS, _company),
    Template("relative_clause", DIRECTIONS, _relative),
    Template("coordination", DIRECTIONS, _coordination),
)
