"""Clauses around a noun phrase, each only for nouns of which it makes sense.

One hides behind a tree, not behind a flower, and sees a horse from afar, not a paratha.
"""

from __future__ import annotations

from kasauti.data.hindi.conjugation import Agreement, copula, perfective
from kasauti.data.hindi.draw import Draw
from kasauti.data.hindi.inflection import Number
from kasauti.data.hindi.lexicon import Noun
from kasauti.data.hindi.phrases import spaced
from kasauti.data.hindi.probe_frames import speaker

# What is told or read, and not looked at.
_TOLD = ("कहानी", "कविता", "लेख", "नाटक", "उपन्यास")

_ROADSIDE = (
    "रास्ते में", "गाँव में", "मेले में", "नदी के किनारे", "मंदिर के पास", "सड़क पर", "दुकान के सामने", "बाज़ार में",
    "स्कूल के पास",
)  # fmt: skip
_SHOPS = ("दुकान में", "मेले में", "बाज़ार में", "अलमारी के पास")
# Where one may come to see what; the first that fits counts, a noun of no kind is not met.
_MET = (
    (("people", "vehicle"), _ROADSIDE),
    (("wild animal", "climber"), ("रास्ते में", "नदी के किनारे", "जंगल में", "मेले में")),
    (("fish",), ("नदी में", "तालाब में", "झील में")),
    (("small animal", "bird"), ("आँगन में", "पेड़ के नीचे", "छत पर", "बग़ीचे में")),
    (("animals",), ("रास्ते में", "गाँव में", "नदी के किनारे", "खेत में")),
    (("boat",), ("नदी में", "नदी के किनारे", "झील में")),
    (("tree", "plant", "flower"), ("रास्ते में", "बग़ीचे में", "नदी के किनारे", "मंदिर के पास")),
    (("leaf",), ("आँगन में", "रास्ते में", "छत पर")),
    (("building", "goal", "ground", "water"), ("रास्ते में",)),
    (("opening", "wall", "room", "appliance"), ("पुराने घर में", "मंदिर में", "स्कूल में")),
    (("things", "container"), _SHOPS),
)
_LARGE = (
    "people", "grazer", "wild animal", "tree", "vehicle", "boat", "building", "goal", "ground",
    "water",
)  # fmt: skip
_TALKED_OF = (
    "people", "pet", "grazer", "wild animal", "text", "picture", "jewel", "vehicle", "boat",
    "building", "goal", "ground", "water", "tree", "medicine", "road",
)  # fmt: skip
_PRAISED = (
    "text", "picture", "jewel", "garment", "furniture", "toy", "snack", "sweet", "vehicle",
    "building", "people", "vessel", "container", "room", "stage",
)  # fmt: skip
_STOOD_BY = (
    "people", "grazer", "tree", "vehicle", "boat", "building", "goal", "water", "opening", "wall",
    "furniture", "stage", "room",
)  # fmt: skip
_HIDING_PLACES = ("tree", "vehicle", "building", "opening", "wall")
_LIFTED = (
    "text", "fruit", "sweet", "garment", "footwear", "jewel", "vessel", "tool", "belonging", "toy",
    "picture", "leaf", "medicine",
)  # fmt: skip


def _is(noun: Noun, kinds: tuple[str, ...]) -> bool:
    return noun.group in kinds or not set(kinds).isdisjoint(noun.kinds)


def _looked_at(noun: Noun) -> bool:
    return noun.lemma not in _TOLD


def _pictured(noun: Noun) -> bool:
    return _looked_at(noun) and not _is(noun, ("picture", "medicine"))


def _met(noun: Noun) -> tuple[str, ...]:
    if not _looked_at(noun):
        return ()
    return next((scenes for kinds, scenes in _MET if _is(noun, kinds)), ())


def around_direct(draw: Draw, noun: Noun, number: Number) -> tuple[str, str]:
    """What stands before and after a noun phrase in the direct case."""
    gender, agreement = noun.gender, Agreement(noun.gender, number)
    someone = speaker(draw).dative
    is_now, was = copula("present", agreement), copula("past", agreement)
    seen = f"दिखाई {perfective('देना', gender, number, alone=True)}"
    frames = [
        ("", f"सबको बहुत पसंद {perfective('आना', gender, number, alone=True)}"),
        (someone, f"बहुत पसंद {perfective('आना', gender, number)} {is_now}"),
        ("", f"अब तक सबको याद {is_now}"),
    ]
    if _pictured(noun):
        frames.append(("तस्वीर में", is_now))
        frames.append((f"{someone} सपने में", f"दिखाई {perfective('देना', gender, number)} {was}"))
    if scenes := _met(noun):
        frames.append((spaced(draw.time("perfective"), someone, draw.pick(scenes)), seen))
    if _is(noun, _LARGE):
        frames.append((someone, f"दूर से {seen}"))
    return draw.pick(frames)


def around_oblique(draw: Draw, noun: Noun) -> tuple[str, str]:
    """What stands before and after a noun phrase in the oblique case."""
    someone, time = speaker(draw), draw.time("perfective")
    frames = []
    if _looked_at(noun):
        gazed = perfective("रहना", someone.gender, someone.number, alone=True)
        gazing = "देखती" if someone.gender == "f" else ("देखता", "देखते")[someone.number == "pl"]
        frames += [
            (someone.ergative, "की ओर देखा"),
            (f"{time} {someone.ergative}", "की ओर इशारा किया"),
            (someone.direct, f"को देर तक {gazing} {gazed}"),
            (f"{someone.ergative} {time}", "को ध्यान से देखा"),
        ]
    if _pictured(noun):
        frames.append((f"{someone.ergative} {time}", "की तस्वीर बनाई"))
    if _is(noun, _TALKED_OF):
        frames.append((someone.ergative, "के बारे में बहुत कुछ बताया"))
        frames.append((f"{time} सब लोग", "के बारे में बात कर रहे थे"))
    if _is(noun, _PRAISED):
        frames.append((f"{time} {someone.ergative}", "की बहुत तारीफ़ की"))
    if _is(noun, _STOOD_BY):
        frames.append(("", "के पास कुछ लोग खड़े थे"))
    if _is(noun, _HIDING_PLACES) or noun.lemma in ("अलमारी", "पर्दा", "मंदिर"):
        frames.append((time, "के पीछे कोई छिपा हुआ था"))
    if _is(noun, _LIFTED) and _looked_at(noun):
        frames.append((someone.ergative, "को उठाकर देखा"))
    return draw.pick(frames)
