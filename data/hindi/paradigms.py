"""Which cell of a paradigm a written form fills, and what the cell of the other gender holds."""

from __future__ import annotations

from dataclasses import dataclass

from kasauti.data.hindi.conjugation import (
    Agreement,
    copula,
    future,
    imperfective,
    perfective,
)
from kasauti.data.hindi.inflection import Case, Gender, Number, inflect_adjective

GENDERS: tuple[Gender, ...] = ("m", "f")
NUMBERS: tuple[Number, ...] = ("sg", "pl")
CASES: tuple[Case, ...] = ("direct", "oblique")
# Treebanks give था as a lemma of its own.
PAST_COPULA = ("था", "थे", "थी", "थीं")


@dataclass(frozen=True, slots=True)
class VerbCell:
    """A form that shows gender and number; `kind` is participle, perfective, future or past."""

    kind: str
    gender: Gender
    number: Number
    form: str


def verb_cells(lemma: str) -> list[VerbCell]:
    """The forms of a verb that agree in gender; none where the lemma is not an infinitive."""
    if lemma in PAST_COPULA:
        return [VerbCell("past", g, n, copula("past", Agreement(g, n))) for g, n in _AGREEMENTS]
    if not lemma.endswith("ना") or len(lemma) < 4:
        return []
    cells = []
    for gender, number in _AGREEMENTS:
        made = {
            "imperfective": imperfective(lemma, gender, number),
            "perfective": perfective(lemma, gender, number),
            "perfective alone": perfective(lemma, gender, number, alone=True),
            "future": future(lemma, Agreement(gender, number)),
        }
        cells += [VerbCell(kind, gender, number, form) for kind, form in made.items()]
    return cells


_AGREEMENTS = tuple((gender, number) for gender in GENDERS for number in NUMBERS)


def genders_of(form: str, lemma: str) -> set[Gender]:
    """The genders of which the form can be; empty where it is not in the paradigm."""
    return {cell.gender for cell in verb_cells(lemma) if cell.form == form}


def kinds_of(form: str, lemma: str) -> set[str]:
    return {cell.kind for cell in verb_cells(lemma) if cell.form == form}


def other_gender(form: str, lemma: str, number: Number) -> str | None:
    """The same cell in the other gender; None where the form is not in the paradigm."""
    cells = verb_cells(lemma)
    for cell in cells:
        if cell.form == form and cell.number == number:
            for other in cells:
                same = (other.kind, other.number) == (cell.kind, cell.number)
                if same and other.gender != cell.gender and other.form != form:
                    return other.form
    return None


def agreeing_form(lemma: str, gender: Gender, number: Number, case: Case) -> str:
    """The form of का, वाला or an adjective for the noun it goes with."""
    return inflect_adjective(lemma, gender, number, case)
