"""case_marking_ergative: ने on the subject of a perfective transitive verb, and nowhere else.

Verbs that take ने optionally (समझना, बोलना, नहाना, खाँसना, खेलना …), labile verbs and भूलना, लाना
stay out. A noun in -ा shows the missing ने by its direct form (लड़का रोटी खाई); a name without
ने never opens the sentence, where it could be read as a vocative.
"""

from __future__ import annotations

from kasauti.data.hindi.conjugation import (
    Agreement,
    compound,
    infinitive,
    perfective,
    verb_group,
)
from kasauti.data.hindi.draft import Draft, Template
from kasauti.data.hindi.draw import Draw
from kasauti.data.hindi.lexicon import Noun, Verb
from kasauti.data.hindi.phrases import TENSE_TAG, Phrase, TenseKey, finite, noun_phrase, spaced

DIRECTIONS = ("ergative>direct", "direct>ergative")
PRONOUNS = ("मैं", "हम", "तुम", "वे", "तू")  # not वह: वह रोटी खाई is "ate that bread"


def _subject(draw: Draw, verb: Verb) -> Phrase:
    """A subject whose direct form is not a vocative: a noun in -ा, or a name after an adverb."""
    # Not दूधवाला: before शरबत it is "the sherbet with milk", and somebody else the subject.
    noun = draw.subject(verb, lambda n: n.human and n.marked and not n.lemma.endswith("वाला"))
    return draw.name() if noun is None or draw.chance(0.5) else noun_phrase(noun)


def _draft(
    subject: Phrase,
    ergative: bool,
    *,
    lead: str,
    rest: str,
    tense: str,
    lemmas: tuple[str, ...],
    reason: str,
) -> Draft:
    good, bad = subject.direct, subject.ergative
    if ergative:
        good, bad = bad, good
    return Draft(
        before=lead,
        good=good,
        bad=bad,
        after=rest,
        gloss=f"the subject '{bad}' {'lacks' if ergative else 'has'} ने, although {reason}",
        tense=tense,
        lemmas=(*subject.lemmas, *lemmas),
        between=rest.rpartition(" ")[0],
    )


# Of what one has on, लाल साड़ी पहनी थी is said without ने too.
WORN = ("पहनना",)


def _transitive(draw: Draw, tense: TenseKey) -> tuple[Verb, Noun, str, tuple[str, ...]] | None:
    """A transitive verb, its object, the text before the verb, and its lemmas."""
    verb = draw.verb("transitive", tense, lambda v: v.takes_names and v.lemma not in WORN)
    thing = draw.object(verb)
    if thing is None:
        return None
    place = draw.place(verb, tense=tense)
    text = spaced(place.text, thing.form("direct", "sg"))
    return verb, thing, text, (*place.lemmas, thing.lemma, verb.lemma)


def _tenses(name: str, perfectives: tuple[TenseKey, ...], others: tuple[TenseKey, ...]) -> Template:
    """A transitive clause: ने in a perfective tense, no ने in another."""

    def build(draw: Draw, direction: str) -> Draft | None:
        ergative = direction == "ergative>direct"
        tense = draw.pick(perfectives if ergative else others)
        clause = _transitive(draw, tense)
        if clause is None:
            return None
        verb, thing, text, lemmas = clause
        subject = _subject(draw, verb)
        agreement = Agreement(thing.gender, "sg") if ergative else subject.agreement
        return _draft(
            subject,
            ergative,
            lead=draw.time(tense, verb=verb),
            rest=spaced(text, finite(verb, tense, agreement)),
            tense=TENSE_TAG[tense],
            lemmas=lemmas,
            reason=(
                "the verb is transitive and perfective"
                if ergative
                else "the verb is not perfective"
            ),
        )

    return Template(name, DIRECTIONS, build)


def _pronoun(draw: Draw, direction: str) -> Draft | None:
    ergative = direction == "ergative>direct"
    tense: TenseKey = draw.pick(
        ("perfective", "perfect_past") if ergative else ("progressive_past", "future")
    )
    clause = _transitive(draw, tense)
    if clause is None:
        return None
    verb, thing, text, lemmas = clause
    direct = draw.pick(PRONOUNS)
    subject = draw.pronoun(direct, "m" if direct == "हम" else None)
    agreement = Agreement(thing.gender, "sg") if ergative else subject.agreement
    return _draft(
        subject,
        ergative,
        lead=draw.time(tense, verb=verb) if draw.chance(0.5) else "",
        rest=spaced(text, finite(verb, tense, agreement)),
        tense=TENSE_TAG[tense],
        lemmas=lemmas,
        reason="the verb is transitive and perfective"
        if ergative
        else "the verb is not perfective",
    )


def _transitivity(draw: Draw, direction: str) -> Draft | None:
    """The same tense: ने with a transitive verb, none with an intransitive one."""
    tense: TenseKey = draw.pick(("perfective", "perfect_past"))
    if direction == "ergative>direct":
        clause = _transitive(draw, tense)
        if clause is None:
            return None
        verb, thing, text, lemmas = clause
        subject, agreement = _subject(draw, verb), Agreement(thing.gender, "sg")
    else:
        verb = draw.verb("intransitive", tense, lambda v: v.takes_names and v.ergative == "never")
        place = draw.place(verb, tense=tense)
        text, lemmas = place.text, (*place.lemmas, verb.lemma)
        subject = _subject(draw, verb)
        agreement = subject.agreement
    ergative = direction == "ergative>direct"
    return _draft(
        subject,
        ergative,
        lead=draw.time(tense, verb=verb),
        rest=spaced(text, finite(verb, tense, agreement)),
        tense="past",
        lemmas=lemmas,
        reason=f"the verb is {'transitive' if ergative else 'intransitive'} and perfective",
    )


def _light_verb(draw: Draw, direction: str) -> Draft | None:
    """खा लिया and काट दिया take ने; खा चुका, खाने लगा and पढ़ सका do not."""
    clause = _transitive(draw, "perfective")
    if clause is None:
        return None
    verb, thing, text, lemmas = clause
    subject = _subject(draw, verb)
    ergative = direction == "ergative>direct"
    if ergative:
        if verb.vector not in ("लेना", "देना") or thing.animate:
            return None
        lemma = compound(verb.lemma, verb.vector)
        group = perfective(lemma, thing.gender, "sg", alone=True)
        reason = f"the light verb {verb.vector} is transitive"
    else:
        group, light = _without_ne(draw, verb, subject)
        lemmas = (*lemmas, light)
        reason = f"{light} takes no ने"
    return _draft(
        subject,
        ergative,
        lead=draw.time("perfective"),
        rest=spaced(text, group),
        tense="past",
        lemmas=lemmas,
        reason=reason,
    )


def _without_ne(draw: Draw, verb: Verb, subject: Phrase) -> tuple[str, str]:
    light = draw.pick(("चुकना", "लगना", "सकना", "पाना"))
    gender = subject.gender
    if light == "लगना":
        oblique = infinitive(verb.lemma, ending="ने")
        return f"{oblique} {perfective('लगना', gender, 'sg')}", light
    if light == "चुकना":
        return verb_group(
            compound(verb.lemma, light), "perfective", "past", subject.agreement
        ), light
    negated = perfective(light, gender, "sg")
    stem = compound(verb.lemma, "").strip()
    return f"नहीं {stem} {negated}", light


def _human_object(draw: Draw, direction: str) -> Draft | None:
    """With a human object in को the perfective verb is masculine singular."""
    ergative = direction == "ergative>direct"
    tense: TenseKey = draw.pick(
        ("perfective", "perfect_past") if ergative else ("habitual_present", "progressive_past")
    )
    verb = draw.verb("human_object", tense)
    subject = _subject(draw, verb)
    patient = draw.person(other_than=subject.lemmas)
    place = draw.place(verb, tense=tense)
    agreement = Agreement("m", "sg") if ergative else subject.agreement
    return _draft(
        subject,
        ergative,
        lead=draw.time(tense, verb=verb),
        rest=spaced(place.text, patient.dative, finite(verb, tense, agreement)),
        tense=TENSE_TAG[tense],
        lemmas=(*place.lemmas, *patient.lemmas, verb.lemma),
        reason="the verb is transitive and perfective"
        if ergative
        else "the verb is not perfective",
    )


def _relative(draw: Draw, direction: str) -> Draft | None:
    """The relative pronoun: जिसने with a perfective transitive verb, जो otherwise."""
    ergative = direction == "ergative>direct"
    noun = draw.human()
    tense: TenseKey = "perfect_past" if ergative else "habitual_present"
    clause = _transitive(draw, tense)
    if clause is None:
        return None
    verb, thing, text, lemmas = clause
    agreement = Agreement(thing.gender, "sg") if ergative else Agreement(noun.gender, "sg")
    subject = Phrase(
        direct="जो",
        oblique="जिस",
        ergative="जिसने",
        dative="जिसे",
        genitive="जिसका",
        gender=noun.gender,
        number="sg",
    )
    main_verb = draw.verb("intransitive", "progressive_present", lambda v: v.takes_names)
    place = draw.place(main_verb)
    main = finite(main_verb, "progressive_present", Agreement(noun.gender, "sg"))
    return _draft(
        subject,
        ergative,
        lead=f"वह {noun.lemma},",
        rest=spaced(
            draw.time(tense, verb=verb), text, finite(verb, tense, agreement), ",", place.text, main
        ),
        tense=TENSE_TAG[tense],
        lemmas=(noun.lemma, *lemmas, *place.lemmas, main_verb.lemma),
        reason="the verb is transitive and perfective"
        if ergative
        else "the verb is not perfective",
    )


TEMPLATES = (
    _tenses("past_or_habitual", ("perfective",), ("habitual_present", "habitual_past")),
    _tenses("perfect_or_progressive", ("perfect_past",), ("progressive_past",)),
    _tenses("present_perfect_or_future", ("perfect_present",), ("future", "progressive_present")),
    Template("pronoun", DIRECTIONS, _pronoun),
    Template("transitivity", DIRECTIONS, _transitivity),
    Template("light_verb", DIRECTIONS, _light_verb),
    Template("human_object", DIRECTIONS, _human_object),
    Template("relative_clause", DIRECTIONS, _relative),
)
