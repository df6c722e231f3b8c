"""The forms of Hindi adjectives and verbs that a swap of gender or number needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Gender = Literal["m", "f"]
Number = Literal["sg", "pl"]
Case = Literal["direct", "oblique"]
Person = Literal[1, 2, 3]

# Masculine singular, masculine plural, feminine singular, feminine plural.
_IRREGULAR_PERFECTIVES: dict[str, tuple[str, str, str, str]] = {
    "कर": ("किया", "किए", "की", "कीं"),
    "दे": ("दिया", "दिए", "दी", "दीं"),
    "ले": ("लिया", "लिए", "ली", "लीं"),
    "जा": ("गया", "गए", "गई", "गईं"),
    "हो": ("हुआ", "हुए", "हुई", "हुईं"),
}
# First singular, third singular, second plural (तुम), first and third plural.
_IRREGULAR_SUBJUNCTIVES: dict[str, tuple[str, str, str, str]] = {
    "दे": ("दूँ", "दे", "दो", "दें"),
    "ले": ("लूँ", "ले", "लो", "लें"),
    "हो": ("हूँ", "हो", "हो", "हों"),
}
VOWEL_SIGNS = "ाोीूेैआ"
# Treebanks give था as a lemma of its own.
PAST_COPULA = ("था", "थे", "थी", "थीं")
_GENDERS: tuple[Gender, ...] = ("m", "f")
_NUMBERS: tuple[Number, ...] = ("sg", "pl")
_AGREEMENTS = tuple((gender, number) for gender in _GENDERS for number in _NUMBERS)


@dataclass(frozen=True, slots=True)
class Agreement:
    """The features that a verb agrees with; तुम is second plural, आप is third plural."""

    gender: Gender
    number: Number
    person: Person = 3


def stem_of(lemma: str) -> str:
    """The stem of an infinitive: खाना gives खा."""
    if not lemma.endswith("ना") or len(lemma) < 3:
        raise ValueError(f"{lemma} is not an infinitive in -ना. Give the verb's citation form.")
    return lemma[:-2]


def split_lemma(lemma: str) -> tuple[str, str]:
    """The part that stays as it is (the noun of काम करना), and the stem that inflects."""
    before, space, verb = lemma.rpartition(" ")
    return before + space, stem_of(verb)


def choose_form(forms: tuple[str, str, str, str], gender: Gender, number: Number) -> str:
    return forms[2 * (gender == "f") + (number == "pl")]


def imperfective(lemma: str, gender: Gender, number: Number) -> str:
    """The imperfective participle before an auxiliary: जाता, जाते, जाती."""
    before, stem = split_lemma(lemma)
    return before + stem + choose_form(("ता", "ते", "ती", "ती"), gender, number)


def _perfectives(stem: str) -> tuple[str, str, str, str]:
    if stem in _IRREGULAR_PERFECTIVES:
        return _IRREGULAR_PERFECTIVES[stem]
    last = stem[-1]
    if last in "ाोेआ":
        return (stem + "या", stem + "ए", stem + "ई", stem + "ईं")
    if last == "ी":
        short = stem[:-1] + "ि"
        return (short + "या", short + "ए", stem, stem + "ं")
    if last == "ू":
        short = stem[:-1] + "ु"
        return (short + "आ", short + "ए", short + "ई", short + "ईं")
    return (stem + "ा", stem + "े", stem + "ी", stem + "ीं")


def perfective(lemma: str, gender: Gender, number: Number, *, alone: bool = False) -> str:
    """The perfective participle; `alone` (no auxiliary follows) nasalizes the feminine plural."""
    before, stem = split_lemma(lemma)
    form_number: Number = "sg" if gender == "f" and not alone else number
    return before + choose_form(_perfectives(stem), gender, form_number)


def subjunctive(lemma: str, person: Person, number: Number) -> str:
    """The subjunctive: जाऊँ, जाए, जाओ, जाएँ."""
    before, stem = split_lemma(lemma)
    first, third, second_plural, plural = _IRREGULAR_SUBJUNCTIVES.get(stem) or _subjunctives(stem)
    if number == "sg":
        return before + (first if person == 1 else third)
    return before + (second_plural if person == 2 else plural)


def _subjunctives(stem: str) -> tuple[str, str, str, str]:
    if stem[-1] == "ी":
        short = stem[:-1] + "ि"
        return (short + "ऊँ", short + "ए", short + "यो", short + "एँ")
    if stem[-1] == "ू":
        short = stem[:-1] + "ु"
        return (short + "ऊँ", short + "ए", short + "ओ", short + "एँ")
    if stem[-1] in VOWEL_SIGNS:
        return (stem + "ऊँ", stem + "ए", stem + "ओ", stem + "एँ")
    return (stem + "ूँ", stem + "े", stem + "ो", stem + "ें")


def future(lemma: str, agreement: Agreement) -> str:
    """The future: जाऊँगा, जाएगी, जाओगे, जाएँगे."""
    base = subjunctive(lemma, agreement.person, agreement.number)
    # Before -गा the plural is written with anusvara over a matra (करेंगे), as in the subjunctive.
    return base + choose_form(("गा", "गे", "गी", "गी"), agreement.gender, agreement.number)


def inflect_adjective(lemma: str, gender: Gender, number: Number, case: Case) -> str:
    """The form of an adjective, a genitive marker or a participle for the noun it goes with.

    A lemma in -ा (काला, का, मेरा, टूटा) agrees; every other lemma (लाल, सुंदर) is invariable.
    """
    if not lemma.endswith(("ा", "आ")):
        return lemma
    stem, after_consonant = lemma[:-1], lemma.endswith("ा")
    if lemma.endswith("या"):
        stem, after_consonant = lemma[:-2], False  # नया: नए, नई
    if gender == "f":
        return stem + ("ी" if after_consonant else "ई")
    if number == "sg" and case == "direct":
        return lemma
    return stem + ("े" if after_consonant else "ए")


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
        return [VerbCell("past", g, n, choose_form(PAST_COPULA, g, n)) for g, n in _AGREEMENTS]
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
