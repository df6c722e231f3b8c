"""split_ergativity: ने with perfective verbs, but not with every verb and in no other aspect.

The subject stays as it is, the verb changes. A subject without ने is a noun in -ा or has a
possessor, so that it cannot be someone addressed; object and subject have the same gender, so that
agreement is right in both members. कल and परसों fit the past and the future. बोलना, समझना, खेलना and
others that take ने optionally are not used; लाना and भूलना exclude it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Adjunct, Draw
from authoring.hindi.extended.clauses import marked_people, report
from authoring.hindi.extended.proof import members
from authoring.hindi.grammar.checks import Argument, Clause, Marking, Paradigm, argument
from authoring.hindi.grammar.conjugation import compound, verb_group
from authoring.hindi.grammar.lexicon import Verb
from authoring.hindi.grammar.phrases import Phrase, noun_phrase, spaced
from kasauti.data.treebank_pairs.inflection import Gender, future, perfective

DIRECTIONS = ("ne", "bare")
VERBS = (
    "खाना", "पीना", "पढ़ना", "लिखना", "ख़रीदना", "बेचना", "धोना", "पकाना", "बनाना", "काटना", "सिलना",
    "सुनाना", "परोसना", "सुखाना", "ढूँढ़ना", "सजाना",
)  # fmt: skip
# What one does with ने and what without, with the things and the places.
WITHOUT_NE = (
    (
        "ख़रीदना",
        "ले आना",
        ("fruit", "sweet", "garment", "toy", "vessel"),
        ("बाज़ार से", "मेले से", "शहर से"),
    ),
    ("ख़रीदना", "लाना", ("fruit", "sweet", "garment", "toy", "text"), ("बाज़ार से", "मेले से", "शहर से")),
    ("मँगाना", "लाना", ("sweet", "garment", "belonging", "text"), ("गाँव से", "शहर से", "दुकान से")),
    ("उठाना", "ले जाना", ("container", "furniture", "vessel"), ("आँगन से", "बरामदे से", "कमरे से")),
    ("हटाना", "ले जाना", ("container", "furniture", "vehicle"), ("सड़क से", "आँगन से", "दुकान से")),
    ("छोड़ देना", "भूल आना", ("belonging", "container"), ("दफ़्तर में", "दुकान में", "मंदिर में", "स्कूल में")),
    ("रख देना", "भूल जाना", ("belonging", "container", "garment"), ("दफ़्तर में", "दुकान में", "मेज़ पर")),
    ("बेच देना", "दे आना", ("vehicle", "furniture", "jewel"), ("गाँव में", "शहर में", "मेले में")),
    ("चुरा लेना", "ले भागना", ("jewel", "vehicle", "sweet"), ("दुकान से", "मेले से", "बाज़ार से")),
    ("ढूँढ़ लेना", "उठा लाना", ("belonging", "toy", "tool"), ("आँगन से", "बग़ीचे से", "छत से")),
)
NOT_CARRIED = ("झूला", "घड़ा", "ठेला")


def _subject(draw: Draw, gender: Gender, *, bare: bool) -> Phrase:
    if not bare and draw.chance(0.5):
        return draw.person()
    if gender == "m" and draw.chance(0.6):
        return noun_phrase(draw.pick(marked_people(draw)))
    return draw.kin(gender)


@dataclass(frozen=True, slots=True)
class Scene:
    """A subject with or without ने, a thing of the same gender, and what stands between them."""

    person: Phrase
    bare: bool
    thing: Phrase
    middle: str
    lemmas: tuple[str, ...]
    front: str = ""
    aside: str = ""  # a relative clause of the subject

    @property
    def text(self) -> str:
        subject = self.person.direct if self.bare else self.person.ergative
        head = f"{subject}, {self.aside}," if self.aside else subject
        return spaced(self.front, head, self.middle, self.thing.direct)


def _draft(scene: Scene, with_ne: Paradigm, without: Paradigm, *, tense: str, gloss: str) -> Draft:
    """The verb in the form that the subject allows, and in the one that it does not."""
    marking: Marking = "direct" if scene.bare else "ने"
    controller = scene.person.agreement if scene.bare else scene.thing.agreement
    right, wrong = (without, with_ne) if scene.bare else (with_ne, without)
    good, bad = right(controller), wrong(controller)

    def describe(written: str) -> tuple[Clause, ...]:
        forms = right if written == good else wrong
        asks: Marking = "ने" if forms is with_ne else "direct"
        subject = Argument(scene.person, marking, asks)
        return (Clause(verb=forms, written=written, subject=subject, object=argument(scene.thing)),)

    return Draft(
        before=scene.text,
        good=good,
        bad=bad,
        after="",
        gloss=gloss,
        tense=tense,
        lemmas=scene.lemmas,
        between=spaced(scene.aside, scene.middle, scene.thing.direct),
        checks=members(describe, good, bad, scene.front, scene.aside),
    )


def _scene(
    draw: Draw, direction: str, time: str, *, far: bool = False
) -> tuple[Verb, Scene] | None:
    gender: Gender = "m" if draw.chance(0.6) else "f"
    verb, bare = draw.lexicon.verb(draw.pick(VERBS)), direction == "bare"
    noun = draw.object(verb, lambda n: n.gender == gender and not n.animate)
    if noun is None:
        return None
    person, aside = _subject(draw, gender, bare=bare), ""
    if far:
        human = draw.human(gender)
        person = noun_phrase(human, determiner=("वह", "उस"))
        aside = draw.pick(("जो पड़ोस में", "जो सामने वाले घर में", "जो हमारे गाँव में", "जो शहर में"))
        aside = f"{aside} {verb_group('रहना', 'habitual', 'present', person.agreement)}"
    place = draw.place(verb)
    used = (*person.lemmas, noun.lemma)
    frame = report(draw, used) if draw.chance(0.3) and not far else Adjunct("")
    thing = noun_phrase(noun)
    lemmas = (*frame.lemmas, *person.lemmas, noun.lemma, *place.lemmas, verb.lemma)
    middle = spaced(time, place.text)
    return verb, Scene(person, bare, thing, middle, lemmas, frame.text, aside)


def _simple(verb: Verb) -> Paradigm:
    return lambda a: perfective(verb.lemma, a.gender, a.number, alone=True)


GLOSS = {
    "ne": "the subject has ने, which only a perfective verb of this kind allows",
    "bare": "the subject has no ने, which the perfective verb asks for",
}


def _progressive(draw: Draw, direction: str) -> Draft | None:
    """लड़के ने आज केला खाया था, लड़का आज केला खा रहा था."""
    found = _scene(draw, direction, draw.pick(("आज", "कल शाम", "उस दिन", "कल सुबह", "उस समय")))
    if found is None:
        return None
    verb, scene = found
    return _draft(
        scene,
        lambda a: verb_group(verb.lemma, "perfective", "past", a),
        lambda a: verb_group(verb.lemma, "progressive", "past", a),
        tense="past",
        gloss=GLOSS[direction],
    )


def _habit(draw: Draw, direction: str) -> Draft | None:
    found = _scene(draw, direction, draw.pick(("पहले", "पिछले साल", "उन दिनों", "बचपन में", "पहले भी")))
    if found is None:
        return None
    verb, scene = found
    return _draft(
        scene,
        lambda a: verb_group(verb.lemma, "perfective", "past", a),
        lambda a: verb_group(verb.lemma, "habitual", "past", a),
        tense="past",
        gloss=GLOSS[direction],
    )


def _future(draw: Draw, direction: str, *, far: bool = False) -> Draft | None:
    """लड़के ने कल केला खाया, लड़का कल केला खाएगा."""
    time = draw.pick(("कल", "परसों", "आज", "कल शाम", "कल सुबह", "परसों शाम"))
    found = _scene(draw, direction, time, far=far)
    if found is None:
        return None
    verb, scene = found
    return _draft(
        scene,
        _simple(verb),
        lambda a: future(verb.lemma, a),
        tense="future" if scene.bare else "past",
        gloss=GLOSS[direction],
    )


def _far(draw: Draw, direction: str) -> Draft | None:
    """A relative clause stands between the subject and its verb."""
    return _future(draw, direction, far=True)


def _modal(draw: Draw, direction: str) -> Draft | None:
    """लड़के ने केला नहीं खाया, लड़का केला नहीं खा पाया."""
    found = _scene(draw, direction, draw.time("perfective"))
    if found is None:
        return None
    verb, scene = found
    modal = compound(verb.lemma, draw.pick(("सकना", "पाना")))
    draft = _draft(
        scene,
        _simple(verb),
        lambda a: perfective(modal, a.gender, a.number, alone=True),
        tense="past",
        gloss=GLOSS[direction].replace(
            "perfective verb of this kind", "perfective verb without a modal"
        ),
    )
    return replace(draft, before=f"{draft.before} नहीं", between=f"{draft.between} नहीं")


def _other_verbs(draw: Draw, direction: str) -> Draft | None:
    """लड़के ने बाज़ार से केला ख़रीदा, लड़का बाज़ार से केला लाया."""
    gender: Gender = "m" if draw.chance(0.6) else "f"
    bare = direction == "bare"
    with_ne, without, kinds, places = draw.pick(WITHOUT_NE)
    noun = draw.pick(
        [
            n
            for n in draw.lexicon.of_kind(*kinds)
            if n.gender == gender and n.lemma not in NOT_CARRIED
        ]
    )
    person = _subject(draw, gender, bare=bare)
    frame = report(draw, (*person.lemmas, noun.lemma)) if draw.chance(0.3) else Adjunct("")
    middle = spaced(draw.time("perfective"), draw.pick([p for p in places if noun.lemma not in p]))
    lemmas = (*frame.lemmas, *person.lemmas, noun.lemma, without if bare else with_ne)
    scene = Scene(person, bare, noun_phrase(noun), middle, lemmas, frame.text)
    return _draft(
        scene,
        lambda a: perfective(with_ne, a.gender, a.number, alone=True),
        lambda a: perfective(without, a.gender, a.number, alone=True),
        tense="past",
        gloss=f"{with_ne} asks for ने" if bare else f"{without} excludes ने",
    )


TEMPLATES = (
    Template("progressive", DIRECTIONS, _progressive),
    Template("habit", DIRECTIONS, _habit),
    Template("future", DIRECTIONS, _future),
    Template("future_with_clause", DIRECTIONS, _far),
    Template("modal", DIRECTIONS, _modal),
    Template("verbs_without_ne", DIRECTIONS, _other_verbs),
)
