"""negation: which negative word, and where it may stand.

मत belongs to imperatives, नहीं to statements; the negative never separates a noun from its
postposition. नहीं is no wrong member of an imperative or a subjunctive and न none of a statement,
since they are met in texts and in educated speech.
"""

from __future__ import annotations

from dataclasses import dataclass

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.grammar.checks import Clause, fixed
from authoring.hindi.grammar.conjugation import Rank, imperative
from authoring.hindi.grammar.lexicon import Noun, Verb
from authoring.hindi.grammar.phrases import TENSE_TAG, TenseKey, finite, noun_phrase, spaced
from authoring.hindi.templates.clauses import action as clause_of
from authoring.hindi.templates.clauses import both, clause, set_phrase, thing_phrase
from kasauti.data.pairs import Check
from kasauti.data.treebank_pairs.inflection import perfective, stem_of, subjunctive

PROHIBITION = "मत"
STATEMENT = "नहीं"
RANKS: tuple[Rank, ...] = ("तू", "तुम", "आप")
# Not कल: an order for later has the infinitive (कल मत जाना).
NOW = ("आज", "अभी", "अब")


def _negated_time(draw: Draw, tense: TenseKey, verb: Verb) -> str:
    """A time that goes with a negated clause; "often not" would be odd."""
    if tense == "habitual_present":
        return draw.pick(("अब", "आजकल", "आम तौर पर"))
    return draw.time(tense, verb=verb)


@dataclass(frozen=True, slots=True)
class Action:
    """A verb with what stands before it: place and object."""

    verb: Verb
    thing: Noun | None
    text: str
    lemmas: tuple[str, ...]


def _action(draw: Draw, tense: TenseKey) -> Action | None:
    """Something that people do in the tense, with or without an object."""
    group = draw.pick(("intransitive", "transitive"))
    verb = draw.verb(group, tense, lambda v: v.takes_names and v.vector != "जाना")
    thing = draw.object(verb) if group == "transitive" else None
    if group == "transitive" and thing is None:
        return None
    place = draw.place(verb, tense=tense)
    things = (thing.lemma,) if thing else ()
    lemmas = (*place.lemmas, *things, verb.lemma)
    return Action(verb, thing, spaced(place.text, *things), lemmas)


def _statement(draw: Draw, *tenses: TenseKey) -> Draft | None:
    """नहीं in a statement; मत is wrong."""
    tense = draw.pick(tenses)
    action = _action(draw, tense)
    if action is None:
        return None
    verb, thing = action.verb, action.thing
    subject, past = draw.agent(verb), tense in ("perfective", "perfect_past")
    if verb.ergative == "optional" and past:
        return None
    ergative = verb.ergative == "always" and past
    main = clause_of(verb, tense, subject, thing_phrase(thing))
    return Draft(
        before=spaced(
            subject.ergative if ergative else subject.direct,
            _negated_time(draw, tense, verb),
            action.text,
        ),
        good=STATEMENT,
        bad=PROHIBITION,
        after=main.written,
        gloss="मत belongs to imperatives, but this is a statement",
        tense=TENSE_TAG[tense],
        lemmas=(*subject.lemmas, *action.lemmas),
        checks=_negatives(STATEMENT, PROHIBITION, main),
    )


def _negatives(
    right: str, wrong: str, *settled: Clause | Check
) -> tuple[tuple[Check, ...], tuple[Check, ...]]:
    return both(
        *settled, good=[fixed("negative", right, right)], bad=[fixed("negative", right, wrong)]
    )


def _order(draw: Draw, verb: Verb) -> tuple[str, Rank]:
    """The address at the head of an order, and the rank of the imperative."""
    rank: Rank = draw.pick(RANKS)
    if rank == "तू" and stem_of(verb.lemma.split()[-1]).endswith("ा"):
        rank = "तुम"  # सजा, चला are perfective participles too
    return (f"कृपया {rank}" if rank == "आप" and draw.chance(0.4) else rank), rank


def _prohibition(draw: Draw) -> Draft | None:
    """An imperative after मत; the indicative is wrong."""
    tense: TenseKey = draw.pick(("habitual_present", "progressive_present", "progressive_present"))
    action = _action(draw, tense)
    if action is None or action.verb.times == "season" or action.verb.lemma == "पहुँचना":
        return None
    verb = action.verb
    lead, rank = _order(draw, verb)
    good, bad = imperative(verb.lemma, rank), finite(verb, tense, draw.pronoun(rank).agreement)
    return Draft(
        before=spaced(lead, draw.pick(NOW), action.text, PROHIBITION),
        good=good,
        bad=bad,
        after="",
        gloss="मत asks for an imperative, but the verb is indicative",
        tense="none",
        lemmas=action.lemmas,
        between="",
        checks=both(
            good=[fixed("mood after मत", good, good)], bad=[fixed("mood after मत", good, bad)]
        ),
    )


def _form(name: str, *tenses: TenseKey) -> Template:
    def build(draw: Draw, direction: str) -> Draft | None:
        if direction == "नहीं>मत":
            return _statement(draw, *tenses)
        return _prohibition(draw)

    return Template(name, ("नहीं>मत", "imperative>indicative"), build)


def _clause(draw: Draw, direction: str) -> Draft | None:
    """न in a clause of purpose, नहीं in a reported one; मत is wrong in both."""
    if direction == "नहीं>मत":
        return _report(draw)
    verb = draw.lexicon.verb(draw.pick(tuple(CARE)))
    noun = draw.pick(draw.lexicon.of_kind("youth", "young kin"))
    someone = noun_phrase(noun) if "youth" in noun.kinds else draw.kin(kind="young kin")
    agent = draw.person(other_than=someone.lemmas)
    thing, action = draw.pick(CARE[verb.lemma])
    place = draw.place(verb)
    main = clause(
        lambda a: perfective(action, a.gender, a.number, alone=True),
        agent,
        noun_phrase(draw.noun(thing)),
        marking="ने",
    )
    inner = clause(lambda a: subjunctive(verb.lemma, a.person, a.number), someone)
    return Draft(
        before=spaced(agent.ergative, thing, main.written, "ताकि", someone.direct, place.text),
        good="न",
        bad=PROHIBITION,
        after=inner.written,
        gloss="a clause of purpose is negated by न, not by मत",
        tense="none",
        lemmas=(*agent.lemmas, thing, *someone.lemmas, *place.lemmas, verb.lemma),
        checks=_negatives("न", PROHIBITION, main, inner),
    )


def _report(draw: Draw) -> Draft | None:
    """नहीं in a clause with कि."""
    tense: TenseKey = draw.pick(("progressive_present", "future", "habitual_present"))
    action, witness = _action(draw, tense), draw.name()
    if action is None:
        return None
    someone, time = draw.agent(action.verb), _negated_time(draw, tense, action.verb)
    opening = spaced(
        witness.direct,
        draw.pick(("को पता है कि", "को मालूम है कि", "ने सुना है कि", "को लगता है कि")),
    )
    main = clause_of(action.verb, tense, someone)
    return Draft(
        before=spaced(opening, someone.direct, time, action.text),
        good=STATEMENT,
        bad=PROHIBITION,
        after=main.written,
        gloss="a reported statement is negated by नहीं, not by मत",
        tense=TENSE_TAG[tense],
        lemmas=(*witness.lemmas, *someone.lemmas, *action.lemmas),
        checks=_negatives(STATEMENT, PROHIBITION, set_phrase(opening), main),
    )


# What one does so that something does not happen.
CARE = {
    "रोना": (("मिठाई", "देना"), ("खिलौना", "देना"), ("कहानी", "सुनाना"), ("गुड़िया", "देना")),
    "भागना": (("दरवाज़ा", "बंद करना"), ("रास्ता", "रोकना")),
    "चढ़ना": (("सीढ़ी", "हटाना"), ("दरवाज़ा", "बंद करना")),
    "फिसलना": (("बत्ती", "जलाना"), ("रस्सी", "बाँधना")),
    "कूदना": (("सीढ़ी", "हटाना"), ("रास्ता", "रोकना")),
    "निकलना": (("दरवाज़ा", "बंद करना"),),
    "चिल्लाना": (("मिठाई", "देना"), ("खिलौना", "देना"), ("कहानी", "सुनाना")),
    "उतरना": (("सीढ़ी", "हटाना"),),
    "दौड़ना": (("रास्ता", "रोकना"),),
    "घूमना": (("साइकिल", "छिपाना"), ("दरवाज़ा", "बंद करना")),
}


def _placement(draw: Draw, direction: str) -> Draft | None:
    """The negative may not stand between a place and its postposition."""
    negative = direction.partition(" ")[0]
    tense: TenseKey = draw.pick(("habitual_present", "progressive_present", "future"))
    verb = draw.verb("intransitive", tense, lambda v: v.takes_names and bool(v.places))
    place = draw.place(verb, tense=tense)
    noun, _, postposition = place.text.partition(" ")
    if " " in postposition or not postposition:
        return None
    subject = draw.person()
    lead, order = f"{subject.direct} {_negated_time(draw, tense, verb)}", ""
    main = clause_of(verb, tense, subject)
    if negative == PROHIBITION:
        address, rank = _order(draw, verb)
        lead, order = f"{address} {draw.pick(NOW)}", imperative(verb.lemma, rank)
        main = set_phrase(order)
    good, bad = f"{postposition} {negative}", f"{negative} {postposition}"
    return Draft(
        before=spaced(lead, noun),
        good=good,
        bad=bad,
        after=main.written,
        gloss=f"the negative separates '{noun}' from its postposition",
        tense="none" if order else TENSE_TAG[tense],
        lemmas=(*(() if order else subject.lemmas), *place.lemmas, verb.lemma),
        checks=both(main, good=[fixed("order", good, good)], bad=[fixed("order", good, bad)]),
    )


TEMPLATES = (
    _form("present_or_order", "habitual_present", "progressive_present"),
    _form("past_or_order", "perfective", "perfect_past", "progressive_past", "future"),
    Template("purpose_or_report", ("न>मत", "नहीं>मत"), _clause),
    Template("placement", ("नहीं after>before", "मत after>before"), _placement),
)
