"""light_verbs: a light verb decides whether the subject takes ने, whatever the main verb.

लेना and देना ask for ने, जाना, आना, बैठना, लाना and चुकना exclude it. The light verb is changed, the
subject, far before it, stays. Object and subject have the same gender, so that
agreement is right in both.
"""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.extended.clauses import bare_subject, report
from authoring.hindi.extended.proof import members
from authoring.hindi.grammar.checks import Argument, Clause, Marking, argument
from authoring.hindi.grammar.conjugation import Tense, compound, copula
from authoring.hindi.grammar.lexicon import Noun
from authoring.hindi.grammar.phrases import noun_phrase, spaced
from kasauti.data.treebank_pairs.inflection import Agreement, Gender, perfective, stem_of

# A verb, a light verb that asks for ने, and one that excludes it.
VECTORS = (
    ("खाना", "लेना", "जाना"),
    ("पीना", "लेना", "जाना"),
    ("पढ़ना", "लेना", "जाना"),
    ("बेचना", "देना", "आना"),
    ("तोड़ना", "देना", "बैठना"),
    ("तोड़ना", "लेना", "लाना"),
    ("फेंकना", "देना", "आना"),
    ("ख़रीदना", "लेना", "लाना"),
    ("रखना", "देना", "आना"),
    ("छिपाना", "देना", "आना"),
    ("उठाना", "लेना", "लाना"),
    ("माँगना", "लेना", "लाना"),
    ("धोना", "देना", "लाना"),
    ("ढूँढ़ना", "लेना", "लाना"),
    ("पकाना", "लेना", "लाना"),
)
TAKES_NE = ("लेना", "देना")
COMPLETED = (
    ("पढ़ना", "लेना"), ("लिखना", "लेना"), ("खाना", "लेना"), ("पीना", "लेना"), ("धोना", "लेना"),
    ("सुखाना", "लेना"), ("सिलना", "देना"), ("ख़रीदना", "लेना"), ("बेचना", "देना"), ("पकाना", "लेना"),
    ("काटना", "लेना"), ("सजाना", "देना"), ("बनाना", "लेना"), ("परोसना", "देना"), ("सुनाना", "देना"),
)  # fmt: skip


def _ne(light: str) -> Marking:
    return "ने" if light in TAKES_NE else "direct"


def _by_subject(draw: Draw, direction: str, *, completive: bool) -> Draft | None:
    """The light verb is changed; the case of the subject, far before it, decides."""
    if completive:
        lemma, with_ne = draw.pick(COMPLETED)
        bare = "चुकना"
    else:
        lemma, with_ne, bare = draw.pick(VECTORS)
    right, wrong = (with_ne, bare) if direction == "ne" else (bare, with_ne)
    gender: Gender = "m" if draw.chance(0.65) else "f"
    verb = draw.lexicon.verb(lemma)
    noun = draw.object(verb, lambda n: n.gender == gender and not n.animate)
    if noun is None:
        return None
    own = draw.pick((("", ""), ("अपना", "अपने"), ("एक", "एक"), ("यह", "इस")))
    if own[0] == "अपना" and gender == "f":
        own = ("अपनी", "अपनी")
    if not noun.count or (own[0].startswith("अपन") and not _owned(noun)):
        own = ("", "")
    thing = noun_phrase(noun, determiner=own)
    tense: Tense | None = draw.pick(("present", "past")) if completive else None
    person = draw.person() if direction == "ne" else bare_subject(draw, gender)
    rest = draw.time("perfect_present" if tense == "present" else "perfective", verb=verb)
    if tense == "past":
        rest = draw.pick(("तब तक", "पहले ही", "शाम तक", "कल ही", "परसों ही"))
    marking: Marking = "ने" if direction == "ne" else "direct"
    subject = Argument(person, marking, marking)
    front = report(draw, (*person.lemmas, noun.lemma)) if draw.chance(0.3) else None

    def forms(light: str, agreement: Agreement) -> str:
        done = perfective(compound(lemma, light), agreement.gender, "sg")
        return spaced(done, copula(tense, agreement) if tense else "")

    # Person shows in the auxiliary: मैं … चुका हूँ, but मैं … लिया है would be a second error.
    if tense == "present" and person.person == 1:
        return None
    controller = person.agreement if marking == "direct" else thing.agreement
    good, bad = forms(right, controller), forms(wrong, controller)
    place = draw.place(verb) if draw.chance(0.5) else None
    before = spaced(
        front.text if front else "", subject.text, rest, place.text if place else "",
        thing.direct, stem_of(lemma),
    )  # fmt: skip
    head = stem_of(lemma) + " "

    def clause(light: str, written: str) -> Clause:
        return Clause(
            verb=lambda agreement: forms(light, agreement),
            written=written,
            subject=Argument(person, marking, _ne(light)),
            object=argument(thing),
        )

    return Draft(
        before=before,
        good=good.removeprefix(head),
        bad=bad.removeprefix(head),
        after="",
        gloss=f"{wrong} {'excludes' if direction == 'ne' else 'asks for'} ने on the subject",
        tense=tense if tense else "past",
        lemmas=(
            *(front.lemmas if front else ()), *person.lemmas, *(place.lemmas if place else ()),
            noun.lemma, lemma,
        ),
        between=spaced(rest, place.text if place else "", thing.direct, stem_of(lemma)),
        checks=members(
            lambda written: (
                clause(right if written == good else wrong, written),
            ),
            good, bad, front.text if front else "",
        ),
    )  # fmt: skip


OWNED = {"garment", "footwear", "belonging", "toy", "vessel", "container", "text", "jewel"}


def _owned(noun: Noun) -> bool:
    return bool(set(noun.kinds) & OWNED) and "womenswear" not in noun.kinds


def _light(draw: Draw, direction: str) -> Draft | None:
    return _by_subject(draw, direction, completive=False)


def _completive(draw: Draw, direction: str) -> Draft | None:
    return _by_subject(draw, direction, completive=True)


BY_SUBJECT = ("ne", "bare")
TEMPLATES = (
    Template("light_verb_and_ne", BY_SUBJECT, _light),
    Template("completive_and_ne", BY_SUBJECT, _completive),
)
