"""word_order: the order inside subjects and objects of a finished action."""

from __future__ import annotations

from dataclasses import dataclass

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.grammar.checks import Clause, fixed, in_tense
from authoring.hindi.grammar.lexicon import Noun, Verb
from authoring.hindi.grammar.phrases import Phrase, noun_phrase, spaced
from authoring.hindi.templates.clause.word_order import GRADABLE, reordered
from authoring.hindi.templates.clauses import action, clause
from authoring.hindi.templates.qualities import plausible
from kasauti.data.treebank_pairs.inflection import inflect_adjective

NUMERALS = ("दो", "तीन", "चार", "पाँच", "छह")


@dataclass(frozen=True, slots=True)
class Done:
    """A transitive verb in the perfective, its object, and a place."""

    verb: Verb
    thing: Noun
    place: str
    lemmas: tuple[str, ...]

    def by(self, agent: Phrase | None) -> Clause:
        """The clause; without an agent the marking of the subject is left to the template."""
        thing = noun_phrase(self.thing)
        if agent is None:
            return clause(in_tense(self.verb, "perfective"), None, thing)
        return action(self.verb, "perfective", agent, thing)


def _done(draw: Draw) -> Done | None:
    verb = draw.verb("transitive", "perfective", lambda v: v.takes_names)
    thing = draw.object(verb)
    if thing is None:
        return None
    place = draw.place(verb)
    return Done(verb, thing, place.text, (*place.lemmas, thing.lemma, verb.lemma))


def _object_degree(draw: Draw, _direction: str) -> Draft | None:
    """पुरानी बेहद किताब for बेहद पुरानी किताब."""
    done = _done(draw)
    adjective = draw.adjective(done.thing) if done else None
    if done is None or adjective is None or adjective.lemma not in GRADABLE:
        return None
    verb, thing, place, lemmas = done.verb, done.thing, done.place, done.lemmas
    if not plausible(adjective.lemma, verb.lemma):
        return None
    agent, degree = draw.agent(verb), draw.pick(("बेहद", "अत्यंत", "सबसे"))
    quality = inflect_adjective(adjective.lemma, thing.gender, "sg", "direct")
    return reordered(
        spaced(agent.ergative, draw.time("perfective"), place),
        f"{degree} {quality}",
        f"{quality} {degree}",
        spaced(thing.lemma, done.by(agent).written),
        f"{degree} stands after the attributive adjective that it modifies",
        "past",
        (*agent.lemmas, adjective.lemma, *lemmas),
        done.by(agent),
    )


TOGETHER = (
    "खाना",
    "पीना",
    "धोना",
    "ख़रीदना",
    "बेचना",
    "पकाना",
    "बनाना",
    "सजाना",
    "देखना",
    "उठाना",
    "पकड़ना",
)


def _numeral(draw: Draw, _direction: str) -> Draft | None:
    done = _done(draw)
    if done is None or done.verb.lemma not in TOGETHER:
        return None
    verb, thing, place, lemmas = done.verb, done.thing, done.place, done.lemmas
    agent = draw.subject(verb, lambda n: n.human)
    if agent is None:
        return None
    numeral, form = draw.pick(NUMERALS), agent.form("oblique", "pl")
    return reordered(
        draw.time("perfective"),
        f"{numeral} {form}",
        f"{form} {numeral}",
        spaced("ने", place, thing.lemma, done.by(None).written),
        "the numeral stands between its noun and ने",
        "past",
        (agent.lemma, *lemmas),
        done.by(None),
        fixed("case of the subject", "ने", "ने"),
    )


def _marker(draw: Draw, _direction: str) -> Draft | None:
    """लाल वाली साड़ी: वाला follows the word that it marks; after ने it has nothing else to mark."""
    done = _done(draw)
    adjective = draw.adjective(done.thing) if done else None
    if done is None or adjective is None or adjective.lemma in MOODS:
        return None
    if not plausible(adjective.lemma, done.verb.lemma):
        return None
    verb, thing, place, lemmas = done.verb, done.thing, done.place, done.lemmas
    agent = draw.agent(verb)
    quality, marker = (
        inflect_adjective(word, thing.gender, "sg", "direct") for word in (adjective.lemma, "वाला")
    )
    return reordered(
        spaced(draw.time("perfective"), agent.ergative),
        f"{quality} {marker}",
        f"{marker} {quality}",
        spaced(thing.lemma, place, done.by(agent).written),
        f"{marker} stands before the adjective that it marks",
        "past",
        (*agent.lemmas, adjective.lemma, *lemmas),
        done.by(agent),
    )


# One does not tell things apart by these.
MOODS = ("नन्हा", "भूखा", "प्यासा", "दुबला")


WILD = ("flower", "leaf", "tree")  # what is nobody's


def _can_be_owned(thing: Noun) -> bool:
    return thing.count and not thing.animate and not set(thing.kinds) & set(WILD)


def _genitive(draw: Draw, _direction: str) -> Draft | None:
    done = _done(draw)
    if (
        done is None
        or not done.thing.count
        or done.thing.animate
        or set(done.thing.kinds) & set(WILD)
    ):
        return None
    verb, thing, place, lemmas = done.verb, done.thing, done.place, done.lemmas
    owner = draw.name(draw.wearer(thing))
    agent = draw.agent(verb)
    if set(owner.lemmas) & set(agent.lemmas) or verb.lemma in ("लिखना", "माँगना"):
        return None
    marker = inflect_adjective("का", thing.gender, "sg", "direct")
    return reordered(
        spaced(agent.ergative, draw.time("perfective"), owner.direct),
        f"{marker} {thing.lemma}",
        f"{thing.lemma} {marker}",
        spaced(place, done.by(agent).written),
        f"the thing owned stands between the owner and {marker}",
        "past",
        (*owner.lemmas, *agent.lemmas, *lemmas),
        done.by(agent),
    )


def _conjunction(draw: Draw, _direction: str) -> Draft | None:
    done = _done(draw)
    if done is None:
        return None
    verb, thing, place, lemmas = done.verb, done.thing, done.place, done.lemmas
    first = draw.agent(verb)
    second = draw.agent(verb)
    if first.lemmas == second.lemmas:
        return None
    return reordered(
        spaced(draw.time("perfective"), first.oblique),
        f"और {second.oblique}",
        f"{second.oblique} और",
        spaced("ने", place, thing.lemma, done.by(None).written),
        "और stands after both of the phrases that it joins",
        "past",
        (*first.lemmas, *second.lemmas, *lemmas),
        done.by(None),
        fixed("case of the subject", "ने", "ने"),
    )


TEMPLATES = (
    Template("degree_object", ("order",), _object_degree),
    Template("numeral", ("order",), _numeral),
    Template("marker", ("order",), _marker),
    Template("genitive", ("order",), _genitive),
    Template("conjunction", ("order",), _conjunction),
)
