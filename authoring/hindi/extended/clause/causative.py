"""causative: what the causative asks of the one who acts, and which of two verbs a frame asks for.

The one made to act by a verb in -वा- takes से, the one made to take something in (to see, hear,
drink, wear, learn) takes को. Verbs of -वा- by which something is given stay out, as को would then
be the receiver (बच्चे को कुर्ता सिलवाया). A plain verb in the place of a causative can often be saved
by a dropped subject; so the valency contrasts have a subject in the sentence: one with ने or a
bare one asks for the transitive verb, one of inability with से for the intransitive.
"""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Adjunct, Draw
from authoring.hindi.extended.clauses import marked_people, report, setting
from authoring.hindi.extended.proof import Described, case_of, members
from authoring.hindi.grammar.checks import Clause, argument, fixed
from authoring.hindi.grammar.conjugation import verb_group
from authoring.hindi.grammar.lexicon import Noun
from authoring.hindi.grammar.phrases import noun_phrase, spaced
from kasauti.data.treebank_pairs.inflection import imperfective, perfective

# A causative and what is done; the causee of the first kind takes से, of the second को.
MADE = (
    ("धुलवाना", ("garment", "vessel")),
    ("कटवाना", ("tree", "घास", "टहनी")),
    ("उठवाना", ("container", "furniture")),
    ("खुलवाना", ("opening",)),
    ("तुड़वाना", ("wall", "ताला")),
    ("हटवाना", ("furniture", "container", "vehicle")),
    ("पकवाना", ("dish",)),
    ("साफ़ करवाना", ("room", "opening", "vehicle", "bedding")),
    ("ठीक करवाना", ("vehicle", "furniture", "appliance")),
    ("बंद करवाना", ("opening", "appliance")),
    ("सजवाना", ("room", "building")),
    ("सुखवाना", ("garment", "bedding")),
)
TAUGHT = (
    ("दिखाना", ("picture", "jewel", "garment", "toy", "text")),
    ("सुनाना", ("कहानी", "कविता", "ख़बर")),
    ("पिलाना", ("drink",)),
    ("खिलाना", ("sweet", "fruit", "dish", "snack")),
    ("सिखाना", ("language",)),
    ("पहनाना", ("कुर्ता", "कोट", "टोपी", "जूता", "चश्मा", "माला")),
)
TWICE = (
    ("पिलवाना", ("drink",)),
    ("खिलवाना", ("sweet", "fruit", "dish")),
    ("दिखवाना", ("picture", "jewel", "toy")),
    ("पहनवाना", ("कुर्ता", "कोट", "टोपी", "माला")),
    ("दिलवाना", ("garment", "toy", "belonging", "sweet")),
)
CARERS = (
    "नौकर",
    "नौकरानी",
    "पड़ोसी",
    "पड़ोसिन",
    "माली",
    "मालिन",
    "औरत",
    "धोबी",
    "धोबिन",
    "आदमी",
    "महिला",
)
CHARGES = (
    "लड़का",
    "बच्चा",
    "लड़की",
    "बच्ची",
    "बेटा",
    "बेटी",
    "पोता",
    "पोती",
    "भतीजा",
    "भतीजी",
    "भांजा",
    "भांजी",
)
# Transitive and intransitive of one root, and what it is done to.
VALENCIES = (
    ("खोलना", "खुलना", ("opening", "container", "ताला")),
    ("तोड़ना", "टूटना", ("wall", "ताला", "घड़ा")),
    ("काटना", "कटना", ("tree", "रस्सी", "गन्ना")),
    ("उठाना", "उठना", ("container", "furniture", "हथौड़ा", "घड़ा")),
    ("मोड़ना", "मुड़ना", ("vehicle", "नाव")),
    ("पकाना", "पकना", ("dish",)),
    ("चलाना", "चलना", ("vehicle", "नाव")),
    ("सरकाना", "सरकना", ("furniture", "container")),
    ("हिलाना", "हिलना", ("tree", "पलंग", "अलमारी", "मेज़", "संदूक़", "पेटी", "चारपाई")),
    ("लुढ़काना", "लुढ़कना", ("घड़ा", "लोटा", "संदूक़", "पेटी", "बाल्टी")),
    ("सँभालना", "सँभलना", ("vehicle", "नाव", "दुकान")),
)


def _things(draw: Draw, kinds: tuple[str, ...]) -> list[Noun]:
    return [n for n in draw.lexicon.nouns.values() if n.lemma in kinds or set(kinds) & set(n.kinds)]


def _causee(draw: Draw, direction: str, *, far: bool) -> Draft | None:
    """माँ ने नौकरानी से कपड़े धुलवाए; माँ ने बच्चे को दूध पिलाया."""
    se = direction == "se>ko"
    lemma, kinds = draw.pick(MADE if se else TAUGHT)
    thing = noun_phrase(draw.pick(_things(draw, kinds)))
    causee = noun_phrase(draw.noun(draw.pick(CARERS))) if se else draw.person()
    agent = draw.name(other_than=(*causee.lemmas, *thing.lemmas))
    when = setting(draw, "perfective", used=(*agent.lemmas, *causee.lemmas), clauses=0.3)
    aside = ""
    if far and causee.lemmas[0] in draw.lexicon.nouns:
        causee = noun_phrase(draw.noun(causee.lemmas[0]), determiner=("वह", "उस"))
        aside = draw.pick(("जो पड़ोस में", "जो गाँव में", "जो सामने वाले घर में", "जो यहाँ पास में"))
        aside += f" {verb_group('रहना', 'habitual', 'present', causee.agreement)}"
    elif far:
        return None
    good, bad = ("से", "को") if se else ("को", "से")
    done = perfective(lemma, thing.gender, "sg")
    clause = Clause(
        verb=lambda a: perfective(lemma, a.gender, "sg"),
        written=done,
        subject=argument(agent, "ने"),
        object=argument(thing),
    )
    return Draft(
        before=spaced(when.front, agent.ergative, when.time, causee.oblique),
        good=good,
        bad=bad,
        after=spaced(f", {aside}," if aside else "", thing.direct, done),
        gloss=f"with {lemma}, the one who is made to act takes {good}, not {bad}",
        tense="past",
        lemmas=(*when.lemmas, *agent.lemmas, *causee.lemmas, *thing.lemmas, lemma),
        between=spaced(aside, thing.direct),
        checks=members(
            lambda written: (
                clause,
                case_of("causee", causee.oblique, good, written),
            ),
            good, bad, when.front, aside,
        ),
    )  # fmt: skip


def _near_causee(draw: Draw, direction: str) -> Draft | None:
    return _causee(draw, direction, far=False)


def _far_causee(draw: Draw, direction: str) -> Draft | None:
    return _causee(draw, direction, far=True)


def _two_causees(draw: Draw, direction: str) -> Draft | None:
    """माँ ने नौकरानी से बच्चे को दूध पिलवाया: one से and one को."""
    lemma, kinds = draw.pick(TWICE)
    thing = noun_phrase(draw.pick(_things(draw, kinds)))
    carer = noun_phrase(draw.noun(draw.pick(CARERS)))
    charge = noun_phrase(draw.noun(draw.pick(CHARGES)))
    agent = draw.name()
    kin = charge.lemmas[0] not in ("लड़का", "बच्चा", "लड़की", "बच्ची")
    own = "" if not kin else ("अपने " if charge.gender == "m" else "अपनी ")
    when = setting(draw, "perfective", used=agent.lemmas, clauses=0.35)
    first = direction == "carer"
    good, bad = ("से", "को") if first else ("को", "से")
    done = perfective(lemma, thing.gender, "sg")
    ward = f"{own}{charge.oblique}"
    before = spaced(when.front, agent.ergative, when.time, carer.oblique)
    after = spaced(ward, "को", thing.direct, done)
    if not first:
        before, after = spaced(before, "से", ward), spaced(thing.direct, done)
    clause = Clause(
        verb=lambda a: perfective(lemma, a.gender, "sg"),
        written=done,
        subject=argument(agent, "ने"),
        object=argument(thing),
    )

    def describe(written: str) -> Described:
        one, two = (written, "को") if first else ("से", written)
        yield clause
        yield case_of("causee", carer.oblique, "से", one)
        yield case_of("receiver", charge.oblique, "को", two)

    return Draft(
        before=before,
        good=good,
        bad=bad,
        after=after,
        gloss="the one who is made to act takes से, the one who receives it takes को",
        tense="past",
        lemmas=(*when.lemmas, *agent.lemmas, *carer.lemmas, *charge.lemmas, *thing.lemmas, lemma),
        between=after.removesuffix(done).strip(),
        checks=members(describe, good, bad, when.front),
    )


def _did_not(draw: Draw, direction: str) -> Draft | None:
    """राम ने ताला नहीं खोला; राम से ताला नहीं खुला."""
    active, middle, kinds = draw.pick(VALENCIES)
    transitive = direction == "transitive"
    right, wrong = (active, middle) if transitive else (middle, active)
    determiner = draw.pick((("यह", "इस"), ("वह", "उस"), ("", "")))
    thing = noun_phrase(draw.pick(_things(draw, kinds)), determiner=determiner)
    person = draw.person()
    used = (*person.lemmas, *thing.lemmas)
    frame = report(draw, used) if draw.chance(0.35) else Adjunct("")
    good, bad = (perfective(lemma, thing.gender, "sg") for lemma in (right, wrong))
    subject = argument(person, "ने" if transitive else "से")
    manner = draw.pick(("", "आख़िर तक", "अकेले"))
    time = draw.time("perfective")
    return Draft(
        before=spaced(frame.text, subject.text, time, thing.direct, manner, "नहीं"),
        good=good,
        bad=bad,
        after="",
        gloss=_valency(right, wrong, transitive),
        tense="past",
        lemmas=(*frame.lemmas, *person.lemmas, *thing.lemmas, active),
        between=spaced(thing.direct, manner, "नहीं"),
        checks=members(
            lambda written: (
                fixed("case of the subject", subject.text, subject.text),
                fixed("valency of the verb", good, written),
            ),
            good, bad, frame.text,
        ),
    )  # fmt: skip


def _does_not(draw: Draw, direction: str) -> Draft | None:
    """मैं यह ताला नहीं खोलता; मुझसे यह ताला नहीं खुलता. No subject that could be a vocative."""
    active, middle, kinds = draw.pick([each for each in VALENCIES if each[0] != "पकाना"])
    transitive = direction == "transitive"
    right, wrong = (active, middle) if transitive else (middle, active)
    thing = noun_phrase(draw.pick(_things(draw, kinds)), determiner=("यह", "इस"))
    person = draw.pronoun("मैं", thing.gender)
    if thing.gender == "m" and draw.chance(0.7):
        person = noun_phrase(draw.pick(marked_people(draw)))
    frame = report(draw, thing.lemmas) if draw.chance(0.45) else Adjunct("")
    good, bad = (imperfective(lemma, thing.gender, "sg") for lemma in (right, wrong))
    subject = argument(person, "direct" if transitive else "से")
    manner = draw.pick(("अकेले", "कभी अकेले", "अब अकेले"))
    joined = "मुझसे" if subject.text == "मुझ से" else subject.text
    return Draft(
        before=spaced(frame.text, joined, thing.direct, manner, "नहीं"),
        good=good,
        bad=bad,
        after="",
        gloss=_valency(right, wrong, transitive),
        tense="present",
        lemmas=(*frame.lemmas, *person.lemmas, *thing.lemmas, active),
        between=spaced(thing.direct, manner, "नहीं"),
        checks=members(
            lambda written: (
                fixed("case of the subject", joined, joined),
                fixed("valency of the verb", good, written),
            ),
            good, bad, frame.text,
        ),
    )  # fmt: skip


def _valency(right: str, wrong: str, transitive: bool) -> str:
    reason = (
        "the sentence has an agent and an object" if transitive else "with से one is not able to"
    )
    return f"{right} is asked for, not {wrong}: {reason}"


CAUSEES = ("se>ko", "ko>se")
TEMPLATES = (
    Template("causee", CAUSEES, _near_causee),
    Template("causee_with_clause", CAUSEES, _far_causee),
    Template("two_causees", ("carer", "charge"), _two_causees),
    Template("valency_past", ("transitive", "intransitive"), _did_not),
    Template("valency_habit", ("transitive", "intransitive"), _does_not),
)
