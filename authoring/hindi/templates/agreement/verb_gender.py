"""subject_verb_agreement_gender: the verb has the gender of its nominative subject.

Only the singular is used: the masculine plural of respect for women is heard in some regions.
Nouns for professions that both men and women have are not subjects here.
"""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Adjunct, Draw
from authoring.hindi.grammar.checks import Clause, Paradigm, in_tense, invariable
from authoring.hindi.grammar.conjugation import copula
from authoring.hindi.grammar.phrases import (
    ASPECT_OF,
    TENSE_TAG,
    Phrase,
    TenseKey,
    noun_phrase,
    spaced,
)
from authoring.hindi.templates.clauses import clause, miswritten
from kasauti.data.treebank_pairs.inflection import Agreement, Gender

DIRECTIONS = ("m>f", "f>m")
# Masculines without -ा that some use of a woman, as they do डॉक्टर.
EPICENE = ("छात्र", "पड़ोसी", "नौकर", "बढ़ई", "दर्ज़ी", "माली", "धोबी")
WORD = {"m": "masculine", "f": "feminine"}


def _gender(direction: str) -> Gender:
    return "m" if direction.startswith("m") else "f"


def _other(gender: Gender) -> Gender:
    return "f" if gender == "m" else "m"


def _draft(
    subject: Phrase,
    forms: Paradigm,
    tense: str,
    *,
    lead: str = "",
    middle: tuple[Adjunct, ...] = (),
    lemmas: tuple[str, ...] = (),
    attractor: str = "none",
    inside: tuple[Clause, ...] = (),
) -> Draft:
    bad, main = forms(Agreement(_other(subject.gender), subject.number)), clause(forms, subject)
    between = spaced(*(adjunct.text for adjunct in middle))
    return Draft(
        before=spaced(lead, subject.direct, between),
        good=main.written,
        bad=bad,
        after="",
        gloss=f"the verb is {WORD[_other(subject.gender)]}, but its subject "
        f"'{subject.direct}' is {WORD[subject.gender]}",
        tense=tense,
        lemmas=(*subject.lemmas, *(x for a in middle for x in a.lemmas), *lemmas),
        between=between,
        attractor=attractor,
        checks=miswritten(main, bad, *inside),
    )


def _forms(draw: Draw, lemma: str, tense: TenseKey) -> Paradigm:
    return in_tense(draw.lexicon.verb(lemma), tense)


def _person(*tenses: TenseKey) -> Template:
    def build(draw: Draw, direction: str) -> Draft | None:
        gender, tense = _gender(direction), draw.pick(tenses)
        verb = draw.verb("intransitive", tense, lambda v: v.takes_names)
        subject = draw.person(gender, other_than=EPICENE)
        time, place = draw.time(tense, verb=verb), draw.place(verb, tense=tense)
        lead = time if ASPECT_OF[tense] != "habitual" and draw.chance(0.4) else ""
        middle = (place,) if lead else (Adjunct(time), place)
        forms = _forms(draw, verb.lemma, tense)
        return _draft(
            subject, forms, TENSE_TAG[tense], lead=lead, middle=middle, lemmas=(verb.lemma,)
        )

    return Template(f"person_{tenses[0]}", DIRECTIONS, build)


def _inanimate(draw: Draw, direction: str) -> Draft | None:
    gender = _gender(direction)
    tense: TenseKey = draw.pick(("perfective", "progressive_present", "future", "perfect_present"))
    verb = draw.verb("intransitive", tense, lambda v: not v.takes_names)
    noun = draw.subject(verb, lambda n: n.gender == gender and not n.human)
    if noun is None:
        return None
    forms = _forms(draw, verb.lemma, tense)
    time, place = draw.time(tense, verb=verb), draw.place(verb, tense=tense)
    if draw.chance(0.5):
        return _draft(
            noun_phrase(noun),
            forms,
            TENSE_TAG[tense],
            lead=time,
            middle=(place,),
            lemmas=(verb.lemma,),
        )
    middle = (Adjunct(time), place)
    return _draft(noun_phrase(noun), forms, TENSE_TAG[tense], middle=middle, lemmas=(verb.lemma,))


def _object_between(name: str, *, far: bool) -> Template:
    """A bare object before the verb, of the subject's gender or of the other one."""

    def build(draw: Draw, direction: str) -> Draft | None:
        gender = _gender(direction)
        tense: TenseKey = draw.pick(
            ("habitual_present", "progressive_present", "progressive_past", "future")
        )
        verb = draw.verb("transitive", tense)
        thing = draw.object(verb)
        if thing is None:
            return None
        subject = draw.person(gender, other_than=EPICENE) if verb.takes_names else None
        if subject is None:
            noun = draw.subject(verb, lambda n: n.gender == gender and n.lemma not in EPICENE)
            if noun is None:
                return None
            subject = noun_phrase(noun)
        time, place = draw.time(tense, verb=verb), draw.place(verb, tense=tense)
        if far and not place.text:
            return None
        between = (Adjunct(time), place) if far else ()
        return _draft(
            subject,
            _forms(draw, verb.lemma, tense),
            TENSE_TAG[tense],
            lead="" if far else time,
            middle=(*between, Adjunct(thing.form("direct", "sg"), (thing.lemma,))),
            lemmas=(verb.lemma,),
            attractor="matching" if thing.gender == gender else "mismatching",
        )

    return Template(name, DIRECTIONS, build)


def _kin(draw: Draw, direction: str) -> Draft | None:
    gender = _gender(direction)
    tense: TenseKey = draw.pick(("progressive_present", "perfective", "future", "habitual_past"))
    verb = draw.verb("intransitive", tense, lambda v: v.takes_names)
    noun = draw.pick([n for n in draw.lexicon.of_kind("kin") if n.gender == gender])
    owner = draw.name()
    subject = Phrase(
        direct=spaced(owner.possessive(noun, "sg", "direct"), noun.lemma),
        oblique="",
        ergative="",
        dative="",
        genitive="",
        gender=gender,
        number="sg",
        lemmas=(*owner.lemmas, noun.lemma),
    )
    return _draft(
        subject,
        _forms(draw, verb.lemma, tense),
        TENSE_TAG[tense],
        middle=(Adjunct(draw.time(tense, verb=verb)), draw.place(verb, tense=tense)),
        lemmas=(verb.lemma,),
        attractor="oblique",
    )


def _relative(draw: Draw, direction: str) -> Draft | None:
    gender = _gender(direction)
    noun = draw.human(gender, other_than=EPICENE)
    known = draw.person(other_than=(noun.lemma,))
    meeting = draw.lexicon.verb(draw.pick(tuple(MEETING)))
    tense: TenseKey = draw.pick(("progressive_present", "future", "perfective"))
    verb = draw.verb("intransitive", tense, lambda v: v.takes_names)
    place = draw.place(meeting)
    relative_clause = f", जिसे {known.ergative} {place.text} {MEETING[meeting.lemma]} था,"
    middle = (
        Adjunct(relative_clause, (*known.lemmas, *place.lemmas, meeting.lemma)),
        Adjunct(draw.time(tense, verb=verb)),
        draw.place(verb, tense=tense),
    )
    return _draft(
        noun_phrase(noun, determiner=("वह", "उस")),
        _forms(draw, verb.lemma, tense),
        TENSE_TAG[tense],
        middle=middle,
        lemmas=(verb.lemma,),
        attractor="oblique",
        inside=(clause(invariable(f"{MEETING[meeting.lemma]} था"), known, marking="ने"),),
    )


MEETING = {"बुलाना": "बुलाया", "पहचानना": "पहचाना", "डाँटना": "डाँटा", "रोकना": "रोका"}


def _past_being(draw: Draw, direction: str) -> Draft | None:
    """A sentence that says where something was: था or थी."""
    gender = _gender(direction)
    keeping = draw.lexicon.verb(draw.pick(("रखना", "छिपाना")))
    noun = draw.object(keeping, lambda n: n.gender == gender and n.count)
    if noun is None:
        return None
    owner = draw.person(draw.wearer(noun))
    place = draw.place(keeping)
    subject = Phrase(
        direct=spaced(owner.possessive(noun, "sg", "direct"), noun.lemma),
        oblique="",
        ergative="",
        dative="",
        genitive="",
        gender=gender,
        number="sg",
        lemmas=(*owner.lemmas, noun.lemma),
    )
    return _draft(
        subject,
        lambda agreement: copula("past", agreement),
        "past",
        lead=draw.time("progressive_past") if draw.chance(0.5) else "",
        middle=(place,),
        attractor="oblique",
    )


TEMPLATES = (
    _person("habitual_present", "habitual_past"),
    _person("progressive_present", "progressive_past"),
    _person("perfective", "perfect_past"),
    _person("future"),
    Template("animal_or_thing", DIRECTIONS, _inanimate),
    _object_between("object_near", far=False),
    _object_between("object_far", far=True),
    Template("kin_of_name", DIRECTIONS, _kin),
    Template("relative_clause", DIRECTIONS, _relative),
    Template("past_being", DIRECTIONS, _past_being),
)
