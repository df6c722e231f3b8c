"""word_order: what may not be scrambled.

Phrases of a Hindi clause may stand in almost any order, so no order of phrases is called wrong
here. What is fixed is the order inside them: the postposition comes last, modifiers stand
before their noun, और between its conjuncts, वाला after what it marks.
"""

from __future__ import annotations

from dataclasses import dataclass

from kasauti.data.hindi.conjugation import Agreement
from kasauti.data.hindi.draft import Draft, Template
from kasauti.data.hindi.draw import Draw
from kasauti.data.hindi.inflection import Number, inflect_adjective
from kasauti.data.hindi.lexicon import Noun, Verb
from kasauti.data.hindi.phrases import TENSE_TAG, TenseKey, finite, spaced
from kasauti.data.hindi.templates.qualities import plausible
from kasauti.data.hindi.templates.settings import NOISY, in_several

DEGREES = ("बहुत", "काफ़ी", "बेहद", "अत्यंत", "सबसे")
# Qualities that come in degrees.
GRADABLE = (
    "पुराना", "छोटा", "बड़ा", "लंबा", "चौड़ा", "ऊँचा", "गंदा", "सुंदर", "मज़बूत", "साफ़", "भारी",
    "मोटा", "पतला", "सस्ता", "महँगा",
)  # fmt: skip
NUMERALS = ("दो", "तीन", "चार", "पाँच", "छह", "सात", "आठ", "दस")


@dataclass(frozen=True, slots=True)
class Setting:
    """A clause with a place: what stands before and after it, and its parts."""

    time: str
    agent: str
    agreement: Agreement
    noun: Noun
    postposition: str
    rest: str
    lemmas: tuple[str, ...]
    tense: str
    number: Number

    @property
    def lead(self) -> str:
        return spaced(self.agent, self.time)

    @property
    def form(self) -> str:
        return self.noun.form("oblique", self.number)


def _setting(draw: Draw) -> Setting | None:
    tense: TenseKey = draw.pick(
        ("progressive_present", "progressive_past", "habitual_present", "perfective", "future")
    )
    group = draw.pick(("intransitive", "transitive"))
    verb = draw.verb(group, tense, lambda v: v.takes_names and bool(v.places))
    places = draw.places(verb, tense=tense)
    lemma, _, postposition = draw.pick(places).partition(" ") if places else ("", "", "")
    if not postposition or " " in postposition:
        return None
    agent, noun = draw.agent(verb), draw.noun(lemma)
    thing = draw.object(verb) if group == "transitive" else None
    ergative = tense == "perfective" and group == "transitive"
    if tense == "perfective" and verb.ergative == "optional":
        return None
    controller = Agreement(thing.gender, "sg") if thing and ergative else agent.agreement
    return Setting(
        time=draw.time(tense, verb=verb),
        agent=agent.ergative if ergative else agent.direct,
        agreement=controller,
        noun=noun,
        postposition=postposition,
        rest=spaced(thing.lemma if thing else "", finite(verb, tense, controller)),
        lemmas=(*agent.lemmas, lemma, *((thing.lemma,) if thing else ()), verb.lemma),
        tense=TENSE_TAG[tense],
        number="pl" if in_several(verb.lemma, lemma) and draw.chance(0.4) else "sg",
    )


def _draft(
    before: str, good: str, bad: str, after: str, gloss: str, tense: str, lemmas: tuple[str, ...]
) -> Draft:
    return Draft(
        before=before, good=good, bad=bad, after=after, gloss=gloss, tense=tense, lemmas=lemmas
    )


def _postposition(draw: Draw, _direction: str) -> Draft | None:
    """में कमरे for कमरे में; the noun alone must not be able to be the subject."""
    setting = _setting(draw)
    if setting is None or setting.postposition not in ("में", "पर") or "घूमना" in setting.lemmas:
        return None
    if (
        setting.number == "sg"
        and not setting.noun.marked
        and setting.noun.gender == setting.agreement.gender
    ):
        return None
    return _draft(
        spaced(setting.time, setting.agent),
        f"{setting.form} {setting.postposition}",
        f"{setting.postposition} {setting.form}",
        setting.rest,
        f"the postposition {setting.postposition} stands before its noun",
        setting.tense,
        setting.lemmas,
    )


def _attribute(draw: Draw, _direction: str) -> Draft | None:
    """कमरे छोटे में for छोटे कमरे में, साड़ी लाल को for लाल साड़ी को."""
    if draw.chance(0.5):
        return _object_attribute(draw)
    setting = _setting(draw)
    adjective = draw.adjective(setting.noun) if setting else None
    if setting is None or adjective is None or set(NOISY) & set(setting.lemmas):
        return None
    quality = inflect_adjective(adjective.lemma, setting.noun.gender, setting.number, "oblique")
    return _draft(
        setting.lead,
        f"{quality} {setting.form}",
        f"{setting.form} {quality}",
        spaced(setting.postposition, setting.rest),
        "the attributive adjective stands after its noun",
        setting.tense,
        (adjective.lemma, *setting.lemmas),
    )


def _object_attribute(draw: Draw) -> Draft | None:
    """An adjective with a definite object; before को it can be nothing but an attribute."""
    verb = draw.lexicon.verb(draw.pick(HANDLING))
    thing, agent = draw.object(verb, lambda n: n.count), draw.agent(verb)
    adjective = draw.adjective(thing) if thing else None
    if thing is None or adjective is None or not plausible(adjective.lemma, verb.lemma):
        return None
    place = draw.place(verb)
    quality = inflect_adjective(adjective.lemma, thing.gender, "sg", "oblique")
    form = thing.form("oblique", "sg")
    return _draft(
        spaced(agent.ergative, draw.time("perfective")),
        f"{quality} {form}",
        f"{form} {quality}",
        spaced("को", place.text, finite(verb, "perfective", Agreement("m", "sg"))),
        "the attributive adjective stands after its noun",
        "past",
        (*agent.lemmas, adjective.lemma, thing.lemma, *place.lemmas, verb.lemma),
    )


# What one does to a certain thing.
HANDLING = (
    "धोना", "सुखाना", "छिपाना", "उठाना", "रखना", "ढूँढ़ना", "सजाना", "फेंकना", "पढ़ना", "बाँधना", "पकड़ना",
)  # fmt: skip


def _determiner(draw: Draw, _direction: str) -> Draft | None:
    """उस by itself is a pronoun (उस पर), so a noun that could be a topic gets किसी."""
    setting = _setting(draw)
    if setting is None or not setting.noun.count or setting.number == "pl":
        return None
    words = ("इस", "उस", "इसी", "उसी", "किसी") if setting.noun.marked else ("किसी",)
    determiner = draw.pick(words)
    return _draft(
        setting.lead,
        f"{determiner} {setting.form}",
        f"{setting.form} {determiner}",
        spaced(setting.postposition, setting.rest),
        "the determiner stands after its noun",
        setting.tense,
        setting.lemmas,
    )


def _degree(draw: Draw, _direction: str) -> Draft | None:
    setting = _setting(draw)
    adjective = draw.adjective(setting.noun) if setting else None
    if setting is None or adjective is None or adjective.lemma not in GRADABLE:
        return None
    if set(NOISY) & set(setting.lemmas):
        return None
    degree = draw.pick(DEGREES if setting.number == "sg" else DEGREES[:-1])  # not सबसे of several
    quality = inflect_adjective(adjective.lemma, setting.noun.gender, setting.number, "oblique")
    return _draft(
        setting.lead,
        f"{degree} {quality}",
        f"{quality} {degree}",
        spaced(setting.form, setting.postposition, setting.rest),
        f"{degree} stands after the attributive adjective that it modifies",
        setting.tense,
        (adjective.lemma, *setting.lemmas),
    )


def _done(draw: Draw) -> tuple[Verb, Noun, str, tuple[str, ...]] | None:
    """A transitive verb, its object, and a place."""
    verb = draw.verb("transitive", "perfective", lambda v: v.takes_names)
    thing = draw.object(verb)
    if thing is None:
        return None
    place = draw.place(verb)
    return verb, thing, place.text, (*place.lemmas, thing.lemma, verb.lemma)


def _object_degree(draw: Draw, _direction: str) -> Draft | None:
    """पुरानी बेहद किताब for बेहद पुरानी किताब; not बहुत, which may stand before a noun."""
    done = _done(draw)
    adjective = draw.adjective(done[1]) if done else None
    if done is None or adjective is None or adjective.lemma not in GRADABLE:
        return None
    verb, thing, place, lemmas = done
    if not plausible(adjective.lemma, verb.lemma):
        return None
    agent, degree = draw.agent(verb), draw.pick(("बेहद", "अत्यंत", "सबसे"))
    quality = inflect_adjective(adjective.lemma, thing.gender, "sg", "direct")
    return _draft(
        spaced(agent.ergative, draw.time("perfective"), place),
        f"{degree} {quality}",
        f"{quality} {degree}",
        spaced(thing.lemma, finite(verb, "perfective", Agreement(thing.gender, "sg"))),
        f"{degree} stands after the attributive adjective that it modifies",
        "past",
        (*agent.lemmas, adjective.lemma, *lemmas),
    )


def _numeral(draw: Draw, _direction: str) -> Draft | None:
    done = _done(draw)
    if done is None:
        return None
    verb, thing, place, lemmas = done
    agent = draw.subject(verb, lambda n: n.human)
    if agent is None:
        return None
    numeral, form = draw.pick(NUMERALS), agent.form("oblique", "pl")
    return _draft(
        draw.time("perfective"),
        f"{numeral} {form}",
        f"{form} {numeral}",
        spaced("ने", place, thing.lemma, finite(verb, "perfective", Agreement(thing.gender, "sg"))),
        "the numeral stands between its noun and ने",
        "past",
        (agent.lemma, *lemmas),
    )


def _marker(draw: Draw, _direction: str) -> Draft | None:
    """लाल वाली साड़ी: वाला follows the word that it marks; after ने it has nothing else to mark."""
    done = _done(draw)
    adjective = draw.adjective(done[1]) if done else None
    if done is None or adjective is None or adjective.lemma in MOODS:
        return None
    if not plausible(adjective.lemma, done[0].lemma):
        return None
    verb, thing, place, lemmas = done
    agent = draw.agent(verb)
    quality, marker = (
        inflect_adjective(word, thing.gender, "sg", "direct") for word in (adjective.lemma, "वाला")
    )
    return _draft(
        spaced(draw.time("perfective"), agent.ergative),
        f"{quality} {marker}",
        f"{marker} {quality}",
        spaced(thing.lemma, place, finite(verb, "perfective", Agreement(thing.gender, "sg"))),
        f"{marker} stands before the adjective that it marks",
        "past",
        (*agent.lemmas, adjective.lemma, *lemmas),
    )


# One does not tell things apart by these.
MOODS = ("नन्हा", "भूखा", "प्यासा", "दुबला")


WILD = ("flower", "leaf", "tree")  # what is nobody's


def _genitive(draw: Draw, _direction: str) -> Draft | None:
    done = _done(draw)
    if done is None or not done[1].count or done[1].animate or set(done[1].kinds) & set(WILD):
        return None
    verb, thing, place, lemmas = done
    owner = draw.name(draw.wearer(thing))
    agent = draw.agent(verb)
    if set(owner.lemmas) & set(agent.lemmas) or verb.lemma in ("लिखना", "माँगना"):
        return None
    marker = inflect_adjective("का", thing.gender, "sg", "direct")
    return _draft(
        spaced(agent.ergative, draw.time("perfective"), owner.direct),
        f"{marker} {thing.lemma}",
        f"{thing.lemma} {marker}",
        spaced(place, finite(verb, "perfective", Agreement(thing.gender, "sg"))),
        f"the thing owned stands between the owner and {marker}",
        "past",
        (*owner.lemmas, *agent.lemmas, *lemmas),
    )


def _conjunction(draw: Draw, _direction: str) -> Draft | None:
    done = _done(draw)
    if done is None:
        return None
    verb, thing, place, lemmas = done
    first = draw.agent(verb)
    second = draw.agent(verb)
    if first.lemmas == second.lemmas:
        return None
    return _draft(
        spaced(draw.time("perfective"), first.oblique),
        f"और {second.oblique}",
        f"{second.oblique} और",
        spaced("ने", place, thing.lemma, finite(verb, "perfective", Agreement(thing.gender, "sg"))),
        "और stands after both of the phrases that it joins",
        "past",
        (*first.lemmas, *second.lemmas, *lemmas),
    )


TEMPLATES = (
    Template("postposition", ("order",), _postposition),
    Template("attribute", ("order",), _attribute),
    Template("determiner", ("order",), _determiner),
    Template("degree", ("order",), _degree),
    Template("degree_object", ("order",), _object_degree),
    Template("numeral", ("order",), _numeral),
    Template("marker", ("order",), _marker),
    Template("genitive", ("order",), _genitive),
    Template("conjunction", ("order",), _conjunction),
)
