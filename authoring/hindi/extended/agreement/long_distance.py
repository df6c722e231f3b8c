"""long_distance_agreement: the matrix verb agrees with the object of its infinitive.

राम ने रोटी खानी चाही. The infinitive may stay masculine and the matrix verb with it (रोटी खाना
चाहा), and in the east and in Urdu the infinitive alone (रोटी खाना चाही); so an infinitive that
does agree is never followed by anything but its own agreement in the good sentence, and wrong
are only an inflected infinitive under a verb that does not agree (*खानी चाहा), and a feminine
verb, with or without a feminine infinitive, where the object is masculine or has को. A plain
present is not used: रोटी खानी चाहता है is said in the west.
"""

from __future__ import annotations

from collections.abc import Callable

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.extended.clauses import report, setting
from authoring.hindi.extended.features import (
    GENDERS,
    NUMBERS,
    WORD,
    another,
    attraction,
    gender_of,
    number_of,
    other,
)
from authoring.hindi.extended.habits import HABITS, SKILLS
from authoring.hindi.extended.proof import Described, members
from authoring.hindi.grammar.checks import Argument, Clause, argument, concord
from authoring.hindi.grammar.conjugation import infinitive, verb_group
from authoring.hindi.grammar.lexicon import Name, Noun
from authoring.hindi.grammar.phrases import Phrase, name_phrase, noun_phrase, spaced
from kasauti.data.pairs import Check
from kasauti.data.treebank_pairs.inflection import Agreement, Gender, Number, perfective

WANTED = (
    "खाना", "पीना", "पढ़ना", "लिखना", "ख़रीदना", "बेचना", "धोना", "पकाना", "बनाना", "काटना", "चखना",
    "उठाना", "सुनाना", "सजाना",
)  # fmt: skip
BEGUN = (
    "पढ़ना",
    "लिखना",
    "धोना",
    "बेचना",
    "सिलना",
    "पकाना",
    "बनाना",
    "काटना",
    "सुखाना",
    "सजाना",
    "ढूँढ़ना",
)
DEFINITE = ("पढ़ना", "ख़रीदना", "बेचना", "धोना", "उठाना", "सजाना", "छिपाना", "काटना")
BUT = (
    "लेकिन समय नहीं मिला",
    "मगर माँ ने मना कर दिया",
    "पर तबीयत ठीक नहीं थी",
    "मगर बीच में मेहमान आ गए",
)


def inflected(lemma: str, gender: Gender, number: Number = "sg") -> str:
    """The infinitive as it agrees with its object: खाना, खाने, खानी."""
    if gender == "f":
        return infinitive(lemma, ending="नी")
    return infinitive(lemma, ending="ना" if number == "sg" else "ने")


def _chain(
    lemma: str,
    matrix: Callable[[Agreement], str],
    subject: Argument,
    thing: Phrase,
    edit: tuple[str, str],
    *around: str,
) -> tuple[tuple[Check, ...], tuple[Check, ...]]:
    """The infinitive agrees with its object, and the matrix verb with the same object."""
    whole = edit[0].startswith(inflected(lemma, thing.gender, thing.number) + " ")

    def forms(agreement: Agreement) -> str:
        head = inflected(lemma, agreement.gender, agreement.number) if whole else ""
        return spaced(head, matrix(agreement))

    def describe(written: str) -> Described:
        yield Clause(verb=forms, written=written, subject=subject, object=argument(thing))
        if not whole:
            own = inflected(lemma, thing.gender, thing.number)
            yield concord(lemma, thing.gender, thing.number, "direct", own)

    return members(describe, *edit, *around)


def _past(lemma: str) -> Callable[[Agreement], str]:
    return lambda agreement: perfective(lemma, agreement.gender, agreement.number)


def _gloss(gender: Gender, thing: str) -> str:
    return (
        f"the matrix verb is {WORD[other(gender)]}, but the infinitive's object '{thing}' "
        f"is {WORD[gender]}"
    )


def _thing(draw: Draw, verbs: tuple[str, ...], gender: Gender) -> tuple[str, Noun] | None:
    lemma = draw.pick(verbs)
    thing = draw.object(draw.lexicon.verb(lemma), lambda n: n.gender == gender and not n.animate)
    return (lemma, thing) if thing else None


def _want(draw: Draw, direction: str) -> Draft | None:
    """The whole chain in the wrong gender, or the matrix verb alone."""
    gender = gender_of(direction)
    found = _thing(draw, WANTED, gender)
    if found is None:
        return None
    lemma, thing = found
    verb, agent = draw.lexicon.verb(lemma), draw.person()
    place = draw.place(verb)
    when = setting(draw, "perfective", verb=verb, used=(*agent.lemmas, thing.lemma))
    middle = draw.pick(("", "नहीं", "तो"))
    after = f", {draw.pick(BUT)}" if middle == "तो" or (not middle and draw.chance(0.6)) else ""
    chain = gender == "m" and draw.chance(0.5)
    head, wrong_head = inflected(lemma, gender), inflected(lemma, other(gender))
    good, bad = (perfective("चाहना", g, "sg") for g in (gender, other(gender)))
    before = spaced(when.front, agent.ergative, when.time, place.text, thing.lemma)
    if chain and not middle:
        good, bad = f"{head} {good}", f"{wrong_head} {bad}"
    else:
        before = spaced(before, head, middle)
    return Draft(
        before=before,
        good=good,
        bad=bad,
        after=after,
        gloss=_gloss(gender, thing.lemma),
        tense="past",
        lemmas=(*when.lemmas, *agent.lemmas, *place.lemmas, thing.lemma, lemma),
        between=spaced(inflected(lemma, gender), middle),
        attractor=attraction(agent.gender == gender),
        checks=_chain(
            lemma, _past("चाहना"), argument(agent, "ने"), noun_phrase(thing), (good, bad),
            when.front, after,
        ),
    )  # fmt: skip


def _begin(draw: Draw, direction: str) -> Draft | None:
    gender = gender_of(direction)
    found = _thing(draw, BEGUN, gender)
    if found is None:
        return None
    lemma, thing = found
    verb = draw.lexicon.verb(lemma)
    agent, place = draw.agent(verb), draw.place(verb)
    when = setting(draw, "perfective", verb=verb, used=(*agent.lemmas, thing.lemma))
    middle = draw.pick(("शुरू", "फिर से शुरू", "जल्दी ही शुरू", "धीरे-धीरे शुरू"))
    phase = draw.pick(("करना", "कर देना"))
    good, bad = (perfective(phase, g, "sg") for g in (gender, other(gender)))
    return Draft(
        before=spaced(
            when.front, agent.ergative, when.time, place.text, thing.lemma,
            inflected(lemma, gender), middle,
        ),
        good=good,
        bad=bad,
        after="",
        gloss=_gloss(gender, thing.lemma),
        tense="past",
        lemmas=(*when.lemmas, *agent.lemmas, *place.lemmas, thing.lemma, lemma),
        between=spaced(inflected(lemma, gender), middle),
        attractor=attraction(agent.gender == gender),
        checks=_chain(
            lemma, _past(phase), argument(agent, "ने"), noun_phrase(thing), (good, bad), when.front
        ),
    )  # fmt: skip


def _begin_several(draw: Draw, direction: str) -> Draft | None:
    """Masculine objects, where the number shows: केले बेचने शुरू किए."""
    number = number_of(direction)
    lemma = draw.pick(BEGUN)
    verb = draw.lexicon.verb(lemma)
    thing = draw.object(verb, lambda n: n.marked and n.shows_number and not n.animate)
    if thing is None or (number == "sg" and lemma in ("बेचना", "पकाना")):
        return None
    agent, place = draw.agent(verb), draw.place(verb)
    when = setting(draw, "perfective", verb=verb, used=(*agent.lemmas, thing.lemma))
    phase, text = draw.pick(("करना", "कर देना")), thing.form("direct", number)
    count = draw.pick(("एक", "अपना")) if number == "sg" else draw.pick(("दो", "तीन", "चार", "अपने"))
    middle = draw.pick(("शुरू", "फिर से शुरू"))
    good, bad = (perfective(phase, "m", n) for n in (number, another(number)))
    return Draft(
        before=spaced(
            when.front, agent.ergative, when.time, place.text, count, text,
            inflected(lemma, "m", number), middle,
        ),
        good=good,
        bad=bad,
        after="",
        gloss=f"the matrix verb has not the number of the infinitive and its object '{text}'",
        tense="past",
        lemmas=(*when.lemmas, *agent.lemmas, *place.lemmas, thing.lemma, lemma),
        between=spaced(inflected(lemma, "m", number), middle),
        attractor=attraction(agent.number == number),
        checks=_chain(
            lemma, _past(phase), argument(agent, "ने"), noun_phrase(thing, number), (good, bad),
            when.front,
        ),
    )  # fmt: skip


def _skill(draw: Draw, direction: str) -> Draft | None:
    """सीता ने साइकिल चलानी सीखी; उसे साइकिल चलानी आती है."""
    gender = gender_of(direction)
    thing, lemma = draw.pick(SKILLS[gender])
    person = draw.person("f" if thing == "साड़ी" else None)
    learn = draw.chance(0.5)
    used = (*person.lemmas, thing)
    if learn:
        when = setting(draw, "perfective", used=used)
        subject, matrix = argument(person, "ने"), draw.pick(("सीखना", "सीख लेना"))
        teacher = draw.pick(("अपने भाई से", "अपनी दादी से", "गाँव में", "घर पर", "बचपन में ही"))
        if teacher == "बचपन में ही":
            when = setting(draw, "habitual_present", used=used)
        time = "" if teacher == "बचपन में ही" else when.time
        forms = _past(matrix)
        middle = draw.pick(("", "ठीक से")) if matrix == "सीखना" else ""
    else:
        when = setting(draw, "habitual_present", used=used)
        time, teacher = "", draw.pick(("अब", "अब भी", "पहले से ही", "बचपन से"))
        subject, forms = argument(person, "को"), _comes
        middle = draw.pick(("", "अच्छी तरह", "ठीक से"))
    good, bad = (forms(Agreement(g, "sg")) for g in (gender, other(gender)))
    return Draft(
        before=spaced(
            when.front, subject.text, time, teacher, thing, inflected(lemma, gender), middle
        ),
        good=good,
        bad=bad,
        after="",
        gloss=_gloss(gender, thing),
        tense="past" if learn else "present",
        lemmas=(*when.lemmas, *person.lemmas, thing, lemma),
        between=spaced(inflected(lemma, gender), middle),
        attractor=attraction(person.gender == gender),
        checks=_chain(lemma, forms, subject, _bare(thing, gender), (good, bad), when.front),
    )


def _comes(agreement: Agreement) -> str:
    return verb_group("आना", "habitual", "present", agreement)


def _bare(text: str, gender: Gender) -> Phrase:
    return name_phrase(Name(lemma=text, gender=gender))


def _quit(draw: Draw, direction: str) -> Draft | None:
    gender = gender_of(direction)
    thing, lemma = draw.pick(HABITS[gender])
    person = draw.person()
    frame = report(draw, (*person.lemmas, thing)) if draw.chance(0.45) else None
    reason = draw.pick(
        ("बीमारी के बाद", "पिछले साल", "शहर आकर", "डॉक्टर के कहने पर", "अपनी माँ के समझाने पर", "कुछ दिनों से")
    )
    matrix = draw.pick(("छोड़ देना", "बंद कर देना"))
    perfect = reason == "कुछ दिनों से" or (reason != "पिछले साल" and draw.chance(0.4))

    def forms(agreement: Agreement) -> str:
        return spaced(perfective(matrix, agreement.gender, "sg"), "है" if perfect else "")

    good, bad = (forms(Agreement(g, "sg")) for g in (gender, other(gender)))
    middle = draw.pick(("", "बिल्कुल", "एकदम"))
    return Draft(
        before=spaced(
            frame.text if frame else "", person.ergative, reason, thing,
            inflected(lemma, gender), middle,
        ),
        good=good,
        bad=bad,
        after="",
        gloss=_gloss(gender, thing),
        tense="present" if perfect else "past",
        lemmas=(*(frame.lemmas if frame else ()), *person.lemmas, thing, lemma),
        between=spaced(inflected(lemma, gender), middle),
        attractor=attraction(person.gender == gender),
        checks=_chain(
            lemma, forms, argument(person, "ने"), _bare(thing, gender), (good, bad),
            frame.text if frame else "", reason,
        ),
    )  # fmt: skip


def _blocked(draw: Draw, direction: str) -> Draft | None:
    """A feminine object with को leaves the chain masculine; without को it does not."""
    found = _thing(draw, DEFINITE, "f")
    if found is None or not found[1].count:
        return None
    lemma, noun = found
    agent = draw.person()
    when = setting(draw, "perfective", used=(*agent.lemmas, noun.lemma), clauses=0.5)
    adjective = draw.adjective(noun, marked=False, other_than=("साफ़", "बेकार"))
    thing = noun_phrase(
        noun,
        adjectives=(adjective,) if adjective else (),
        determiner=draw.pick((("वह", "उस"), ("यह", "इस"))),
    )
    subject, past = argument(agent, "ने"), _past("चाहना")
    after = f", {draw.pick(BUT)}" if draw.chance(0.4) else ""
    if direction == "m>f":
        good, bad = (spaced(inflected(lemma, g), past(Agreement(g, "sg"))) for g in ("m", "f"))
        marked, head = argument(thing, "को"), ""
        gloss = f"'{noun.lemma}' with को does not control agreement"

        def forms(agreement: Agreement) -> str:
            return spaced(inflected(lemma, agreement.gender), past(agreement))

        checks = members(
            lambda written: (Clause(verb=forms, written=written, subject=subject, object=marked),),
            good, bad, when.front, after,
        )  # fmt: skip
    else:
        good, bad = (past(Agreement(g, "sg")) for g in ("f", "m"))
        marked, head, gloss = argument(thing), inflected(lemma, "f"), _gloss("f", noun.lemma)
        checks = _chain(lemma, past, subject, thing, (good, bad), when.front, after)
    return Draft(
        before=spaced(when.front, agent.ergative, when.time, marked.text, head),
        good=good,
        bad=bad,
        after=after,
        gloss=gloss,
        tense="past",
        lemmas=(*when.lemmas, *agent.lemmas, *thing.lemmas, lemma),
        between=head,
        attractor=attraction(agent.gender == gender_of(direction)),
        checks=checks,
    )


TEMPLATES = (
    Template("want", GENDERS, _want),
    Template("begin", GENDERS, _begin),
    Template("begin_several", NUMBERS, _begin_several),
    Template("skill", GENDERS, _skill),
    Template("give_up", GENDERS, _quit),
    Template("blocked_by_ko", GENDERS, _blocked),
)
