"""Places, shared by the templates with modified places."""

from __future__ import annotations

from collections.abc import Collection

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
    """Return whether one plausibly does this in several such places."""
    return place in MANY and verb in ROVING


# Where those do not belong who herd, fish, sell in the street, or are old: an office, a class.
OFFICES = {"दफ़्तर", "कक्षा"}
NOT_IN_OFFICES = {
    "चरवाहा", "मछुआरा", "लकड़हारा", "दूधवाला", "सब्ज़ीवाला", "ग्वाला", "धोबी", "माली", "दर्ज़ी", "बढ़ई",
    "बुढ़िया", "मालिन", "धोबिन", "मछुआरिन", "पड़ोसी", "पड़ोसिन", "नौकरानी", "चायवाला", "नौकर",
}  # fmt: skip
CHILDREN = {"लड़का", "लड़की", "बच्चा", "बच्ची", "पोता", "पोती", "भतीजा", "भतीजी", "भांजा", "भांजी"}
# Words that do not make sense together, whatever the sentence.
ODD_TOGETHER = (
    ({"मछली", "बत्तख"}, {"पकड़ना", "पालना"}, {"आँगन", "मैदान", "बग़ीचा", "खेत", "घर"}),
    ({"अलमारी", "मेज़", "कुर्सी", "पलंग", "चारपाई", "झूला", "गाड़ी"}, {"बेचना", "बिकना"}, {"गली", "मेला"}),
    ({"कूदना"}, {"तालाब"}, {"बढ़ई", "दर्ज़ी"}),
    (OFFICES, NOT_IN_OFFICES),
    ({"दफ़्तर"}, CHILDREN),
    ({"फेंकना", "चखना", "परोसना", "छिपाना"}, {"भूलना", "निकलना", "जाना"}),
    ({"घोड़ा", "गाय", "भैंस", "बकरी"}, {"मछुआरा", "मछुआरिन", "दर्ज़ी", "बढ़ई", "छात्र", "छात्रा"}),
    ({"बेचना"}, {"दफ़्तर", "अस्पताल", "मंदिर"}),
    ({"चढ़ना", "उतरना"}, {"बुढ़िया"}),
    ({"लहँगा", "साड़ी", "दुपट्टा"}, {"चरवाहा", "मछुआरा", "लकड़हारा", "ग्वाला", "चायवाला", "सब्ज़ीवाला"}),
)


def odd_together(lemmas: Collection[str]) -> bool:
    """Return whether some of the words make no sense beside one another."""
    words = set(lemmas)
    return any(all(words & group for group in groups) for groups in ODD_TOGETHER)
