"""participles: who controls -ता हुआ and -कर, and what a participle with its own subject asks for.

-ते हुए is right with every controller and is no wrong member. The subject of a sentence with -कर has
the case that the main verb asks for, not the participle beside it. A different subject of -ते ही
stands in का; -कर has none. Where the main clause could have a dropped subject (राम के आते ही चाय पी),
nothing is tested.
"""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Adjunct, Draw
from authoring.hindi.extended.clauses import bare_subject, report, setting
from authoring.hindi.extended.features import GENDERS, WORD, attraction, gender_of, other
from authoring.hindi.extended.proof import case_of, members
from authoring.hindi.grammar.checks import (
    Argument,
    Clause,
    Marking,
    argument,
    concord,
    fixed,
    in_tense,
)
from authoring.hindi.grammar.phrases import noun_phrase, spaced
from kasauti.data.treebank_pairs.inflection import (
    Gender,
    imperfective,
    inflect_adjective,
    perfective,
    stem_of,
)

MANNERS = (
    "गाना", "हँसना", "रोना", "दौड़ना", "मुस्कुराना", "चिल्लाना", "नाचना", "लड़खड़ाना", "काँपना",
    "बड़बड़ाना", "गुनगुनाना", "हाँफना",
)  # fmt: skip
# Masculine, so that a feminine participle before them cannot be their attribute.
GOALS = (
    ("घर", ("आना", "लौटना", "पहुँचना")), ("मंदिर", ("आना", "जाना", "पहुँचना")),
    ("बाज़ार", ("जाना", "पहुँचना")), ("गाँव", ("लौटना", "पहुँचना")), ("दफ़्तर", ("आना", "पहुँचना")),
    ("कमरे में", ("आना", "घुसना")), ("मैदान में", ("आना", "पहुँचना", "घूमना")), ("आँगन में", ("आना", "टहलना")),
    ("बरामदे में", ("आना", "टहलना")), ("बग़ीचे में", ("घूमना", "टहलना")), ("अस्पताल", ("पहुँचना", "जाना")),
    ("घर से", ("निकलना", "भागना")), ("मंदिर से", ("निकलना", "लौटना")), ("पेड़ से", ("उतरना",)),
    ("पेड़ पर", ("चढ़ना",)), ("बाज़ार से", ("लौटना", "गुज़रना")), ("गाँव से", ("निकलना", "गुज़रना")),
    ("मंच पर", ("चढ़ना",)), ("मंच से", ("उतरना",)), ("खेत में", ("घुसना", "घूमना")),
    ("दफ़्तर से", ("निकलना", "लौटना")),
)  # fmt: skip
DOINGS = (
    ("घर", ("आना", "लौटना", "पहुँचना", "जाना")), ("बाज़ार", ("जाना", "पहुँचना")), ("मंदिर से", ("लौटना",)),
    ("बरामदे में", ("आना", "बैठना")), ("आँगन में", ("आना", "बैठना")), ("कमरे में", ("आना", "बैठना", "लेटना")),
    ("गाँव", ("लौटना", "पहुँचना")), ("दफ़्तर से", ("लौटना", "निकलना")),
    ("छत पर", ("जाना", "बैठना", "चढ़ना")),
    ("बग़ीचे में", ("टहलना", "बैठना", "घूमना")), ("चारपाई पर", ("बैठना", "लेटना")), ("घर से", ("निकलना",)),
)  # fmt: skip
OWN_MASCULINE = (
    "पढ़ना",
    "खाना",
    "पीना",
    "बेचना",
    "धोना",
    "ख़रीदना",
    "काटना",
    "लिखना",
    "उठाना",
    "सिलना",
    "ढूँढ़ना",
)
# What happens to someone who is busy, and to something that lies somewhere.
ENDS = (
    ("अचानक", "रुकना"), ("मुझे देखकर", "उठना"), ("वहीं", "सोना"), ("शोर सुनकर", "डरना"),
    ("कुछ देर बाद", "थकना"), ("थोड़ी देर में", "हँसना"), ("फिर से", "रोना"), ("अचानक", "बैठना"),
)  # fmt: skip
FATES = tuple(
    (when, fate)
    for when in ("आज सुबह", "कल रात", "परसों", "कल", "पिछले हफ़्ते", "उस दिन")
    for fate in ("खो जाना", "चोरी हो जाना", "गुम हो जाना", "मिल जाना")
)
STATES = (
    ("रखना", ("मेज़ पर", "दरवाज़े के पास", "अलमारी में", "खिड़की के पास", "कुर्सी पर", "बरामदे में", "छत पर")),
    ("ख़रीदना", ("पिछले साल मेले में", "परसों बाज़ार में", "पिछले हफ़्ते शहर में", "बहुत पहले")),
    ("छिपाना", ("संदूक़ में", "तकिए के नीचे", "अलमारी में", "बक्से में")),
    ("भेजना", ("गाँव से", "शहर से", "पिछले महीने")),
)
STATE_THINGS = ("belonging", "vessel", "toy", "garment", "jewel", "container", "picture")


def _clause_frame(draw: Draw, used: tuple[str, ...], share: float) -> Adjunct:
    return report(draw, used) if draw.chance(share) else Adjunct("")


def _coming(draw: Draw, direction: str) -> Draft | None:
    """राम सीता के साथ गाता हुआ घर आया."""
    gender = gender_of(direction)
    lemma = draw.pick(MANNERS)
    goal, verbs = draw.pick(GOALS)
    verb = draw.pick(verbs)
    person = draw.person(gender)
    companion = draw.person(
        other(gender) if draw.chance(0.65) else gender, other_than=person.lemmas
    )
    when = setting(draw, "perfective", used=(*person.lemmas, *companion.lemmas), clauses=0.35)
    done = perfective(verb, gender, "sg", alone=True)
    good, bad = (
        f"{imperfective(lemma, g, 'sg')} {inflect_adjective('हुआ', g, 'sg', 'direct')}"
        for g in (gender, other(gender))
    )
    return Draft(
        before=spaced(when.front, person.direct, when.time, companion.oblique, "के साथ"),
        good=good,
        bad=bad,
        after=spaced(goal, done),
        gloss=f"the participle must agree with '{person.direct}', which is {WORD[gender]}",
        tense="past",
        lemmas=(*when.lemmas, *person.lemmas, *companion.lemmas, lemma, verb),
        between=spaced(when.time, companion.oblique, "के साथ"),
        attractor=attraction(companion.gender == gender),
        checks=members(
            lambda written: (
                fixed("agreement of the participle", good, written),
                Clause(
                    verb=lambda a: perfective(verb, a.gender, "sg", alone=True),
                    written=done,
                    subject=argument(person),
                ),
            ),
            good, bad, when.front,
        ),
    )  # fmt: skip


def _case_over_kar(draw: Draw, direction: str) -> Draft | None:
    """लड़के ने घर जाकर दूध पिया, लड़का दूध पीकर घर गया: the main verb decides."""
    gender: Gender = "m" if draw.chance(0.7) else "f"
    person = bare_subject(draw, gender)
    lemma = draw.pick(OWN_MASCULINE)
    verb = draw.lexicon.verb(lemma)
    noun = draw.object(verb, lambda n: n.gender == gender and not n.animate)
    if noun is None:
        return None
    goal, verbs = draw.pick(DOINGS)
    going = draw.pick(verbs)
    ergative = direction == "ne>bare"
    first, main = (going, lemma) if ergative else (lemma, going)
    inner, outer = (goal, noun.lemma) if ergative else (noun.lemma, goal)
    done = perfective(main, gender, "sg", alone=True)
    marking: Marking = "ने" if ergative else "direct"
    asked = argument(person, marking)
    wrong = asked.remarked("direct" if ergative else "ने")
    when = setting(draw, "perfective", verb=verb, used=(*person.lemmas, noun.lemma), clauses=0.4)
    thing = argument(noun_phrase(noun)) if ergative else None

    def describe(written: str) -> tuple[Clause, ...]:
        subject = asked if written == asked.text else wrong
        forms = lambda a: perfective(main, a.gender, "sg", alone=True)  # noqa: E731
        return (Clause(verb=forms, written=done, subject=subject, object=thing),)

    participle = spaced(inner, f"{stem_of(first)}कर")
    return Draft(
        before=when.front,
        good=asked.text,
        bad=wrong.text,
        after=spaced(when.time, participle, outer, done),
        gloss=f"the main verb {main} {'asks for' if ergative else 'excludes'} ने",
        tense="past",
        lemmas=(*when.lemmas, *person.lemmas, noun.lemma, lemma, going),
        between=spaced(when.time, participle, outer),
        checks=members(describe, asked.text, wrong.text, when.front),
    )


# No noun after the subject, which के could belong to (राम के घर आकर is "at Ram's").
ARRIVING = ("आना", "लौटना", "पहुँचना", "निकलना", "उतरना", "बैठना", "उठना", "रुकना", "मुस्कुराना", "हँसना")
HOW = ("अचानक", "चुपचाप", "जल्दी से", "धीरे से", "देर से", "फिर से")
REACTIONS = ("रोना", "भागना", "चिल्लाना", "छिपना", "जागना", "शरमाना", "बोलना", "घबराना", "चौंकना")


def _own_subject(draw: Draw, direction: str) -> Draft | None:
    """राम के आते ही सीता हँस पड़ी; राम ने आकर सीता को बुलाया."""
    person = draw.person()
    second = draw.person(other_than=person.lemmas)
    goal, coming = draw.pick(HOW), draw.pick(ARRIVING)
    frame = _clause_frame(draw, (*person.lemmas, *second.lemmas), 0.4)
    time = draw.time("perfective")
    genitive = direction == "genitive>ergative"
    if genitive:
        good, bad, reaction = "के", "ने", draw.pick(REACTIONS)
        light = "पड़ना" if reaction in ("रोना", "चिल्लाना", "बोलना", "चौंकना") else "जाना"
        done = perfective(f"{stem_of(reaction)} {light}", second.gender, "sg", alone=True)
        after = spaced(goal, f"{imperfective(coming, 'm', 'pl')} ही", second.direct, done)
        subject: Argument = argument(second)
        forms = lambda a: perfective(f"{stem_of(reaction)} {light}", a.gender, "sg", alone=True)  # noqa: E731
    else:
        good, bad = "ने", "के"
        verb = draw.verb("human_object", "perfective")
        reaction, done = verb.lemma, perfective(verb.lemma, "m", "sg")
        after = spaced(goal, f"{stem_of(coming)}कर", second.dative, done)
        subject = argument(second, "को")
        forms = in_tense(verb, "perfective")
    return Draft(
        before=spaced(frame.text, time, person.oblique),
        good=good,
        bad=bad,
        after=after,
        gloss="the participle in -ते ही has a subject of its own, which takes के"
        if genitive
        else "-कर has no subject of its own; ने belongs to the main verb",
        tense="past",
        lemmas=(*frame.lemmas, *person.lemmas, *second.lemmas, coming, reaction),
        between=goal,
        checks=members(
            lambda written: (
                case_of("participle's subject", person.oblique, good, written),
                Clause(verb=forms, written=done, subject=subject),
            ),
            good, bad, frame.text,
        ),
    )  # fmt: skip


def _attribute(draw: Draw, direction: str) -> Draft | None:
    """किताब पढ़ता हुआ लड़का: the participle agrees with the noun after it, not with its object."""
    gender = gender_of(direction)
    lemma = draw.pick(OWN_MASCULINE)
    verb = draw.lexicon.verb(lemma)
    matching = draw.chance(0.3)
    inner = gender if matching else other(gender)
    thing = draw.object(verb, lambda n: n.gender == inner and not n.animate)
    human = draw.subject(verb, lambda n: n.human and n.gender == gender)
    if thing is None or human is None:
        return None
    person, place = noun_phrase(human), draw.place(verb)
    adverb, end = draw.pick(ENDS)
    light = "पड़ना" if end in ("हँसना", "रोना") else "जाना"
    ending = f"{stem_of(end)} {light}"
    done = perfective(ending, gender, "sg", alone=True)
    frame = _clause_frame(draw, (human.lemma, thing.lemma), 0.45)
    good, bad = (
        f"{imperfective(lemma, g, 'sg')} {inflect_adjective('हुआ', g, 'sg', 'direct')}"
        for g in (gender, other(gender))
    )
    return Draft(
        before=spaced(frame.text, place.text, thing.lemma),
        good=good,
        bad=bad,
        after=spaced(person.direct, adverb, done),
        gloss=f"the participle must agree with '{person.direct}', which is {WORD[gender]}",
        tense="past",
        lemmas=(*frame.lemmas, *place.lemmas, thing.lemma, lemma, human.lemma),
        between="",
        attractor=attraction(inner == gender, bare=True),
        checks=members(
            lambda written: (
                fixed("agreement of the participle", good, written),
                Clause(
                    verb=lambda a: perfective(ending, a.gender, "sg", alone=True),
                    written=done,
                    subject=argument(person),
                ),
            ),
            good, bad, frame.text,
        ),
    )  # fmt: skip


def _state(draw: Draw, direction: str) -> Draft | None:
    """खिड़की के पास रखा हुआ थैला."""
    gender = gender_of(direction)
    lemma, places = draw.pick(STATES)
    nouns = [n for n in draw.lexicon.of_kind(*STATE_THINGS) if n.gender == gender and n.count]
    noun = draw.pick(nouns)
    adjective = draw.adjective(noun, marked=False)
    thing = noun_phrase(noun, adjectives=(adjective,) if adjective and draw.chance(0.6) else ())
    place = draw.pick([p for p in places if noun.lemma not in p])
    when, fate = draw.pick([each for each in FATES if each[0] not in place])
    done = perfective(fate, gender, "sg", alone=True)
    frame = _clause_frame(draw, thing.lemmas, 0.4)
    owner = draw.name(other_than=frame.lemmas) if draw.chance(0.5) else None
    by = f"{owner.genitive.removesuffix('का')}{'की' if gender == 'f' else 'का'}" if owner else ""
    good, bad = (
        f"{inflect_adjective(perfective(lemma, 'm', 'sg'), g, 'sg', 'direct')} "
        f"{inflect_adjective('हुआ', g, 'sg', 'direct')}"
        for g in (gender, other(gender))
    )
    before = spaced(frame.text, by if lemma != "रखना" else "", place)
    return Draft(
        before=before,
        good=good,
        bad=bad,
        after=spaced(thing.direct, when, done),
        gloss=f"the participle must agree with '{thing.direct}', which is {WORD[gender]}",
        tense="past",
        lemmas=(
            *frame.lemmas, *(owner.lemmas if owner and lemma != "रखना" else ()), *thing.lemmas,
            lemma,
        ),
        between=thing.direct.rpartition(" ")[0],
        checks=members(
            lambda written: (
                fixed("agreement of the participle", good, written),
                *(
                    (concord("का", gender, "sg", "direct", by.split()[-1]),)
                    if by and lemma != "रखना"
                    else ()
                ),
                Clause(
                    verb=lambda a: perfective(fate, a.gender, "sg", alone=True),
                    written=done,
                    subject=argument(thing),
                ),
            ),
            good, bad, frame.text, place,
        ),
    )  # fmt: skip


TEMPLATES = (
    Template("coming_along", GENDERS, _coming),
    Template("case_over_kar", ("ne>bare", "bare>ne"), _case_over_kar),
    Template("own_subject", ("genitive>ergative", "ergative>genitive"), _own_subject),
    Template("attribute_with_object", GENDERS, _attribute),
    Template("attribute_of_state", GENDERS, _state),
)
