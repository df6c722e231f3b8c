"""The frames of gender agreement: sentences with a noun and a word that agrees with it."""

from __future__ import annotations

from dataclasses import dataclass

from authoring.sanskrit.grammar.categories import Case, Number


@dataclass(frozen=True, slots=True)
class AgreementFrame:
    """Sentences in which `agreeing` is the word whose gender is right or wrong."""

    name: str
    kinds: frozenset[str]
    case: Case
    numbers: tuple[Number, ...]
    agreeing: tuple[str, ...]
    templates: tuple[str, ...]
    gloss: str


_DEMONSTRATIVES = ("एतद्", "इदम्", "तद्")
_OF_PERSONS = ("कृश", "स्थूल", "वृद्ध", "दुर्बल", "बलिष्ठ")
# Not विशाल: Viśālā is a town.
_OF_PLACES = ("विस्तीर्ण", "रमणीय", "नव", "शून्य")
FRAMES = (
    AgreementFrame(
        "demonstrative",
        frozenset({"person"}),
        Case.NOMINATIVE,
        (Number.SINGULAR,),
        _DEMONSTRATIVES,
        # Not with एव, "he sleeps, a very woman"; so no plural, which could be a vocative.
        ("{agreeing} {noun} {present:स्वप्}", "{agreeing} {noun} {present:कम्प्}"),
        "the demonstrative has the gender of its noun",
    ),
    AgreementFrame(
        "demonstrative_of_place",
        frozenset({"place"}),
        Case.NOMINATIVE,
        (Number.SINGULAR, Number.PLURAL),
        _DEMONSTRATIVES,
        ("{agreeing} {noun} {present:शुभ्}",),
        "the demonstrative has the gender of its noun",
    ),
    AgreementFrame(
        "participle",
        frozenset({"person"}),
        Case.NOMINATIVE,
        (Number.SINGULAR, Number.PLURAL),
        ("सुप्त", "श्रान्त", "तुष्ट"),
        ("{noun} एव अधुना {agreeing}", "{noun} एव तत्र {agreeing}"),
        "a participle that is the predicate has the gender of its subject",
    ),
    AgreementFrame(
        "participle_of_place",
        frozenset({"place"}),
        Case.NOMINATIVE,
        (Number.SINGULAR, Number.PLURAL),
        ("नष्ट", "शोभित"),
        ("{noun} एव अधुना {agreeing}", "{noun} एव तत्र {agreeing}"),
        "a participle that is the predicate has the gender of its subject",
    ),
    AgreementFrame(
        "adjective",
        frozenset({"person"}),
        Case.NOMINATIVE,
        (Number.SINGULAR,),
        _OF_PERSONS,
        (
            "{एतद्} {agreeing} {noun} एव {present:स्वप्}",
            "{इदम्} {agreeing} {noun} एव {present:मुद्}",
        ),
        "an adjective has the gender of its noun",
    ),
    AgreementFrame(
        "adjective_of_place",
        frozenset({"place"}),
        Case.NOMINATIVE,
        (Number.SINGULAR,),
        _OF_PLACES,
        ("{एतद्} {agreeing} {noun} एव {present:शुभ्}",),
        "an adjective has the gender of its noun",
    ),
    AgreementFrame(
        "demonstrative_accusative",
        frozenset({"kin", "need"}),
        Case.ACCUSATIVE,
        (Number.SINGULAR, Number.PLURAL),
        ("एतद्", "इदम्"),
        ("अहम् {agreeing} {noun} विना न जीवामि", "त्वम् {agreeing} {noun} विना न मोदसे"),
        "the demonstrative has the gender of its noun; विना governs only the noun",
    ),
)
