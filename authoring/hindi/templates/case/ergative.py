"""case_marking_ergative: ने on the subject of a perfective transitive verb, and nowhere else.

Verbs that take ने optionally (समझना, बोलना, नहाना, खाँसना, खेलना …), labile verbs and भूलना, लाना
stay out. A noun in -ा shows the missing ने by its direct form (लड़का रोटी खाई); a name without
ने never opens the sentence, where it could be read as a vocative. Subject and object have the same
gender and number, so that the verb agrees with whichever of them is bare: ने is the only error.
"""

from __future__ import annotations

from dataclasses import dataclass

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.grammar.checks import Clause, Paradigm, fixed
from authoring.hindi.grammar.conjugation import compound, infinitive, verb_group
from authoring.hindi.grammar.lexicon import Verb
from authoring.hindi.grammar.phrases import (
    TENSE_TAG,
    Phrase,
    TenseKey,
    noun_phrase,
    possessed,
    spaced,
)
from authoring.hindi.templates.clauses import action, clause, remarked
from kasauti.data.pairs import Check
from kasauti.data.treebank_pairs.inflection import Number, perfective

DIRECTIONS = ("ergative>direct", "direct>ergative")
PRONOUNS = ("मैं", "हम", "तुम", "तू")  # not वह and वे: वह रोटी खाई is "ate that bread"


def _subject(draw: Draw, verb: Verb) -> Phrase:
    """A subject whose direct form is not a vocative: a noun in -ा, or a name after an adverb."""
    # Not दूधवाला: before शरबत it is "the sherbet with milk", and somebody else the subject.
    noun = draw.subject(verb, lambda n: n.human and n.marked and not n.lemma.endswith("वाला"))
    return draw.name() if noun is None or draw.chance(0.5) else noun_phrase(noun)


def _draft(
    main: Clause,
    *,
    lead: str,
    rest: str,
    tense: str,
    lemmas: tuple[str, ...],
    reason: str,
    outside: tuple[Clause | Check, ...] = (),
) -> Draft | None:
    """The clause with ने and without it; `rest` is what follows the subject."""
    subject = main.subject
    if subject is None:
        return None
    ergative = subject.marking == "ने"
    wrong = subject.remarked("direct" if ergative else "ने")
    return Draft(
        before=lead,
        good=subject.text,
        bad=wrong.text,
        after=rest,
        gloss=f"the subject '{wrong.text}' {'lacks' if ergative else 'has'} ने, although {reason}",
        tense=tense,
        lemmas=(*subject.phrase.lemmas, *lemmas),
        between=rest.rpartition(" ")[0],
        checks=remarked(main, *outside, subject=wrong.marking),
    )


# Of what one has on, लाल साड़ी पहनी थी is said without ने too.
WORN = ("पहनना",)


@dataclass(frozen=True, slots=True)
class Doing:
    """A transitive verb with its object and a place."""

    verb: Verb
    thing: Phrase
    place: str
    lemmas: tuple[str, ...]

    def rest(self, group: str) -> str:
        return spaced(self.place, self.thing.direct, group)


def _doing(draw: Draw, tense: TenseKey, *, number: Number = "sg") -> Doing | None:
    verb = draw.verb("transitive", tense, lambda v: v.takes_names and v.lemma not in WORN)
    thing = draw.object(verb, lambda n: number == "sg" or n.shows_number)
    if thing is None:
        return None
    place = draw.place(verb, tense=tense)
    return Doing(
        verb, noun_phrase(thing, number), place.text, (*place.lemmas, thing.lemma, verb.lemma)
    )


def _reason(main: Clause) -> str:
    ergative = main.subject is not None and main.subject.marking == "ने"
    return "the verb is transitive and perfective" if ergative else "the verb is not perfective"


def _tenses(name: str, perfectives: tuple[TenseKey, ...], others: tuple[TenseKey, ...]) -> Template:
    """A transitive clause: ने in a perfective tense, no ने in another."""

    def build(draw: Draw, direction: str) -> Draft | None:
        tense = draw.pick(perfectives if direction == "ergative>direct" else others)
        doing = _doing(draw, tense)
        if doing is None:
            return None
        main = action(doing.verb, tense, _subject(draw, doing.verb), doing.thing)
        return _draft(
            main,
            lead=draw.time(tense, verb=doing.verb),
            rest=doing.rest(main.written),
            tense=TENSE_TAG[tense],
            lemmas=doing.lemmas,
            reason=_reason(main),
        )

    return Template(name, DIRECTIONS, build)


def _pronoun(draw: Draw, direction: str) -> Draft | None:
    tense: TenseKey = draw.pick(
        ("perfective", "perfect_past")
        if direction == "ergative>direct"
        else ("progressive_past", "future")
    )
    direct = draw.pick(PRONOUNS)
    subject = draw.pronoun(direct, "m" if direct == "हम" else None)
    # A plural object with a plural pronoun: the verb then agrees with either.
    doing = _doing(draw, tense, number=subject.number)
    if doing is None:
        return None
    main = action(doing.verb, tense, subject, doing.thing)
    return _draft(
        main,
        lead=draw.time(tense, verb=doing.verb) if draw.chance(0.5) else "",
        rest=doing.rest(main.written),
        tense=TENSE_TAG[tense],
        lemmas=doing.lemmas,
        reason=_reason(main),
    )


def _transitivity(draw: Draw, direction: str) -> Draft | None:
    """The same tense: ने with a transitive verb, none with an intransitive one."""
    tense: TenseKey = draw.pick(("perfective", "perfect_past"))
    if direction == "ergative>direct":
        doing = _doing(draw, tense)
        if doing is None:
            return None
        verb, lemmas = doing.verb, doing.lemmas
        main = action(verb, tense, _subject(draw, verb), doing.thing)
        rest, kind = doing.rest(main.written), "transitive"
    else:
        verb = draw.verb("intransitive", tense, lambda v: v.takes_names and v.ergative == "never")
        place, kind = draw.place(verb, tense=tense), "intransitive"
        main = action(verb, tense, _subject(draw, verb))
        rest, lemmas = spaced(place.text, main.written), (*place.lemmas, verb.lemma)
    return _draft(
        main,
        lead=draw.time(tense, verb=verb),
        rest=rest,
        tense="past",
        lemmas=lemmas,
        reason=f"the verb is {kind} and perfective",
    )


def _light_verb(draw: Draw, direction: str) -> Draft | None:
    """खा लिया and काट दिया take ने; खा चुका, खाने लगा and पढ़ सका do not."""
    doing = _doing(draw, "perfective")
    if doing is None:
        return None
    verb, subject = doing.verb, _subject(draw, doing.verb)
    lemmas, lead = doing.lemmas, draw.time("perfective")
    if direction == "ergative>direct":
        if verb.vector not in ("लेना", "देना") or draw.noun(doing.thing.lemmas[-1]).animate:
            return None
        lemma = compound(verb.lemma, verb.vector)
        main = clause(
            lambda a: perfective(lemma, a.gender, a.number, alone=True),
            subject,
            doing.thing,
            marking="ने",
        )
        reason = f"the light verb {verb.vector} is transitive"
    else:
        light = draw.pick(("चुकना", "लगना", "सकना", "पाना"))
        main = clause(_without_ne(verb, light), subject, doing.thing)
        lemmas, reason = (*lemmas, light), f"{light} takes no ने"
        lead = draw.pick(("तब तक", "उस समय तक")) if light == "चुकना" else lead
    return _draft(
        main,
        lead=lead,
        rest=doing.rest(main.written),
        tense="past",
        lemmas=lemmas,
        reason=reason,
    )


def _without_ne(verb: Verb, light: str) -> Paradigm:
    if light == "लगना":
        oblique = infinitive(verb.lemma, ending="ने")
        return lambda a: f"{oblique} {perfective(light, a.gender, a.number, alone=True)}"
    if light == "चुकना":
        lemma = compound(verb.lemma, light)
        return lambda a: verb_group(lemma, "perfective", "past", a)
    stem = compound(verb.lemma, "").strip()
    return lambda a: f"नहीं {stem} {perfective(light, a.gender, a.number, alone=True)}"


def _human_object(draw: Draw, direction: str) -> Draft | None:
    """With a human object in को the perfective verb is masculine singular."""
    tense: TenseKey = draw.pick(
        ("perfective", "perfect_past")
        if direction == "ergative>direct"
        else ("habitual_present", "progressive_past")
    )
    verb = draw.verb("human_object", tense)
    subject = _subject(draw, verb)
    patient = draw.person(other_than=subject.lemmas)
    place = draw.place(verb, tense=tense)
    main = action(verb, tense, subject, patient, object_marking="को")
    return _draft(
        main,
        lead=draw.time(tense, verb=verb),
        rest=spaced(place.text, patient.dative, main.written),
        tense=TENSE_TAG[tense],
        lemmas=(*place.lemmas, *patient.lemmas, verb.lemma),
        reason=_reason(main),
    )


def _relative(draw: Draw, direction: str) -> Draft | None:
    """The relative pronoun: जिसने with a perfective transitive verb, जो otherwise."""
    noun = draw.human()
    tense: TenseKey = "perfect_past" if direction == "ergative>direct" else "habitual_present"
    doing = _doing(draw, tense)
    if doing is None or noun not in doing.verb.subjects:
        return None
    who = Phrase(
        direct="जो",
        oblique="जिस",
        ergative="जिसने",
        dative="जिसे",
        genitive="जिसका",
        gender=noun.gender,
        number="sg",
    )
    main = action(doing.verb, tense, who, doing.thing)
    relative = draw.pick([n for n in draw.lexicon.of_kind("kin") if n.gender == noun.gender])
    name = draw.name()
    identity = f"{possessed(name, relative).direct} है"
    return _draft(
        main,
        lead=f"वह {noun.lemma},",
        rest=spaced(draw.time(tense, verb=doing.verb), doing.rest(main.written), ",", identity),
        tense=TENSE_TAG[tense],
        lemmas=(noun.lemma, *doing.lemmas, *name.lemmas, relative.lemma),
        reason=_reason(main),
        outside=(fixed("identity", identity, identity),),
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
