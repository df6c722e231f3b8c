"""Gender agreement: a demonstrative, adjective or participle against the gender of its noun.

Two nouns of different genders are crossed with the forms that the agreeing word has for them.
A wrong word is never a neuter singular, which could be an adverb ("thus",
"well"). The verbs are intransitive, so that no wrong word finds a role as an
object. A person's noun that could be a vocative opens its sentence, before एव, which cannot open
one: "एताः बालकाः एव स्वपन्ति" can be "only these women sleep, O boys". What
agrees with the noun's form in another gender is not wrong: भिक्षवः can be women
who beg, छात्राः girls who study, and बलम् a man called Bala.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from authoring.sanskrit.grammar.categories import Case, Cell, Gender, Number, prose
from authoring.sanskrit.grammar.lexicon import (
    Noun,
    forms_in_gender,
    in_gender,
    nouns,
    readings,
    written_for,
)
from authoring.sanskrit.grammar.panini import forms
from authoring.sanskrit.sets.agreement_frames import FRAMES, AgreementFrame
from authoring.sanskrit.sets.crossing import (
    Crossing,
    NewWordPairs,
    Sentence,
    numbered,
    sentence_with_gap,
)
from authoring.sanskrit.sets.frames import sentence_words
from authoring.sanskrit.sets.sampling import spread
from kasauti.data.sanskrit.records import ContrastSet

_AGREEING = "{agreeing}"
_DIRECT = (Case.NOMINATIVE, Case.ACCUSATIVE, Case.VOCATIVE)
_PARTNERS = 12
_YOUR = "ते"  # Also "of you", beside a noun of any gender.


@dataclass(frozen=True, slots=True)
class _Side:
    """A noun, and the agreeing word in its gender."""

    noun: Noun
    number: Number
    agreeing: str
    form: str


@dataclass(frozen=True, slots=True)
class _Candidate:
    frame: AgreementFrame
    template: str
    one: _Side
    other: _Side

    @property
    def contrast(self) -> str:
        genders = {self.one.noun.gender, self.other.noun.gender}
        return "/".join(gender for gender in Gender if gender in genders)


def gender_agreement_pairs(attested: Collection[str], size: int, seed: int) -> list[ContrastSet]:
    """The pairs of so many crossings, spread over frames, genders, numbers, words and nouns.

    `attested` are the stems that occur in the corpus.
    """
    rng, new = random.Random(seed), NewWordPairs()

    def known(one: _Candidate) -> int:
        return (one.one.noun.stem in attested) + (one.other.noun.stem in attested)

    found = [candidate for frame in FRAMES for candidate in _candidates(frame, rng)]
    chosen = spread(
        [candidate for candidate in found if known(candidate)],
        size,
        rng,
        (
            lambda one: one.frame.name,
            lambda one: (one.contrast, one.one.number),
            known,
            lambda one: one.one.agreeing,
            lambda one: one.one.noun.stem,
            lambda one: one.other.noun.stem,
            lambda one: one.template,
        ),
        fits=lambda one: new.take(_crossing(one, attested)),
    )
    return numbered("gender", (_crossing(one, attested) for one in chosen))


def _candidates(frame: AgreementFrame, rng: random.Random) -> Iterator[_Candidate]:
    for number in frame.numbers:
        for agreeing in frame.agreeing:
            sides = [side for noun in nouns() for side in _sides(frame, noun, number, agreeing)]
            for one in sides:
                # A few partners of each noun are enough to choose from.
                for other in rng.sample(sides, min(_PARTNERS, len(sides))):
                    if _crosses(frame, one, other):
                        for template in frame.templates:
                            candidate = _Candidate(frame, template, one, other)
                            if _written_alike(candidate) and not _agrees_by_sandhi(candidate):
                                yield candidate


def _sides(frame: AgreementFrame, noun: Noun, number: Number, agreeing: str) -> Iterator[_Side]:
    # मित्रम् "friend" is neuter, but who is meant may be a man or a woman.
    if not noun.kinds & frame.kinds or (noun.gender is Gender.NEUTER and "person" in noun.kinds):
        return
    if (
        number in noun.numbers
        and not _could_be_another_case(noun, frame, number)
        and not _has_another_gender(noun.form(Cell(frame.case, number)))
    ):
        form = forms_in_gender(agreeing, noun.gender, Cell(frame.case, number))[0]
        yield _Side(noun, number, agreeing, form)


def _has_another_gender(form: str) -> bool:
    """True if nouns of two genders have the form: पुत्री is a daughter, and who has sons."""
    return len(_genders()[form]) > 1


@cache
def _genders() -> Mapping[str, set[Gender]]:
    found: dict[str, set[Gender]] = defaultdict(set)
    for noun in nouns():
        for form, cell in forms(noun.stem, noun.gender):
            if cell.case in _DIRECT:
                found[form].add(noun.gender)
    return found


def _could_be_another_case(noun: Noun, frame: AgreementFrame, number: Number) -> bool:
    """True if the noun alone could be read so that the wrong word is no longer its attribute.

    नगरे is two towns or in a town; under विना a vocative would leave the
    demonstrative to stand for itself.
    """
    core = {Case.NOMINATIVE, Case.ACCUSATIVE}
    opens = all(template.startswith("{noun} एव") for template in frame.templates)
    if frame.case is Case.NOMINATIVE and (opens or "person" not in noun.kinds):
        core.add(Case.VOCATIVE)
    cells = readings(noun.form(Cell(frame.case, number)))
    return any(cell.case not in core for cell in cells)


def _crosses(frame: AgreementFrame, one: _Side, other: _Side) -> bool:
    """True if the nouns differ in gender, and each agreeing word is wrong beside the other noun."""
    return one.noun.gender < other.noun.gender and all(
        is_wrong_gender(right.noun, right.agreeing, wrong.form, Cell(frame.case, right.number))
        for right, wrong in ((one, other), (other, one))
    )


def is_wrong_gender(noun: Noun, agreeing: str, form: str, cell: Cell) -> bool:
    """True if a form of the agreeing word has no reading in which it fits the noun in its cell.

    It fits if it agrees in any gender that the noun's form has; or if it is no attribute at all:
    a neuter singular can be an adverb, सुप्तौ is also "in sleep" (सुप्ति), सुप्ते "in one asleep".
    """
    for gender in Gender:
        if noun.form(cell) in forms_in_gender(noun.stem, gender, cell) and (
            form in forms_in_gender(agreeing, gender, cell)
        ):
            return False
    if form == _YOUR or form in forms_in_gender(
        agreeing, Gender.NEUTER, Cell(cell.case, Number.SINGULAR)
    ):
        return False
    return all(reading.case in _DIRECT for reading in _readings_of(agreeing, form))


def _readings_of(agreeing: str, form: str) -> Iterator[Cell]:
    """Every cell that the form has in a gender of the word, or in its noun of action in -ति."""
    stems = [(in_gender(agreeing, gender), gender) for gender in Gender]
    if agreeing.endswith("त"):
        stems.append((agreeing + "ि", Gender.FEMININE))
    for stem, gender in stems:
        if stem is not None:
            yield from (cell for found, cell in forms(stem, gender) if found == form)


def _crossing(candidate: _Candidate, attested: Collection[str]) -> Crossing:
    one, other = candidate.one, candidate.other
    return Crossing(
        phenomenon="gender_agreement",
        stem=one.agreeing,
        sentences=(
            _sentence(candidate, one, other, attested),
            _sentence(candidate, other, one, attested),
        ),
        metadata={
            "frame": candidate.frame.name,
            "contrast": candidate.contrast,
            "number": str(one.number),
            "case": str(candidate.frame.case),
            "source": "lexicon.toml",
        },
    )


def _sentence(
    candidate: _Candidate, side: _Side, other: _Side, attested: Collection[str]
) -> Sentence:
    frame, noun, wrong_gender = candidate.frame, side.noun, other.noun.gender
    right, wrong = (_text(candidate, side, form) for form in (side.form, other.form))
    return sentence_with_gap(
        place=candidate.template.split().index(_AGREEING),
        right=right,
        wrong=wrong,
        metadata={
            "noun": noun.stem,
            "stem_class": noun.stem_class,
            "gender": str(noun.gender),
            "incorrect_gender": str(wrong_gender),
            "swap": f"{noun.gender}>{wrong_gender}",
            "form": side.form,
            "wrong_form": other.form,
            "attested_in_corpus": "yes" if noun.stem in attested else "no",
            "gloss": f"{frame.gloss}: {noun.stem} is {noun.gender}, "
            f"{other.form} is {wrong_gender}.",
        },
    )


def _written_alike(candidate: _Candidate) -> bool:
    """True if both agreeing words are written in the same way beside both nouns (एतं, एतम्)."""
    place = candidate.template.split().index(_AGREEING)
    return all(
        _text(candidate, candidate.one, form).split()[place]
        == _text(candidate, candidate.other, form).split()[place]
        for form in (candidate.one.form, candidate.other.form)
    )


def _agrees_by_sandhi(candidate: _Candidate) -> bool:
    """True if a sentence with the wrong word is right when its words are read with sandhi."""
    one, other = candidate.one, candidate.other
    return any(
        reads_as_agreeing(candidate.template, right.noun, right.agreeing, wrong.form, cell)
        for right, wrong in ((one, other), (other, one))
        for cell in (Cell(candidate.frame.case, right.number),)
    )


def reads_as_agreeing(template: str, noun: Noun, agreeing: str, form: str, cell: Cell) -> bool:
    """True if noun and form, as sandhi could have written them in the template, agree."""
    words = sentence_words(template.replace(_AGREEING, form), noun, noun.form(cell), cell)
    following = dict(pairwise(words))
    found = [
        written_for(word, following[word]) if word in following else {word}
        for word in (noun.form(cell), form)
    ]
    if not all(is_wrong_gender(noun, agreeing, word, cell) for word in found[1]):
        return True
    return any(
        found[0] & {*forms_in_gender(noun.stem, gender, cell)}
        and found[1] & {*forms_in_gender(agreeing, gender, cell)}
        for gender in Gender
    )


def _text(candidate: _Candidate, side: _Side, agreeing: str) -> str:
    cell = Cell(candidate.frame.case, side.number)
    template = candidate.template.replace(_AGREEING, agreeing)
    return prose(sentence_words(template, side.noun, side.noun.form(cell), cell))
