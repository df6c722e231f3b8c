"""negation: which negative word, where it may stand, and what needs or excludes one.

मत belongs to imperatives, नहीं to statements; words like हरगिज़ and एक भी need a negative; शायद ही
and बिना exclude a second one; the negative never separates a noun from its postposition. न is
no wrong member of a statement, and नहीं none of a subjunctive, since both are met in texts.
"""

from __future__ import annotations

from data.hindi.conjugation import (
    Agreement,
    Rank,
    imperative,
    participle,
    perfective,
    stem_of,
    subjunctive,
)
from data.hindi.draft import Draft, Template
from data.hindi.draw import Draw
from data.hindi.phrases import TENSE_TAG, TenseKey, finite, noun_phrase, spaced

PROHIBITION = "मत"
STATEMENT = "नहीं"
RANKS: tuple[Rank, ...] = ("तू", "आप")


def _time(draw: Draw, tense: TenseKey) -> str:
    """A time that goes with a negated clause; "often not" would be odd."""
    return (
        draw.pick(("अब", "आजकल", "आम तौर पर")) if tense == "habitual_present" else draw.time(tense)
    )


def _statement(draw: Draw, *tenses: TenseKey) -> Draft | None:
    """नहीं in a statement; मत is wrong."""
    tense = draw.pick(tenses)
    group = draw.pick(("intransitive", "transitive"))
    verb = draw.verb(group, tense, lambda v: v.takes_names and v.vector != "जाना")
    thing = draw.object(verb) if group == "transitive" else None
    if group == "transitive" and thing is None:
        return None
    subject, place = draw.agent(verb), draw.place(verb)
    ergative = verb.ergative == "always" and tense in ("perfective", "perfect_past")
    if verb.ergative == "optional" and tense in ("perfective", "perfect_past"):
        return None
    controller = Agreement(thing.gender, "sg") if thing and ergative else subject.agreement
    return Draft(
        before=spaced(
            subject.ergative if ergative else subject.direct,
            _time(draw, tense),
            place.text,
            thing.lemma if thing else "",
        ),
        good=STATEMENT,
        bad=PROHIBITION,
        after=finite(verb, tense, controller),
        gloss="मत belongs to imperatives, but this is a statement",
        tense=TENSE_TAG[tense],
        lemmas=(
            *subject.lemmas,
            *place.lemmas,
            *((thing.lemma,) if thing else ()),
            verb.lemma,
        ),
    )


def _prohibition(draw: Draw) -> Draft | None:
    """मत in an imperative; नहीं is wrong."""
    group = draw.pick(("intransitive", "transitive"))
    verb = draw.verb(group, "future", lambda v: v.takes_names)
    thing = draw.object(verb) if group == "transitive" else None
    if group == "transitive" and thing is None:
        return None
    # The form for तुम is a subjunctive too, where नहीं is met.
    rank: Rank = draw.pick(RANKS)
    if rank == "तू" and stem_of(verb.lemma).endswith("ा"):
        rank = "आप"  # सजा, चला are perfective participles too
    place = draw.place(verb)
    lead = f"कृपया {rank}" if rank == "आप" and draw.chance(0.5) else rank
    return Draft(
        before=spaced(
            lead, draw.pick(("आज", "अभी", "कल")), place.text, thing.lemma if thing else ""
        ),
        good=PROHIBITION,
        bad=STATEMENT,
        after=imperative(verb.lemma, rank),
        gloss="an imperative is negated by मत, not by नहीं",
        tense="none",
        lemmas=(*place.lemmas, *((thing.lemma,) if thing else ()), verb.lemma),
    )


def _form(name: str, *tenses: TenseKey) -> Template:
    def build(draw: Draw, direction: str) -> Draft | None:
        return _statement(draw, *tenses) if direction == "नहीं>मत" else _prohibition(draw)

    return Template(name, ("नहीं>मत", "मत>नहीं"), build)


def _polarity(draw: Draw, direction: str) -> Draft | None:
    """हरगिज़ and कदापि need a negative; शायद ही excludes one."""
    tense: TenseKey = "future"
    verb = draw.verb("intransitive", tense, lambda v: v.takes_names and bool(v.places))
    subject, place = draw.person(), draw.place(verb)
    needs = direction == "with>without"
    word = draw.pick(("हरगिज़", "कदापि")) if needs else "शायद ही"
    middle = spaced(draw.time(tense), place.text)
    return Draft(
        before=spaced(subject.direct, word, middle),
        good=STATEMENT if needs else "",
        bad="" if needs else STATEMENT,
        after=finite(verb, tense, subject.agreement),
        gloss=f"{word} {'needs a negative' if needs else 'excludes a second negative'}",
        tense="future",
        lemmas=(*subject.lemmas, *place.lemmas, verb.lemma),
        between=middle,
    )


def _not_one(draw: Draw, direction: str) -> Draft | None:
    """एक भी needs a negative; a clause with बिना excludes one."""
    tense: TenseKey = draw.pick(("perfective", "perfect_past"))
    verb = draw.verb("transitive", tense, lambda v: v.takes_names)
    thing = draw.object(verb, lambda n: n.count)
    if thing is None:
        return None
    agent, place, time = draw.agent(verb), draw.place(verb), draw.time(tense)
    lemmas = (*agent.lemmas, *place.lemmas, thing.lemma, verb.lemma)
    if direction == "with>without":
        return Draft(
            before=spaced(agent.ergative, time, place.text, "एक भी", thing.lemma),
            good=STATEMENT,
            bad="",
            after=finite(verb, tense, Agreement(thing.gender, "sg")),
            gloss="एक भी needs a negative",
            tense="past",
            lemmas=lemmas,
            between=thing.lemma,
        )
    if verb.lemma not in OMITTED:
        return None
    leaving_lemma, goal = draw.pick(LEAVING)
    leaving, where = draw.lexicon.verb(leaving_lemma), draw.located(goal)
    undone = participle(verb.lemma, "perfective", "m", "pl")
    return Draft(
        before=spaced(agent.direct, time, "बिना", thing.lemma),
        good="",
        bad=STATEMENT,
        after=spaced(undone, where.text, finite(leaving, "perfective", agent.agreement)),
        gloss="बिना (without) excludes a second negative",
        tense="past",
        lemmas=(*agent.lemmas, thing.lemma, verb.lemma, *where.lemmas, leaving.lemma),
        between=thing.lemma,
    )


# What one does with something left undone.
LEAVING = (
    ("लौटना", "घर"), ("लौटना", "गाँव"), ("जाना", "दफ़्तर"), ("जाना", "मंदिर"), ("निकलना", "घर से"),
    ("सोना", "कमरा में"), ("सोना", "छत पर"),
)  # fmt: skip
# What one may leave undone.
OMITTED = ("खाना", "पीना", "पढ़ना", "धोना", "ख़रीदना", "बेचना", "माँगना", "देखना", "चखना", "पकाना")


def _purpose(draw: Draw, direction: str) -> Draft | None:
    """न in a clause of purpose (ताकि); मत is wrong there, as it is in a clause of reason."""
    if direction == "नहीं>मत":
        return _reason(draw)
    verb = draw.lexicon.verb(draw.pick(tuple(CARE)))
    noun = draw.pick(draw.lexicon.of_kind("youth", "young kin"))
    someone = noun_phrase(noun) if "youth" in noun.kinds else draw.kin(kind="young kin")
    agent = draw.person(other_than=someone.lemmas)
    thing, action = draw.pick(CARE[verb.lemma])
    place = draw.place(verb)
    done = perfective(action, draw.noun(thing).gender, "sg", alone=True)
    return Draft(
        before=spaced(agent.ergative, thing, done, "ताकि", someone.direct, place.text),
        good="न",
        bad=PROHIBITION,
        after=subjunctive(verb.lemma, 3, "sg"),
        gloss="a clause of purpose is negated by न, not by मत",
        tense="none",
        lemmas=(*agent.lemmas, thing, *someone.lemmas, *place.lemmas, verb.lemma),
    )


def _reason(draw: Draw) -> Draft | None:
    """नहीं in a clause with क्योंकि."""
    verb = draw.verb("intransitive", "progressive_past", lambda v: v.takes_names)
    scolding = draw.lexicon.verb(draw.pick(("डाँटना", "समझाना", "बुलाना", "मनाना")))
    agent = draw.person()
    someone = draw.person(other_than=agent.lemmas)
    place = draw.place(verb)
    done = perfective(scolding.lemma, "m", "sg", alone=True)
    return Draft(
        before=spaced(agent.ergative, someone.dative, done, "क्योंकि वह", place.text),
        good=STATEMENT,
        bad=PROHIBITION,
        after=finite(verb, "progressive_past", someone.agreement),
        gloss="a clause of reason is negated by नहीं, not by मत",
        tense="past",
        lemmas=(*agent.lemmas, *someone.lemmas, scolding.lemma, *place.lemmas, verb.lemma),
    )


# What one does so that something does not happen.
CARE = {
    "रोना": (("मिठाई", "देना"), ("खिलौना", "देना"), ("कहानी", "सुनाना"), ("गुड़िया", "देना")),
    "भागना": (("दरवाज़ा", "बंद करना"), ("रास्ता", "रोकना"), ("खिड़की", "बंद करना")),
    "चढ़ना": (("सीढ़ी", "हटाना"), ("दरवाज़ा", "बंद करना")),
    "फिसलना": (("बत्ती", "जलाना"), ("रस्सी", "बाँधना")),
    "कूदना": (("खिड़की", "बंद करना"), ("रास्ता", "रोकना")),
}


def _placement(draw: Draw, _direction: str) -> Draft | None:
    """The negative may not stand between a noun and its postposition."""
    tense: TenseKey = draw.pick(("habitual_present", "progressive_present", "future"))
    verb = draw.verb("intransitive", tense, lambda v: v.takes_names and bool(v.places))
    subject, place = draw.person(), draw.place(verb)
    noun, _, postposition = place.text.partition(" ")
    if " " in postposition or not postposition:
        return None
    return Draft(
        before=spaced(subject.direct, _time(draw, tense), noun),
        good=f"{postposition} {STATEMENT}",
        bad=f"{STATEMENT} {postposition}",
        after=finite(verb, tense, subject.agreement),
        gloss=f"the negative separates '{noun}' from its postposition",
        tense=TENSE_TAG[tense],
        lemmas=(*subject.lemmas, *place.lemmas, verb.lemma),
    )


TEMPLATES = (
    _form("statement_or_order", "habitual_present", "progressive_present"),
    _form("past_or_order", "perfective", "perfect_past", "progressive_past"),
    _form("future_or_order", "future"),
    Template("polarity_item", ("with>without", "without>with"), _polarity),
    Template("not_one_or_without", ("with>without", "without>with"), _not_one),
    Template("purpose_or_reason", ("न>मत", "नहीं>मत"), _purpose),
    Template("placement", ("after>before postposition",), _placement),
)
