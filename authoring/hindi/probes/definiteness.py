"""The probe task on definiteness, without demonstratives: order and mention tell it.

A bare noun that begins its clause is definite (घोड़ा राम के पास नहीं है, "the horse is not with
Ram"); after the place or the owner it is indefinite (राम के पास घोड़ा नहीं है, "Ram has no horse").
Both sentences have the same words. In half of the examples something was mentioned before: the
same thing, which makes the second mention definite, or another one. The label is that of the
marked verb's subject, and is read at the verb, where both are known.
"""

from __future__ import annotations

from authoring.hindi.draw import Draw
from authoring.hindi.grammar.conjugation import Tense, copula
from authoring.hindi.grammar.lexicon import Lexicon, Noun
from authoring.hindi.grammar.phrases import spaced
from authoring.hindi.probes.frames import Marked, TaskRecipe
from authoring.hindi.probes.scenes import met, of_kind
from kasauti.data.treebank_pairs.inflection import Agreement, inflect_adjective, perfective

_OWNED = (
    "vehicle",
    "pet",
    "grazer",
    "belonging",
    "jewel",
    "garment",
    "container",
    "toy",
)
_LAID = (
    "text",
    "fruit",
    "sweet",
    "garment",
    "jewel",
    "vessel",
    "tool",
    "belonging",
    "toy",
    "medicine",
)
_SITTING = ("bird", "climber", "pet", "fowl", "youth", "adult")
_STANDING = ("vehicle", "grazer", "student")
_SHELVES = (
    (("fruit", "sweet"), ("मेज़ पर", "रसोई में", "थैले में", "थाली में")),
    (("text", "belonging", "toy"), ("मेज़ पर", "अलमारी में", "पलंग पर", "थैले में")),
    (("things",), ("मेज़ पर", "अलमारी में", "संदूक़ में", "बरामदे में")),
)
_SEATS = ("छत पर", "आँगन में", "पेड़ के नीचे", "दरवाज़े के पास")
_STANDS = ("सड़क पर", "दरवाज़े के सामने", "मंदिर के सामने", "गली में", "स्कूल के पास")
# Too large to lie on a table.
_LARGE = ("घड़ा", "छाता", "गमला", "झूला", "पतंग")
_OPENERS = ("आज", "इस समय", "")
_SURELY = ("ज़रूर", "")
# What is told and not laid down; and whoever is known by being somebody's neighbour. (Of those
# with a trade a village has one, so they are definite wherever they stand.)
_LEFT_OUT = ("कहानी", "कविता", "लेख", "नाटक", "पड़ोसी", "पड़ोसिन")
_EVENTS = ("कल", "परसों", "आज सुबह", "कल शाम", "उस दिन")


def _nouns(lexicon: Lexicon, _label: str) -> list[Noun]:
    return [
        noun
        for noun in lexicon.nouns.values()
        if noun.count
        and noun.group in ("people", "animals", "things")
        and noun.lemma not in _LEFT_OUT
        and "worker" not in noun.kinds
        and _ways(noun)
    ]


def _ways(noun: Noun) -> list[str]:
    """In which sentences the noun can be what is somewhere."""
    ways = []
    if of_kind(noun, _OWNED):
        ways.append("owned")
    if of_kind(noun, _LAID) and noun.lemma not in _LARGE:
        ways.append("laid")
    if of_kind(noun, _SITTING):
        ways.append("sitting")
    if of_kind(noun, _STANDING) and noun.lemma != "नाव":
        ways.append("standing")
    if of_kind(noun, ("animals", "people", "vehicle", "boat")) and met(noun):
        ways.append("seen")
    return ways


def _definiteness(draw: Draw, label: str, noun: Noun) -> Marked | None:
    way = draw.pick(_ways(noun))
    place, between, verb = _somewhere(draw, noun, way)
    opener = draw.pick(_EVENTS if way == "seen" else _OPENERS)
    mention = ""
    if way == "owned" or (noun.animate and way != "laid"):
        mention = _mention(draw, label, noun, way) if draw.chance(0.6) else ""
    if mention:
        between = "" if between == "ज़रूर" else between
        later = ("बाद में", "शाम को") if verb.endswith(("था", "थी", "दिया", "दी")) else ("अब", "आज")
        opener = f"{'लेकिन' if between == 'नहीं' else 'और'} {draw.pick(later)}"
        place = _HIS if way == "owned" else place
    name = noun.form("direct", "sg")
    order = (name, place) if label == "definite" else (place, name)
    return Marked(spaced(mention, opener, *order, between), verb, "")


_HIS = "उसके पास"


def _somewhere(draw: Draw, noun: Noun, way: str) -> tuple[str, str, str]:
    """The place or owner, what may stand before the verb, and the verb."""
    agreement = Agreement(noun.gender, "sg")
    tense: Tense = draw.pick(("present", "present", "past", "presumptive"))
    aux = copula(tense, agreement)
    places: tuple[str, ...]
    if way == "owned":
        denied = tense != "presumptive"
        owner = f"{draw.name(draw.wearer(noun)).oblique} के पास"
        return owner, draw.pick(("नहीं", "नहीं", "ज़रूर", "") if denied else _SURELY), aux
    if way == "laid":
        laid = inflect_adjective("रखा", noun.gender, "sg", "direct")
        places = next(places for kinds, places in _SHELVES if of_kind(noun, kinds))
        return draw.pick(places), draw.pick(_SURELY), draw.pick((aux, f"{laid} {aux}"))
    if way in ("sitting", "standing"):
        stem, places = ("बैठा", _SEATS) if way == "sitting" else ("खड़ा", _STANDS)
        verb = f"{inflect_adjective(stem, noun.gender, 'sg', 'direct')} {aux}"
        return draw.pick(places), draw.pick(_SURELY), verb
    seen = f"दिखाई {perfective('देना', noun.gender, 'sg', alone=True)}"
    return draw.pick(met(noun)), draw.pick(("अचानक", "अचानक", "")), seen


def _mention(draw: Draw, label: str, noun: Noun, way: str) -> str:
    """An earlier sentence, of the same thing or of another one that is like it."""
    mentioned = noun
    if label == "indefinite":
        others = [
            other
            for other in _nouns(draw.lexicon, label)
            if other.group == noun.group
            and set(other.kinds) & set(noun.kinds)
            and other != noun
            and way in _ways(other)
        ]
        if not others:
            return ""
        mentioned = draw.pick(others)
    agreement = Agreement(mentioned.gender, "sg")
    was = copula("past", agreement)
    who = draw.name()
    name = mentioned.form("direct", "sg")
    if way == "owned":
        bought = perfective("ख़रीदना", mentioned.gender, "sg")
        return f"{who.ergative} पिछले हफ़्ते एक {name} {bought} {was};"
    given = perfective("देना", mentioned.gender, "sg")
    return f"{who.dative} कल रास्ते में एक {name} दिखाई {given} {was};"


DEFINITENESS = TaskRecipe("definiteness", ("definite", "indefinite"), _nouns, _definiteness)
