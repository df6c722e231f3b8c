"""negation: what needs or excludes a negative.

हरगिज़, एक भी, ज़रा भी and किसी भी need one; बिना excludes a second one. किसी … ने भी is not used,
since it is "someone too", nor शायद ही, since a second negative can be meant after it ("hardly
will he not come").
"""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.grammar.checks import Clause, fixed
from authoring.hindi.grammar.conjugation import participle
from authoring.hindi.grammar.phrases import TenseKey, noun_phrase, spaced
from authoring.hindi.templates.clauses import action, both, clause
from kasauti.data.pairs import Check
from kasauti.data.treebank_pairs.inflection import perfective

DIRECTIONS = ("with>without", "without>with")
NEGATIVE = "नहीं"


def _needed(item: str, *settled: Clause | Check) -> tuple[tuple[Check, ...], tuple[Check, ...]]:
    """The item needs a negative, which the bad member lacks."""
    return both(
        *settled,
        good=[fixed(f"negative with {item}", NEGATIVE, NEGATIVE)],
        bad=[fixed(f"negative with {item}", NEGATIVE, "")],
    )


def _excluded(*settled: Clause | Check) -> tuple[tuple[Check, ...], tuple[Check, ...]]:
    """बिना excludes a second negative, which the bad member has."""
    return both(
        *settled,
        good=[fixed("negative with बिना", "", "")],
        bad=[fixed("negative with बिना", "", NEGATIVE)],
    )


def _polarity(draw: Draw, direction: str) -> Draft | None:
    """हरगिज़, कदापि and ज़रा भी need a negative; a clause with बिना excludes one."""
    if direction == "without>with":
        return _without(draw, last=True)
    if draw.chance(0.5):
        return _not_a_bit(draw)
    tense: TenseKey = "future"
    verb = draw.verb("intransitive", tense, lambda v: v.takes_names and bool(v.places))
    subject, place = draw.person(), draw.place(verb, tense=tense)
    word, main = draw.pick(("हरगिज़", "कदापि")), action(verb, tense, subject)
    return Draft(
        before=spaced(subject.direct, draw.time(tense, verb=verb), place.text, word),
        good=NEGATIVE,
        bad="",
        after=main.written,
        gloss=f"{word} needs a negative",
        tense="future",
        lemmas=(*subject.lemmas, *place.lemmas, verb.lemma),
        between="",
        checks=_needed(word, main),
    )


def _without(draw: Draw, *, last: bool) -> Draft | None:
    """Someone left without doing something; बिना stands before its phrase, or `last` in it."""
    verb = draw.lexicon.verb(draw.pick(OMITTED))
    thing, agent = draw.object(verb, lambda n: not n.animate), draw.agent(verb)
    if thing is None:
        return None
    leaving_lemma, goal = draw.pick(LEAVING)
    leaving, where = draw.lexicon.verb(leaving_lemma), draw.located(goal)
    undone = participle(verb.lemma, "perfective", "m", "pl")
    opening, closing = ("", "बिना") if last else ("बिना", "")
    time = draw.time("perfective", verb=leaving)
    main = action(leaving, "perfective", agent)
    return Draft(
        before=spaced(agent.direct, time, opening, thing.lemma),
        good="",
        bad=NEGATIVE,
        after=spaced(undone, closing, where.text, main.written),
        gloss="बिना (without) excludes a second negative",
        tense="past",
        lemmas=(*agent.lemmas, thing.lemma, verb.lemma, *where.lemmas, leaving.lemma),
        between=thing.lemma,
        checks=_excluded(main),
    )


def _not_one(draw: Draw, direction: str) -> Draft | None:
    """एक भी needs a negative; a clause with बिना excludes one."""
    if direction == "without>with":
        return _without(draw, last=False)
    tense: TenseKey = draw.pick(("perfective", "perfect_past"))
    verb = draw.verb("transitive", tense, lambda v: v.takes_names)
    thing = draw.object(verb, lambda n: n.count)
    if thing is None:
        return None
    agent, place = draw.agent(verb), draw.place(verb, tense=tense)
    time, main = draw.time(tense, verb=verb), action(verb, tense, agent, noun_phrase(thing))
    return Draft(
        before=spaced(agent.ergative, time, place.text, "एक भी", thing.lemma),
        good=NEGATIVE,
        bad="",
        after=main.written,
        gloss="एक भी needs a negative",
        tense="past",
        lemmas=(*agent.lemmas, *place.lemmas, thing.lemma, verb.lemma),
        between=thing.lemma,
        checks=_needed("एक भी", main),
    )


# What one does with something left undone.
LEAVING = (
    ("लौटना", "घर"), ("लौटना", "गाँव"), ("जाना", "दफ़्तर"), ("जाना", "मंदिर"), ("निकलना", "घर से"),
    ("सोना", "कमरा में"), ("सोना", "छत पर"),
)  # fmt: skip
# What one may leave undone.
OMITTED = ("खाना", "पीना", "पढ़ना", "धोना", "ख़रीदना", "बेचना", "माँगना", "देखना", "चखना", "पकाना")


def _not_a_bit(draw: Draw) -> Draft | None:
    """ज़रा भी भूख नहीं लगी."""
    kind, verb = draw.pick((("sensation", "लगना"), ("coming", "आना")))
    noun, person = draw.pick(draw.lexicon.of_kind(kind)), draw.person()
    if noun.lemma == verb or noun.lemma == "रोना":
        return None
    main = clause(
        lambda a: perfective(verb, a.gender, a.number, alone=True),
        person,
        noun_phrase(noun),
        marking="को",
    )
    return Draft(
        before=spaced(draw.time("perfective"), person.dative, "ज़रा भी", noun.lemma),
        good=NEGATIVE,
        bad="",
        after=main.written,
        gloss="ज़रा भी needs a negative",
        tense="past",
        lemmas=(*person.lemmas, noun.lemma, verb),
        between=noun.lemma,
        checks=_needed("ज़रा भी", main),
    )


def _nobody(draw: Draw, direction: str) -> Draft | None:
    """किसी भी लड़के ने needs a negative; रुके बिना excludes one."""
    if direction == "without>with":
        return _manner(draw)
    tense: TenseKey = draw.pick(("perfective", "perfect_past"))
    verb = draw.verb("transitive", tense, lambda v: v.takes_names)
    thing, agent = draw.object(verb), draw.subject(verb, lambda n: n.human)
    if thing is None or agent is None:
        return None
    place, time = draw.place(verb, tense=tense), draw.time(tense, verb=verb)
    middle = spaced(place.text, thing.lemma)
    main = action(verb, tense, noun_phrase(agent), noun_phrase(thing))
    return Draft(
        before=spaced(time, "किसी भी", agent.form("oblique", "sg"), "ने", middle),
        good=NEGATIVE,
        bad="",
        after=main.written,
        gloss="किसी भी (any at all) needs a negative in a report of what happened",
        tense="past",
        lemmas=(agent.lemma, *place.lemmas, thing.lemma, verb.lemma),
        between=middle,
        checks=_needed("किसी भी", main),
    )


def _manner(draw: Draw) -> Draft | None:
    """Someone did something without stopping, laughing or asking."""
    omitted = draw.pick(OMITTED_MANNERS)
    verb = draw.verb("intransitive", "perfective", lambda v: v.lemma in TRAVELS)
    agent, place = draw.person(), draw.place(verb)
    time = draw.time("perfective", verb=verb)
    undone, main = participle(omitted, "perfective", "m", "pl"), action(verb, "perfective", agent)
    return Draft(
        before=spaced(time, agent.direct),
        good="",
        bad=NEGATIVE,
        after=spaced(undone, "बिना", place.text, main.written),
        gloss="बिना (without) excludes a second negative",
        tense="past",
        lemmas=(*agent.lemmas, omitted, *place.lemmas, verb.lemma),
        between="",
        checks=_excluded(main),
    )


def _nobody_came(draw: Draw, direction: str) -> Draft | None:
    """एक भी लड़का needs a negative; a clause with बिना excludes one."""
    if direction == "without>with":
        return _without(draw, last=draw.chance(0.5))
    tense: TenseKey = draw.pick(("progressive_past", "perfect_past"))
    verb = draw.verb("intransitive", tense, lambda v: v.takes_names and bool(v.places))
    noun, place = draw.human(), draw.place(verb, tense=tense)
    if noun not in verb.subjects:
        return None
    middle, main = spaced(noun.lemma, place.text), action(verb, tense, noun_phrase(noun))
    return Draft(
        before=spaced(draw.time(tense, verb=verb), "एक भी", middle),
        good=NEGATIVE,
        bad="",
        after=main.written,
        gloss="एक भी needs a negative",
        tense="past",
        lemmas=(noun.lemma, *place.lemmas, verb.lemma),
        between=middle,
        checks=_needed("एक भी", main),
    )


# What one need not do on the way, and the ways.
OMITTED_MANNERS = ("रुकना", "पूछना", "बोलना", "सोचना", "नहाना", "खाना", "थकना", "डरना", "बताना")
TRAVELS = ("जाना", "आना", "लौटना", "पहुँचना", "निकलना", "चढ़ना", "उतरना")

TEMPLATES = (
    Template("polarity_item", DIRECTIONS, _polarity),
    Template("not_one_or_without", DIRECTIONS, _not_one),
    Template("nobody_or_manner", DIRECTIONS, _nobody),
    Template("not_one_came_or_without", DIRECTIONS, _nobody_came),
)
