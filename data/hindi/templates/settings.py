"""Where things happen: what the templates with modified places share."""

from __future__ import annotations

# What is heard, wherever it happens: the look of the place is beside the point.
NOISY = ("हँसना", "चिल्लाना", "रोना")
# Places of which one can frequent several, and what one does in several of them.
MANY = (
    "मैदान", "बग़ीचा", "खेत", "जंगल", "रास्ता", "सड़क", "गली", "तालाब", "नदी", "झील", "दुकान", "मंदिर",
    "बाज़ार", "पार्क", "गाँव", "शहर",
)  # fmt: skip
ROVING = (
    "टहलना", "घूमना", "ठहरना", "नहाना", "तैरना", "दौड़ना", "खेलना", "भागना",
    "बेचना", "ख़रीदना", "पकड़ना",
)  # fmt: skip


def in_several(verb: str, place: str) -> bool:
    """Whether one plausibly does this in several such places."""
    return place in MANY and verb in ROVING
