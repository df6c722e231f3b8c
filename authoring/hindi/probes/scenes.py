"""Places at which things are seen: a horse on the road, a fish in the river."""

from __future__ import annotations

from authoring.hindi.grammar.lexicon import Noun

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


def of_kind(noun: Noun, kinds: tuple[str, ...]) -> bool:
    """Return whether the noun is of one of these groups or kinds."""
    return noun.group in kinds or not set(kinds).isdisjoint(noun.kinds)


def met(noun: Noun) -> tuple[str, ...]:
    """A place at which the thing may be seen; none for what is told or read."""
    if noun.lemma in _TOLD:
        return ()
    return next((scenes for kinds, scenes in _MET if of_kind(noun, kinds)), ())
