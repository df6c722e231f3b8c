"""Choices that a reply names by their place: `the last option`, `option 2`, `तीसरा विकल्प`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kasauti.scorers.replies.clause_words import END, START

Place = tuple[int, int, int]  # the index of the choice, and where the reply names it

_ORDINALS = [
    ("first", "1st", "पहला", "पहले", "पहली", "प्रथम", "प्रथमः", "प्रथमं", "प्रथमम्"),
    ("second", "2nd", "दूसरा", "दूसरे", "दूसरी", "द्वितीय", "द्वितीयः", "द्वितीयं", "द्वितीयम्"),
    ("third", "3rd", "तीसरा", "तीसरे", "तीसरी", "तृतीय", "तृतीयः", "तृतीयं", "तृतीयम्"),
    ("fourth", "4th", "चौथा", "चौथे", "चौथी", "चतुर्थ", "चतुर्थः", "चतुर्थं", "चतुर्थम्"),
    (
        *("fifth", "5th", "पाँचवाँ", "पाँचवां", "पांचवां", "पांचवाँ", "पाँचवें", "पांचवें", "पाँचवा"),
        *("पञ्चमः", "पञ्चम", "पञ्चमं", "पञ्चमम्"),
    ),
]
_LAST = (
    *("very last", "last", "final", "अंतिम", "अन्तिम", "अन्तिमः", "अन्तिमं", "अन्तिमम्", "आखिरी"),
    *("आख़िरी", "अन्त्यः", "अंत", "अन्त"),
)
_LAST_BUT_ONE = ("second-to-last", "second to last", "second last", "penultimate", "last but one")
_NUMBERS = [
    ("1", "i", "one", "एक", "१"), ("2", "ii", "two", "दो", "२"), ("3", "iii", "three", "तीन", "३"),
    ("4", "iv", "four", "चार", "४"), ("5", "v", "five", "पाँच", "पांच", "५"),
]  # fmt: skip
_INDEX_OF = {
    **{name: index for index, names in enumerate(_ORDINALS) for name in names},
    **dict.fromkeys(_LAST, -1),
    **dict.fromkeys(_LAST_BUT_ONE, -2),
}
_INDEX_OF_NUMBER = {name: index for index, names in enumerate(_NUMBERS) for name in names}
OPTION = r"(?:options?|choices?|letter|vikalp|विकल्प(?:ः|ं|म्|स्य|ों)?|पक्षः?|पर्याय)"
_ANY_ORDINAL = "|".join(
    re.escape(name) for name in sorted(_INDEX_OF, key=len, reverse=True) if name not in _LAST
)
_ANY_LAST = "|".join(_LAST)
_ANY_NUMBER = "|".join(_INDEX_OF_NUMBER)
# "The final answer" and "अंतिम उत्तर" do not name the last choice; "the second answer" names one.
_ORDINAL = re.compile(
    rf"{START}(?:({_ANY_ORDINAL})\s+(?:नंबर\s+(?:का|वाला)\s+)?(?:{OPTION}|one|answer|statement|alternative|उत्तर|कथन|वाला|वाली|वाले)"
    rf"|({_ANY_ORDINAL})\s+(?:is|seems|looks|ही|एव)?\s*(?:correct|right|सही|ठीक|उचित|शुद्ध)"
    rf"|({_ANY_LAST})\s+(?:{OPTION}|one|वाला|वाली|वाले)"
    rf"|(?:the\s+)({_ANY_ORDINAL})\s+(?:of|among)\s+(?:these|the|them|those)){END}",
    re.IGNORECASE,
)
# "The answer is the second.", "सही उत्तर दूसरा है"
_TOLD = re.compile(
    rf"{START}(?:answer|one|choice|उत्तर|जवाब|विकल्प|उत्तरम्|विकल्पः)\s*(?:is|:|है|अस्ति|-)?\s*(?:the\s+)?"
    rf"({_ANY_ORDINAL}|{_ANY_LAST})(?=\s*(?:$|[.,;:!।\n]|है|अस्ति|एव|ही|वाला))",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBERED = re.compile(
    rf"{START}{OPTION}\s*(?:number|no\.|#|संख्या|नंबर|क्रमांक)?\s*[:\-]?\s*[(\[]?({_ANY_NUMBER})"
    rf"(?![.,]?\d){END}(?!\s*(?:options|choices|विकल्प|by\b|at a|of\b))",
    re.IGNORECASE,
)
_BARE_NUMBER = re.compile(
    rf"{START}(?:answer|ans|choice|option|choose|pick|select|number|so|उत्तर|उत्तरम्|उत्तरं|जवाब|विकल्पः?|चुनाव)"
    rf"\s*(?:is|है|अस्ति)?\s*(?:number\s*)?[:=–-]?\s*[(\[]?([1-5१-५])(?=\s*(?:$|[).,;!।\]\n]|है|सही|अस्ति))"
    rf"(?![.,]\d)",
    re.IGNORECASE | re.MULTILINE,
)
_ONLY_PLACE = re.compile(rf"(?:the\s+)?(?:({_ANY_ORDINAL}|last)|([1-5१-५]))", re.IGNORECASE)


def places(text: str, count: int, *, numbered: bool) -> Iterator[Place]:
    """Where a text names one of so many choices by its place.

    numbered: whether numbers may name choices; where the choices are numbers, they may not.
    """
    for match in (*_ORDINAL.finditer(text), *_TOLD.finditer(text)):
        name = next(group for group in match.groups() if group)
        yield from _within(_INDEX_OF[name.lower()], count, match.span())
    for pattern in (_NUMBERED, _BARE_NUMBER) if numbered else ():
        for match in pattern.finditer(text):
            yield from _within(_INDEX_OF_NUMBER[match.group(1).lower()], count, match.span())


def only_place(text: str, count: int, *, numbered: bool) -> int | None:
    """The index of the choice where a text is nothing but its ordinal or its number."""
    match = _ONLY_PLACE.fullmatch(text)
    if match is None or (match.group(2) and not numbered):
        return None
    ordinal, number = match.groups()
    index = _INDEX_OF[ordinal.lower()] if ordinal else _INDEX_OF_NUMBER[number]
    return next((place for place, _, _ in _within(index, count, match.span())), None)


def _within(index: int, count: int, span: tuple[int, int]) -> Iterator[Place]:
    place = index + count if index < 0 else index
    if 0 <= place < count:
        yield place, *span
