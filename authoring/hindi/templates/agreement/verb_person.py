"""subject_verb_agreement_person: the auxiliary or the ending has the person of its subject.

Number stays: मैं is contrasted with a second or third singular, हम and वे with तुम. तुम is never
the subject, since its wrong form (तुम … हैं) would be the respectful one; that is what
honorific_agreement is about. आप is left out, since आप … हो is widely said. Third persons are
never names or vocative-like nouns, because a dropped pronoun could then supply the other subject
(राम, जाता हूँ).
"""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Adjunct, Draw
from authoring.hindi.grammar.checks import Clause, Paradigm, fixed, in_tense
from authoring.hindi.grammar.conjugation import copula, verb_group
from authoring.hindi.grammar.phrases import TENSE_TAG, Phrase, TenseKey, noun_phrase, spaced
from authoring.hindi.templates.clauses import clause, miswritten
from kasauti.data.pairs import Check
from kasauti.data.treebank_pairs.inflection import Agreement, Person, inflect_adjective, subjunctive

SINGULAR = ("1sg>3sg", "23sg>1sg")
PLURAL = ("1pl>2pl", "3pl>2pl")
NAME = {1: "first", 2: "second", 3: "third"}
# What a speaker can say of herself with होना.
STATES = ("बहुत ख़ुश", "काफ़ी परेशान", "थोड़ा उदास", "एकदम तैयार", "बहुत व्यस्त", "काफ़ी स्वस्थ", "बिलकुल ठीक")
STATE_LEMMAS = ("ख़ुश", "परेशान", "उदास", "तैयार", "व्यस्त", "स्वस्थ", "ठीक")


def _subject(draw: Draw, direction: str) -> tuple[Phrase, Person]:
    """A subject, and the person that the bad verb has."""
    if direction == "1sg>3sg":
        return draw.pronoun("मैं"), 3
    if direction == "23sg>1sg":
        return (draw.pronoun("तू") if draw.chance(0.3) else _third_singular(draw)), 1
    # Women who say हम commonly use the masculine, so हम is masculine here.
    return (draw.pronoun("हम", "m") if direction == "1pl>2pl" else draw.pronoun("वे")), 2


def _third_singular(draw: Draw) -> Phrase:
    if draw.chance(0.4):
        return draw.pronoun("वह")
    noun = draw.pick(
        [
            n
            for n in draw.lexicon.nouns.values()
            if n.group == "people" and (n.marked or "youth" in n.kinds)
        ]
    )
    return noun_phrase(noun, determiner=("वह", "उस") if noun.gender == "f" else ("", ""))


def _pair(
    subject: Phrase,
    wrong: Person,
    forms: Paradigm,
    *,
    tense: str,
    lemmas: tuple[str, ...],
    before: str,
    between: str,
    attractor: str = "none",
    outside: tuple[Clause | Check, ...] = (),
) -> Draft:
    bad, main = forms(Agreement(subject.gender, subject.number, wrong)), clause(forms, subject)
    return Draft(
        before=before,
        good=main.written,
        bad=bad,
        after="",
        gloss=f"the verb is {NAME[wrong]} person, but its subject '{subject.direct}' is "
        f"{NAME[subject.person]} person",
        tense=tense,
        lemmas=(*subject.lemmas, *lemmas),
        between=between,
        attractor=attractor,
        checks=miswritten(main, bad, *outside),
    )


def _intransitive(
    *tenses: TenseKey, directions: tuple[str, ...] = SINGULAR, name: str = ""
) -> Template:
    def build(draw: Draw, direction: str) -> Draft | None:
        tense = draw.pick(tenses)
        subject, wrong = _subject(draw, direction)
        verb = draw.verb("intransitive", tense, lambda v: v.takes_names and bool(v.places))
        if verb.lemma == "सोना" and "progressive" in tense:
            return None  # sleepers do not say so
        place, time = draw.place(verb, tense=tense), draw.time(tense, verb=verb)
        lead, middle = (time, place.text) if draw.chance(0.3) else ("", spaced(time, place.text))
        return _finite_pair(draw, subject, wrong, tense, verb.lemma, lead, middle, place.lemmas)

    return Template(name or tenses[0], directions, build)


def _finite_pair(
    draw: Draw,
    subject: Phrase,
    wrong: Person,
    tense: TenseKey,
    lemma: str,
    lead: str,
    middle: str,
    lemmas: tuple[str, ...],
) -> Draft:
    return _pair(
        subject,
        wrong,
        in_tense(draw.lexicon.verb(lemma), tense),
        tense=TENSE_TAG[tense],
        lemmas=(*lemmas, lemma),
        before=spaced(lead, subject.direct, middle),
        between=middle,
    )


def _transitive(draw: Draw, direction: str) -> Draft | None:
    tense: TenseKey = draw.pick(("habitual_present", "progressive_present", "future"))
    subject, wrong = _subject(draw, direction)
    verb = draw.verb("transitive", tense, lambda v: v.takes_names)
    thing = draw.object(verb)
    if thing is None:
        return None
    place = draw.place(verb, tense=tense) if draw.chance(0.6) else Adjunct("")
    middle = spaced(draw.time(tense, verb=verb), place.text, thing.form("direct", "sg"))
    lemmas = (*place.lemmas, thing.lemma)
    return _finite_pair(draw, subject, wrong, tense, verb.lemma, "", middle, lemmas)


def _state(draw: Draw, direction: str) -> Draft | None:
    subject, wrong = _subject(draw, direction)
    index = draw.pick(range(len(STATES)))
    middle = spaced(
        draw.pick(("आज", "इन दिनों", "आजकल", "इस समय", "अभी", "आज सुबह से")), STATES[index]
    )
    return _pair(
        subject,
        wrong,
        lambda agreement: copula("present", agreement),
        tense="present",
        lemmas=(STATE_LEMMAS[index],),
        before=spaced(subject.direct, middle),
        between=middle,
    )


def _wish(draw: Draw, direction: str) -> Draft | None:
    """A subjunctive clause whose subject differs in person from that of the main clause."""
    subject, wrong = _subject(draw, direction)
    wisher = draw.pronoun("मैं") if subject.person != 1 else draw.name()
    outer: Clause | Check
    if draw.chance(0.5):
        outer = clause(lambda a: verb_group("चाहना", "habitual", "present", a), wisher)
        opening, wish_lemma = spaced(wisher.direct, outer.written, "कि"), "चाहना"
    else:
        owner = inflect_adjective(wisher.genitive, "f", "sg", "direct")
        opening, wish_lemma = spaced(owner, "इच्छा है कि"), "इच्छा"
        outer = fixed("wish", opening, opening)
    verb = draw.verb("intransitive", "future", lambda v: v.takes_names and bool(v.places))
    place, time = draw.place(verb), draw.time("future", verb=verb)
    middle = spaced(time, place.text)
    return _pair(
        subject,
        wrong,
        lambda agreement: subjunctive(verb.lemma, agreement.person, agreement.number),
        tense="none",
        lemmas=(*wisher.lemmas, wish_lemma, *place.lemmas, verb.lemma),
        before=spaced(opening, subject.direct, middle),
        between=middle,
        attractor="none" if wish_lemma == "चाहना" else "oblique",
        outside=(outer,),
    )


def _report(draw: Draw, direction: str) -> Draft | None:
    """An embedded clause; a name before it has another person than the subject."""
    subject, wrong = _subject(draw, direction)
    speaker = draw.name()
    tense: TenseKey = draw.pick(("progressive_present", "future"))
    verb = draw.verb("intransitive", tense, lambda v: v.takes_names and bool(v.places))
    place = draw.place(verb, tense=tense)
    opening = draw.pick(("को पता है कि", "को मालूम है कि", "ने सुना है कि", "को लगता है कि"))
    middle = spaced(draw.time(tense, verb=verb), place.text)
    return _pair(
        subject,
        wrong,
        in_tense(verb, tense),
        tense=TENSE_TAG[tense],
        lemmas=(*speaker.lemmas, *place.lemmas, verb.lemma),
        before=spaced(speaker.direct, opening, subject.direct, middle),
        between=middle,
        attractor="oblique",
        outside=(
            fixed("opening", spaced(speaker.direct, opening), spaced(speaker.direct, opening)),
        ),
    )


TEMPLATES = (
    _intransitive("habitual_present"),
    _intransitive("progressive_present"),
    _intransitive("future"),
    _intransitive("perfect_present"),
    _intransitive(
        "habitual_present", "progressive_present", "future", directions=PLURAL, name="plural"
    ),
    Template("transitive", SINGULAR, _transitive),
    Template("state", SINGULAR, _state),
    Template("wish_clause", SINGULAR, _wish),
    Template("report_clause", (*SINGULAR, *PLURAL), _report),
)
