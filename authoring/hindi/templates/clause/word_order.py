"""word_order: what may not be scrambled.

Phrases of a Hindi clause may stand in almost any order, so no order of phrases is called wrong
here. What is fixed is the order inside them: the postposition comes last, modifiers stand
before their noun, और between its conjuncts, वाला after what it marks.
"""

from __future__ import annotations

from dataclasses import dataclass

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.grammar.checks import Clause, fixed
from authoring.hindi.grammar.lexicon import Noun
from authoring.hindi.grammar.phrases import TENSE_TAG, TenseKey, spaced
from authoring.hindi.templates.clauses import action, both, thing_phrase
from authoring.hindi.templates.qualities import plausible
from authoring.hindi.templates.settings import NOISY, in_several
from kasauti.data.pairs import Check
from kasauti.data.treebank_pairs.inflection import Agreement, Number, inflect_adjective

# Not काफ़ी and बहुत: they may stand before a noun by themselves (चौड़ी काफ़ी नदियाँ).
DEGREES = ("बेहद", "अत्यंत", "सबसे")
# Qualities that come in degrees.
GRADABLE = (
    "पुराना", "छोटा", "बड़ा", "लंबा", "चौड़ा", "ऊँचा", "गंदा", "सुंदर", "मज़बूत", "साफ़", "भारी",
    "मोटा", "पतला", "सस्ता", "महँगा",
)  # fmt: skip


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
    clause: Clause

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
    main = action(verb, tense, agent, thing_phrase(thing))
    return Setting(
        time=draw.time(tense, verb=verb),
        agent=agent.ergative if ergative else agent.direct,
        agreement=main.controller,
        noun=noun,
        postposition=postposition,
        rest=spaced(thing.lemma if thing else "", main.written),
        lemmas=(*agent.lemmas, lemma, *((thing.lemma,) if thing else ()), verb.lemma),
        tense=TENSE_TAG[tense],
        number="pl" if in_several(verb.lemma, lemma) and draw.chance(0.4) else "sg",
        clause=main,
    )


def reordered(
    before: str,
    good: str,
    bad: str,
    after: str,
    gloss: str,
    tense: str,
    lemmas: tuple[str, ...],
    *settled: Clause | Check,
) -> Draft:
    """The words in their order and in the wrong one; `settled` is what both members share."""
    return Draft(
        before=before,
        good=good,
        bad=bad,
        after=after,
        gloss=gloss,
        tense=tense,
        lemmas=lemmas,
        checks=both(*settled, good=[fixed("order", good, good)], bad=[fixed("order", good, bad)]),
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
    return reordered(
        spaced(setting.time, setting.agent),
        f"{setting.form} {setting.postposition}",
        f"{setting.postposition} {setting.form}",
        setting.rest,
        f"the postposition {setting.postposition} stands before its noun",
        setting.tense,
        setting.lemmas,
        setting.clause,
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
    return reordered(
        setting.lead,
        f"{quality} {setting.form}",
        f"{setting.form} {quality}",
        spaced(setting.postposition, setting.rest),
        "the attributive adjective stands after its noun",
        setting.tense,
        (adjective.lemma, *setting.lemmas),
        setting.clause,
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
    main = action(verb, "perfective", agent)
    return reordered(
        spaced(agent.ergative, draw.time("perfective")),
        f"{quality} {form}",
        f"{form} {quality}",
        spaced("को", place.text, main.written),
        "the attributive adjective stands after its noun",
        "past",
        (*agent.lemmas, adjective.lemma, thing.lemma, *place.lemmas, verb.lemma),
        main,
        fixed("case of the object", "को", "को"),
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
    return reordered(
        setting.lead,
        f"{determiner} {setting.form}",
        f"{setting.form} {determiner}",
        spaced(setting.postposition, setting.rest),
        "the determiner stands after its noun",
        setting.tense,
        setting.lemmas,
        setting.clause,
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
    return reordered(
        setting.lead,
        f"{degree} {quality}",
        f"{quality} {degree}",
        spaced(setting.form, setting.postposition, setting.rest),
        f"{degree} stands after the attributive adjective that it modifies",
        setting.tense,
        (adjective.lemma, *setting.lemmas),
        setting.clause,
    )


TEMPLATES = (
    Template("postposition", ("order",), _postposition),
    Template("attribute", ("order",), _attribute),
    Template("determiner", ("order",), _determiner),
    Template("degree", ("order",), _degree),
)
