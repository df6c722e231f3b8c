"""Gender agreement: a demonstrative, adjective or participle against the gender of its noun.

A wrong word is never a neuter singular, which could be an adverb ("thus",
"well"). The verbs are intransitive, so that no wrong word finds a role as an
object, and एव keeps the noun from being taken for a vocative. What
agrees with the noun's form in another gender is not wrong: भिक्षवः can be women
who beg, छात्राः girls who study, and बलम् a man called Bala.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from kasauti.data.sanskrit.frames import sentence_words
from kasauti.data.sanskrit.grammar import Case, Cell, Gender, Number, prose
from kasauti.data.sanskrit.lexicon import Noun, forms_in_gender, nouns, readings
from kasauti.data.sanskrit.records import ContrastSet
from kasauti.data.sanskrit.sampling import spread

_AGREEING = "{agreeing}"


@dataclass(frozen=True, slots=True)
class _Frame:
    """Sentences in which `agreeing` is the word whose gender is right or wrong."""

    name: str
    kinds: frozenset[str]
    case: Case
    numbers: tuple[Number, ...]
    agreeing: tuple[str, ...]
    templates: tuple[str, ...]
    gloss: str


@dataclass(frozen=True, slots=True)
class _Candidate:
    frame: _Frame
    template: str
    agreeing: str
    noun: Noun
    number: Number
    right: str
    wrong: str
    wrong_gender: Gender


_DEMONSTRATIVES = ("एतद्", "इदम्", "तद्")
_OF_PERSONS = ("कृश", "स्थूल", "वृद्ध", "दुर्बल", "बलिष्ठ")
# Not विशाल: Viśālā is a town.
_OF_PLACES = ("विस्तीर्ण", "रमणीय", "नव", "शून्य")
_FRAMES = (
    _Frame(
        "demonstrative",
        frozenset({"person"}),
        Case.NOMINATIVE,
        tuple(Number),
        _DEMONSTRATIVES,
        ("{agreeing} {noun} एव {present:स्वप्}", "{agreeing} {noun} एव {present:कम्प्}"),
        "the demonstrative has the gender of its noun",
    ),
    _Frame(
        "demonstrative_of_place",
        frozenset({"place"}),
        Case.NOMINATIVE,
        (Number.SINGULAR, Number.PLURAL),
        _DEMONSTRATIVES,
        ("{agreeing} {noun} एव {present:शुभ्}",),
        "the demonstrative has the gender of its noun",
    ),
    _Frame(
        "participle",
        frozenset({"person"}),
        Case.NOMINATIVE,
        tuple(Number),
        ("सुप्त", "श्रान्त", "तुष्ट"),
        ("{एतद्} {noun} {agreeing}", "{इदम्} {noun} अधुना {agreeing}"),
        "a participle that is the predicate has the gender of its subject",
    ),
    _Frame(
        "participle_of_place",
        frozenset({"place"}),
        Case.NOMINATIVE,
        (Number.SINGULAR, Number.PLURAL),
        ("नष्ट", "शोभित"),
        ("{एतद्} {noun} {agreeing}", "{इदम्} {noun} अधुना {agreeing}"),
        "a participle that is the predicate has the gender of its subject",
    ),
    _Frame(
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
    _Frame(
        "adjective_of_place",
        frozenset({"place"}),
        Case.NOMINATIVE,
        (Number.SINGULAR,),
        _OF_PLACES,
        ("{एतद्} {agreeing} {noun} एव {present:शुभ्}",),
        "an adjective has the gender of its noun",
    ),
    _Frame(
        "demonstrative_accusative",
        frozenset({"kin", "need"}),
        Case.ACCUSATIVE,
        (Number.SINGULAR, Number.PLURAL),
        ("एतद्", "इदम्"),
        ("अहम् {agreeing} {noun} विना न जीवामि", "त्वम् {agreeing} {noun} विना न मोदसे"),
        "the demonstrative has the gender of its noun; विना governs only the noun",
    ),
)


def gender_agreement_pairs(size: int, seed: int) -> list[ContrastSet]:
    """So many pairs, spread over frames, genders, numbers, nouns and agreeing words."""
    candidates = [candidate for frame in _FRAMES for candidate in _candidates(frame)]
    chosen = spread(
        candidates,
        size,
        random.Random(seed),
        (
            lambda one: one.frame.name,
            lambda one: (one.noun.gender, one.wrong_gender, one.number),
            lambda one: one.noun.stem,
            lambda one: (one.agreeing, one.template),
        ),
    )
    return [_record(index, candidate) for index, candidate in enumerate(chosen, start=1)]


def _candidates(frame: _Frame) -> Iterator[_Candidate]:
    for noun in nouns():
        # मित्रम् "friend" is neuter, but who is meant may be a man or a woman.
        if not noun.kinds & frame.kinds or (
            noun.gender is Gender.NEUTER and "person" in noun.kinds
        ):
            continue
        for number in frame.numbers:
            if number not in noun.numbers or _could_be_another_case(noun, frame, number):
                continue
            for agreeing in frame.agreeing:
                for right, wrong, gender in _contrasts(agreeing, noun, Cell(frame.case, number)):
                    for template in frame.templates:
                        yield _Candidate(
                            frame, template, agreeing, noun, number, right, wrong, gender
                        )


def _could_be_another_case(noun: Noun, frame: _Frame, number: Number) -> bool:
    """Whether the noun alone could be read so that the wrong word is no longer its attribute.

    नगरे is two towns or in a town; under विना a vocative would leave the
    demonstrative to stand for itself.
    """
    core = {Case.NOMINATIVE, Case.ACCUSATIVE}
    if frame.case is Case.NOMINATIVE:
        core.add(Case.VOCATIVE)
    cells = readings(noun.form(Cell(frame.case, number)))
    return any(cell.case not in core for cell in cells)


def _contrasts(agreeing: str, noun: Noun, cell: Cell) -> Iterator[tuple[str, str, Gender]]:
    right = forms_in_gender(agreeing, noun.gender, cell)
    seen = set(right)
    for gender in Gender:
        if noun.form(cell) in forms_in_gender(noun.stem, gender, cell):
            seen.update(forms_in_gender(agreeing, gender, cell))
    for gender in Gender:
        if gender is Gender.NEUTER and cell.number is Number.SINGULAR:
            continue
        wrong = forms_in_gender(agreeing, gender, cell)
        if not seen & set(wrong):
            seen |= set(wrong)
            yield right[0], wrong[0], gender


def _sentence(candidate: _Candidate, agreeing: str) -> str:
    cell = Cell(candidate.frame.case, candidate.number)
    template = candidate.template.replace(_AGREEING, agreeing)
    return prose(sentence_words(template, candidate.noun, candidate.noun.form(cell), cell))


def _record(index: int, candidate: _Candidate) -> ContrastSet:
    frame, noun = candidate.frame, candidate.noun
    context = _sentence(candidate, "___")
    return ContrastSet(
        id=f"gender_{index:04}",
        phenomenon="gender_agreement",
        grammatical=_sentence(candidate, candidate.right),
        ungrammatical=_sentence(candidate, candidate.wrong),
        stem=noun.stem,
        context=context,
        metadata={
            "frame": frame.name,
            "stem_class": noun.stem_class,
            "gender": str(noun.gender),
            "incorrect_gender": str(candidate.wrong_gender),
            "number": str(candidate.number),
            "case": str(frame.case),
            "swap": f"{noun.gender}>{candidate.wrong_gender}",
            "form": candidate.right,
            "wrong_form": candidate.wrong,
            "gloss": f"{frame.gloss}: {noun.stem} is {noun.gender}, "
            f"{candidate.wrong} is {candidate.wrong_gender}.",
            "source": "lexicon.toml",
        },
    )
