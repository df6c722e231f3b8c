"""wh_clauses: question words in situ, and the clauses with कि that they stand in.

A question word has the case that its own clause asks for and agrees with its noun; it is not the
relative word of the same kind. Question words that are moved or left at the end (आया कौन) are said
and are no wrong members. Which verbs take a question is not tested: a statement under पूछना can be
one by tone, and a doubt (शक जताया कि कब …) may have one.
"""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.extended.clauses import without_respect
from authoring.hindi.extended.features import (
    GENDERS,
    NUMBERS,
    WORD,
    another,
    gender_of,
    number_of,
    other,
)
from authoring.hindi.extended.proof import members
from authoring.hindi.grammar.checks import Clause, argument, concord, fixed, in_tense
from authoring.hindi.grammar.phrases import finite, noun_phrase, spaced
from kasauti.data.treebank_pairs.inflection import Number, inflect_adjective, perfective

# Matrix clauses for questions; those with a name are made in `_asker`.
ASKING = (
    "मुझे नहीं मालूम कि", "किसी को याद नहीं कि", "हम जानना चाहते हैं कि", "मैं नहीं बता सकता कि",
    "सब लोग पूछ रहे हैं कि", "यह कोई नहीं जानता कि", "मुझे बिल्कुल याद नहीं कि",
)  # fmt: skip
TRAVELLING = ("आना", "लौटना", "जाना", "निकलना", "पहुँचना")


def _asker(draw: Draw, used: tuple[str, ...] = ()) -> tuple[str, tuple[str, ...]]:
    if draw.chance(0.5):
        return draw.pick(ASKING), ()
    name = draw.name(other_than=used)
    text = draw.pick(
        (
            f"{name.ergative} पूछा कि",
            f"{name.ergative} मुझसे पूछा कि",
            f"{name.dative} नहीं मालूम कि",
            f"{name.dative} याद नहीं कि",
        )
    )
    return text, name.lemmas


def _ergative(draw: Draw, direction: str) -> Draft | None:
    """चिट्ठी किसने लिखी, घर कौन आया."""
    matrix, lemmas = _asker(draw)
    if direction == "ne>bare":
        verb = draw.verb("transitive", "perfective", lambda v: v.takes_names)
        noun = draw.object(verb, lambda n: n.gender == "m" and not n.animate)
        if noun is None:
            return None
        place, time = draw.place(verb), draw.time("perfective", verb=verb)
        good, bad, done = "किसने", "कौन", finite(verb, "perfective", noun_phrase(noun).agreement)
        middle, more = spaced(time, place.text, noun.lemma), (noun.lemma, *place.lemmas)
        clause = Clause(
            verb=in_tense(verb, "perfective"), written=done, object=argument(noun_phrase(noun))
        )
    else:
        verb = draw.verb(
            "intransitive", "perfective",
            lambda v: v.takes_names and bool(v.places) and v.ergative == "never",
        )  # fmt: skip
        place, time = draw.place(verb), draw.time("perfective", verb=verb)
        good, bad, done = "कौन", "किसने", perfective(verb.lemma, "m", "sg")
        middle, more = spaced(time, place.text), place.lemmas
        clause = Clause(verb=in_tense(verb, "perfective"), written=done)
    late = draw.chance(0.6)
    before = spaced(matrix, middle if late else "")
    after = spaced("" if late else middle, done)
    return Draft(
        before=before,
        good=good,
        bad=bad,
        after=after,
        gloss=f"{verb.lemma} {'asks for' if good == 'किसने' else 'excludes'} ने on its subject",
        tense="past",
        lemmas=(*lemmas, *more, verb.lemma),
        between="" if late else middle,
        checks=members(
            lambda written: (clause, fixed("case of the question word", good, written)),
            good, bad, matrix,
        ),
    )  # fmt: skip


def _object(draw: Draw, direction: str) -> Draft | None:
    """राम ने किसे बुलाया, राम से कौन टकराया."""
    agent = draw.name()
    matrix, lemmas = _asker(draw, agent.lemmas)
    time = draw.time("perfective")
    if direction == "ko>bare":
        verb = draw.verb("human_object", "perfective")
        good, bad, done = "किसे", "कौन", perfective(verb.lemma, "m", "sg")
        place = draw.place(verb)
        head, more = agent.ergative, place.lemmas
        where, lemma = place.text, verb.lemma
    else:
        lemma, case = draw.pick(MEETING)
        good, bad, done = "कौन", "किसे", perfective(lemma, "m", "sg")
        head, more = f"{agent.oblique} {case}", ()
        where = draw.pick(("बाज़ार में", "मेले में", "रास्ते में", "शादी में", "मंदिर में", "गली में"))
    before = spaced(matrix, time, head, where)
    return Draft(
        before=before,
        good=good,
        bad=bad,
        after=done,
        gloss="the object is a person and takes को" if good == "किसे" else "the subject is bare",
        tense="past",
        lemmas=(*lemmas, *agent.lemmas, *more, lemma),
        between="",
        checks=members(
            lambda written: (
                fixed("case of the question word", good, written),
                fixed("the verb and its other argument", head, head),
                fixed("the verb", done, done),
            ),
            good, bad, matrix,
        ),
    )  # fmt: skip


MEETING = (
    ("झगड़ना", "से"), ("भिड़ना", "से"), ("डरना", "से"), ("टकराना", "से"), ("लड़ना", "से"), ("लिपटना", "से"),
    ("हँसना", "पर"), ("चिल्लाना", "पर"), ("रूठना", "से"), ("उलझना", "से"),
)  # fmt: skip


def _concord(draw: Draw, direction: str) -> Draft | None:
    """कौन-सी लाल साड़ी, कितनी पुरानी किताबें: the question word agrees with its noun."""
    gender = gender_of(direction)
    agent = draw.name()
    matrix, lemmas = _asker(draw, agent.lemmas)
    verb = draw.verb("transitive", "perfective", lambda v: v.takes_names)
    noun = draw.object(verb, lambda n: n.gender == gender and not n.animate and n.count)
    if noun is None:
        return None
    several = draw.chance(0.4) and noun.shows_number and verb.lemma != "पहनना"
    number: Number = "pl" if several else "sg"
    word = "कितना" if several else "कौन-सा"
    adjective = draw.adjective(noun, marked=False)
    quality = adjective.lemma if adjective else ""
    good, bad = (inflect_adjective(word, g, number, "direct") for g in (gender, other(gender)))
    things = noun_phrase(noun, number, adjectives=(adjective,) if adjective else ())
    done = finite(verb, "perfective", things.agreement)
    time = draw.time("perfective", verb=verb)
    return Draft(
        before=spaced(matrix, agent.ergative, time),
        good=good,
        bad=bad,
        after=spaced(things.direct, done),
        gloss=f"{word} must agree with '{noun.form('direct', number)}', which is {WORD[gender]}",
        tense="past",
        lemmas=(*lemmas, *agent.lemmas, *things.lemmas, verb.lemma),
        between=quality,
        checks=members(
            lambda written: (
                concord(word, gender, number, "direct", written),
                Clause(
                    verb=in_tense(verb, "perfective"),
                    written=done,
                    subject=argument(agent, "ने"),
                    object=argument(things),
                ),
            ),
            good, bad, matrix,
        ),
    )  # fmt: skip


# A question word and the relative of the same kind.
KINDS = (("कब", "जब"), ("कहाँ", "जहाँ"), ("किसने", "जिसने"), ("किसके साथ", "जिसके साथ"))


def _relative(draw: Draw, direction: str) -> Draft | None:
    """राम ने पूछा कि सीता कब आई / *जब; जब सीता आई, तब … / *कब."""
    person = draw.kin() if draw.chance(0.3) else draw.person()
    question, relative = draw.pick(KINDS)
    lemmas: tuple[str, ...]
    verb = draw.lexicon.verb(draw.pick(TRAVELLING))
    if question == "किसने":
        verb = draw.verb("transitive", "perfective", lambda v: v.takes_names)
        noun = draw.object(verb, lambda n: not n.animate)
        if noun is None:
            return None
        rest = spaced(draw.time("perfective", verb=verb), noun.lemma)
        done = finite(verb, "perfective", noun_phrase(noun).agreement)
        subject = ""
        lemmas = (noun.lemma, verb.lemma)
        clause = Clause(
            verb=in_tense(verb, "perfective"), written=done, object=argument(noun_phrase(noun))
        )
    else:
        rest = "" if question == "कब" else draw.time("perfective", verb=verb)
        done = perfective(verb.lemma, person.gender, "sg", alone=True)
        subject = person.direct
        lemmas = (*person.lemmas, verb.lemma)
        clause = Clause(
            verb=lambda a: perfective(verb.lemma, a.gender, "sg", alone=True),
            written=done,
            subject=argument(person),
        )
    if direction == "question>relative":
        matrix, more = _asker(draw, lemmas)
        before, good, bad = spaced(matrix, subject, rest), question, relative
        after, around = done, (matrix,)
    else:
        end = draw.pick(CORRELATES[relative])
        before, good, bad, more = spaced(subject, rest), relative, question, ()
        after, around = f"{done}, {end}", (end,)
    return Draft(
        before=before,
        good=good,
        bad=bad,
        after=after,
        gloss="a question stands under a verb of asking, not a relative"
        if good == question
        else "a clause with a correlate is relative, not a question",
        tense="past",
        lemmas=(*more, *lemmas),
        between="",
        checks=members(
            lambda written: (clause, fixed("question or relative", good, written)),
            good, bad, *around,
        ),
    )  # fmt: skip


CORRELATES = {
    "जब": ("तब हम सो रहे थे", "तब बारिश हो रही थी", "तब घर में कोई नहीं था", "तब मैं खाना खा रहा था"),
    "जहाँ": ("वहाँ हम कभी नहीं गए", "वहाँ बहुत भीड़ थी", "वहाँ मेरा दोस्त रहता है", "वहाँ मैं भी गया था"),
    "जिसने": ("वह मेरा दोस्त है", "वह अब यहाँ नहीं है", "उससे मैं मिला था", "उसके घर मैं गया था"),
    "जिसके साथ": ("वह मेरा दोस्त है", "वह अब यहाँ नहीं है", "उससे मैं मिला था", "उसके घर मैं गया था"),
}


def _number(draw: Draw, direction: str) -> Draft | None:
    """किन लड़कों ने, किस लड़के ने: the question word has the number of its noun."""
    number = number_of(direction)
    verb = draw.verb("transitive", "perfective", lambda v: v.takes_names)
    noun = draw.object(verb, lambda n: not n.animate)
    human = draw.subject(verb, without_respect)
    if noun is None or human is None:
        return None
    matrix, lemmas = _asker(draw, (noun.lemma,))
    people, place = noun_phrase(human, number), draw.place(verb)
    time = draw.time("perfective", verb=verb)
    good, bad = QUESTION[number], QUESTION[another(number)]
    done = finite(verb, "perfective", noun_phrase(noun).agreement)
    first = draw.chance(0.5)
    lead, rest = ("", spaced(time, place.text)) if first else (spaced(time, place.text), "")
    return Draft(
        before=spaced(matrix, lead),
        good=good,
        bad=bad,
        after=spaced(people.ergative, rest, noun.lemma, done),
        gloss=f"'{people.oblique}' is {WORD[number]}, its question word is not",
        tense="past",
        lemmas=(*lemmas, human.lemma, *place.lemmas, noun.lemma, verb.lemma),
        between="",
        checks=members(
            lambda written: (
                fixed("number of the question word", QUESTION[people.number], written),
                Clause(
                    verb=in_tense(verb, "perfective"),
                    written=done,
                    subject=argument(people, "ने"),
                    object=argument(noun_phrase(noun)),
                ),
            ),
            good, bad, matrix,
        ),
    )  # fmt: skip


QUESTION = {"sg": "किस", "pl": "किन"}
TEMPLATES = (
    Template("case_of_question", ("ne>bare", "bare>ne"), _ergative),
    Template("object_of_question", ("ko>bare", "bare>ko"), _object),
    Template("agreement_of_question", GENDERS, _concord),
    Template("question_or_relative", ("question>relative", "relative>question"), _relative),
    Template("number_of_question", NUMBERS, _number),
)
