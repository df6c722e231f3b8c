"""Probe tasks read at a verb: tense and aspect.

Most presents and pasts are participles without an auxiliary: अब नहीं आता is a present, जब समय मिलता,
तब आता a past. The clause before names the other time as often as the same. Aspect is read at the
auxiliary, which says nothing of it itself; what stands next to it is mostly a particle, and the
verb of saying before the clause has an aspect of its own.
"""

from __future__ import annotations

from authoring.hindi.draw import Draw
from authoring.hindi.grammar.conjugation import Aspect, Tense, copula, participle
from authoring.hindi.grammar.lexicon import Lexicon, Verb
from authoring.hindi.grammar.phrases import Phrase, spaced
from authoring.hindi.probes.frames import Marked, TaskRecipe, doers, place_of, thing_of
from kasauti.data.treebank_pairs.inflection import Agreement, future, imperfective


def action_verbs(lexicon: Lexicon, _label: str) -> list[Verb]:
    """Actions of people, in every aspect."""
    return [
        verb
        for verb in doers(lexicon, "intransitive", "transitive")
        if {"habitual", "future"} <= set(verb.aspects)
    ]


def third_person(draw: Draw, verb: Verb) -> Phrase:
    """A third person in the singular who does what the verb says."""
    return draw.agent(verb) if draw.chance(0.8) else draw.pronoun("वह")


# Not done for leisure, and not given up either.
_NOT_AT_LEISURE = (
    "ढूँढ़ना", "बाँधना", "पहनना", "परोसना", "रखना", "पहुँचना", "चुराना", "फेंकना", "उगाना", "माँगना",
)  # fmt: skip


def _leisure_verbs(lexicon: Lexicon, label: str) -> list[Verb]:
    return [verb for verb in action_verbs(lexicon, label) if verb.lemma not in _NOT_AT_LEISURE]


_IDLE = ("समय मिलता", "काम नहीं होता")
_THEN, _NOW = ("पहले", "उन दिनों"), ("अब", "आजकल")


def _tense(draw: Draw, label: str, verb: Verb) -> Marked | None:
    """Two clauses about one habit; the first is of then or of now, whatever the second is."""
    subject = draw.name()
    thing = thing_of(draw, verb)
    rest = spaced(place_of(draw, verb, thing, tense="habitual_past"), thing.lemma if thing else "")
    form = imperfective(verb.lemma, subject.gender, "sg")
    after = draw.chance(0.5)  # a habit of then comes first
    if after and label == "past":
        first = f"{draw.pick(_THEN)} {subject.dative} समय मिलता था, और"
    elif after:
        was = copula("past", subject.agreement)
        first = f"{draw.pick(_THEN)} जब {draw.pick(_IDLE)} था,"
        first = f"{first} तब" if draw.chance(0.5) else first
        first = spaced(first, subject.direct, rest, f"{form} {was}, पर")
    elif label == "present":
        first = f"{draw.pick(_NOW)} {subject.dative} समय नहीं मिलता, और"
    else:
        first = spaced(draw.pick((*_NOW, "आजकल")), subject.direct, rest, "नहीं", f"{form}, पर")
    if label == "future":
        form = future(verb.lemma, subject.agreement)
    return Marked(spaced(first, *_second(draw, label, rest, after=after)), form, "")


def _second(draw: Draw, label: str, rest: str, *, after: bool) -> tuple[str, ...]:
    """The clause that is read, up to its verb."""
    if label == "past":
        when = f"जब {'काम नहीं होता' if after else draw.pick(_IDLE)},"
        when = f"{when} तब" if draw.chance(0.5) else when
        return (when, "वह", rest) if after else (draw.pick(_THEN), when, draw.pick(("ज़रूर", "")))
    if label == "present":
        return (draw.pick((*_NOW, "अब")), "नहीं") if after else ("वह", rest, "नहीं")
    return (draw.pick(("कल", "परसों", "आज शाम")), "नहीं" if after else "ज़रूर")


_ASPECTS: dict[str, tuple[Aspect, str]] = {
    "perfective": ("perfective", "perfect"),
    "imperfective": ("habitual", "habitual"),
    "progressive": ("progressive", "progressive"),
}
_TENSES: tuple[Tense, ...] = ("present", "past", "presumptive")
_PARTICLES = ("तो", "भी", "नहीं", "ही")


def _aspect_verbs(lexicon: Lexicon, label: str) -> list[Verb]:
    return [
        verb
        for verb in doers(lexicon, "intransitive", "transitive")
        if _ASPECTS[label][1] in verb.aspects and verb.ergative != "optional"
    ]


def _aspect(draw: Draw, label: str, verb: Verb) -> Marked | None:
    aspect, _ = _ASPECTS[label]
    tense = draw.pick(_TENSES)
    subject = third_person(draw, verb)
    thing = thing_of(draw, verb)
    ergative = aspect == "perfective" and verb.ergative == "always"
    agreement = subject.agreement
    if ergative:
        agreement = Agreement(thing.gender, "sg") if thing else Agreement("m", "sg")
    particle = draw.pick(_PARTICLES) if draw.chance(0.9) else ""
    if particle == "नहीं" and tense == "presumptive":
        particle = "तो"
    main = _with_particle(
        participle(verb.lemma, aspect, agreement.gender, agreement.number), particle
    )
    rest = spaced(place_of(draw, verb, thing, tense="habitual_past"), thing.lemma if thing else "")
    before = spaced(_saying(draw), subject.ergative if ergative else subject.direct, rest, main)
    return Marked(before, copula(tense, agreement), "")


def _with_particle(main: str, particle: str) -> str:
    """The particle follows the participle; in the progressive it follows the stem: पढ़ तो रहा."""
    stem, space, auxiliary = main.partition(" ")
    return spaced(stem, particle, auxiliary) if space else spaced(main, particle)


def _saying(draw: Draw) -> str:
    """Someone says it: now, usually, or already."""
    who = draw.name()
    aspect: Aspect = draw.pick(("habitual", "progressive", "perfective"))
    verb = draw.pick(("कहना", "बताना", "सोचना", "मानना"))
    if verb == "मानना" and aspect == "progressive":
        verb = "कहना"
    aux = draw.pick(("है", "था" if who.gender == "m" or aspect == "perfective" else "थी"))
    if aspect == "perfective":
        return f"{who.ergative} {participle(verb, aspect, 'm', 'sg')} {aux} कि"
    return f"{who.direct} {participle(verb, aspect, who.gender, 'sg')} {aux} कि"


TENSE = TaskRecipe("tense", ("present", "past", "future"), _leisure_verbs, _tense)
ASPECT = TaskRecipe("aspect", tuple(_ASPECTS), _aspect_verbs, _aspect)
