"""Qualities that go with actions, shared by the templates with adjectives."""

from __future__ import annotations

from authoring.hindi.grammar.lexicon import Noun
from kasauti.data.treebank_pairs.inflection import Number

PASSING = ("भूखा", "प्यासा")  # what one is now, not next week
# A dry sari does not dry, a torn one does not tear, a broken chair does not break.
SAME_SENSE = {
    ("सूखा", "सूखना"),
    ("फटा", "फटना"),
    ("फटा", "घिसना"),
    ("टूटा", "टूटना"),
    ("सूखा", "मुरझाना"),
    ("कच्चा", "सड़ना"),
}

# What is torn, broken, wet or dirty is not what one makes, buys or sends.
SPOILT = ("टूटा", "फटा", "गीला", "गंदा", "मैला", "सूखा", "भूखा", "प्यासा")
PROVIDING = (
    "ख़रीदना", "बेचना", "सिलना", "बनाना", "बनवाना", "भेजना", "लिखना", "छिपाना", "चुराना", "चलाना",
)  # fmt: skip
# Which qualities do not go with an action, for other reasons.
ODD = {
    "धोना": ("गीला", "सूखा", "नया"),
    "सुखाना": ("सूखा",),
    "खोलना": ("टूटा",),
    "सजाना": ("टूटा",),
    "तोड़ना": ("टूटा", "सूखा"),
    "सींचना": ("सूखा",),
    "बनाना": ("पुराना", "ठंडा"),
    "पकाना": ("ठंडा",),
    "सिलना": ("पुराना", "सस्ता"),
    "लिखना": ("पुराना",),
    "बनवाना": ("पुराना",),
    "बेचना": ("कच्चा",),
    "फेंकना": ("नया", "महँगा"),
}


def plausible(adjective: str, verb: str) -> bool:
    """Return whether one plausibly does with a thing of this quality what the verb says."""
    if verb in PROVIDING and adjective in SPOILT:
        return False
    return adjective not in ODD.get(verb, ())


def clearing(source: str) -> tuple[str, ...]:
    """Things to do with what this happened to: what has dried is not thrown away."""
    return ("उठाना", "हटाना") if source == "सूखना" else ("फेंकना", "उठाना", "हटाना")


def counted(verb: str, noun: Noun, number: Number) -> bool:
    """True if one does this with so many of the things: one wears two shoes, but not two hats."""
    return number == "sg" or verb != "पहनना" or "footwear" in noun.kinds


# Qualities that contradict or repeat one another.
CLASHING = {
    ("मैला", "साफ़"),
    ("मैला", "सफ़ेद"),
    ("सस्ता", "क़ीमती"),
    ("महँगा", "बेकार"),
    ("नया", "बेकार"),
    ("फटा", "सुंदर"),
    ("छोटा", "भारी"),
    ("पतला", "भारी"),
    ("सस्ता", "बेकार"),
    ("फटा", "मुलायम"),
    ("टूटा", "मज़बूत"),
    ("महँगा", "क़ीमती"),
    ("फटा", "क़ीमती"),
    ("टूटा", "क़ीमती"),
}
