"""Hindi verbs: participles, finite forms, and the groups of participle and auxiliary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kasauti.data.hindi.inflection import Gender, Number

Person = Literal[1, 2, 3]
Aspect = Literal["habitual", "progressive", "perfective"]
Tense = Literal["present", "past", "subjunctive", "presumptive", "contrafactual"]
Rank = Literal["तू", "तुम", "आप"]

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
_IRREGULAR_POLITE = {"कर": "कीजिए", "दे": "दीजिए", "ले": "लीजिए"}
_VOWEL_SIGNS = "ाोीूेैआ"


@dataclass(frozen=True, slots=True)
class Agreement:
    """What a verb agrees with; तुम is second plural, आप is third plural."""

    gender: Gender
    number: Number
    person: Person = 3


def stem_of(lemma: str) -> str:
    """The stem of an infinitive: खाना gives खा."""
    if not lemma.endswith("ना") or len(lemma) < 3:
        raise ValueError(f"{lemma} is not an infinitive in -ना. Give the verb's citation form.")
    return lemma[:-2]


def _split(lemma: str) -> tuple[str, str]:
    """The part that stays as it is (the noun of काम करना), and the stem that inflects."""
    before, space, verb = lemma.rpartition(" ")
    return before + space, stem_of(verb)


def _cell(forms: tuple[str, str, str, str], gender: Gender, number: Number) -> str:
    return forms[2 * (gender == "f") + (number == "pl")]


def infinitive(lemma: str, *, ending: Literal["ना", "ने", "नी"] = "ना") -> str:
    """The infinitive: direct (-ना), oblique (-ने) or feminine (-नी)."""
    before, stem = _split(lemma)
    return before + stem + ending


def imperfective(lemma: str, gender: Gender, number: Number) -> str:
    """The imperfective participle before an auxiliary: जाता, जाते, जाती."""
    before, stem = _split(lemma)
    return before + stem + _cell(("ता", "ते", "ती", "ती"), gender, number)


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
    before, stem = _split(lemma)
    form_number: Number = "sg" if gender == "f" and not alone else number
    return before + _cell(_perfectives(stem), gender, form_number)


def subjunctive(lemma: str, person: Person, number: Number) -> str:
    """The subjunctive: जाऊँ, जाए, जाओ, जाएँ."""
    before, stem = _split(lemma)
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
    if stem[-1] in _VOWEL_SIGNS:
        return (stem + "ऊँ", stem + "ए", stem + "ओ", stem + "एँ")
    return (stem + "ूँ", stem + "े", stem + "ो", stem + "ें")


def future(lemma: str, agreement: Agreement) -> str:
    """The future: जाऊँगा, जाएगी, जाओगे, जाएँगे."""
    base = subjunctive(lemma, agreement.person, agreement.number)
    # Before -गा the plural is written with anusvara over a matra (करेंगे), as in the subjunctive.
    return base + _cell(("गा", "गे", "गी", "गी"), agreement.gender, agreement.number)


def imperative(lemma: str, rank: Rank) -> str:
    """The imperative to someone addressed as तू, तुम or आप."""
    before, stem = _split(lemma)
    if rank == "तू":
        return before + stem
    if rank == "तुम":
        return subjunctive(lemma, 2, "pl")
    if stem in _IRREGULAR_POLITE:
        return before + _IRREGULAR_POLITE[stem]
    if stem[-1] == "ी":
        return before + stem + "जिए"
    if stem[-1] == "ू":
        return before + stem[:-1] + "ुइए"
    return before + stem + ("इए" if stem[-1] in _VOWEL_SIGNS else "िए")


def copula(tense: Tense, agreement: Agreement) -> str:
    """The auxiliary होना in each of its tenses."""
    gender, number, person = agreement.gender, agreement.number, agreement.person
    if tense == "present":
        if number == "sg":
            return "हूँ" if person == 1 else "है"
        return "हो" if person == 2 else "हैं"
    if tense == "past":
        return _cell(("था", "थे", "थी", "थीं"), gender, number)
    if tense == "subjunctive":
        return subjunctive("होना", person, number)
    if tense == "presumptive":
        return future("होना", agreement)
    return imperfective("होना", gender, number)


def participle(lemma: str, aspect: Aspect, gender: Gender, number: Number) -> str:
    """What stands before the auxiliary: जाता, जा रहा, गया."""
    if aspect == "habitual":
        return imperfective(lemma, gender, number)
    if aspect == "perfective":
        return perfective(lemma, gender, number)
    before, stem = _split(lemma)
    return f"{before}{stem} {_cell(('रहा', 'रहे', 'रही', 'रही'), gender, number)}"


def verb_group(lemma: str, aspect: Aspect, tense: Tense, agreement: Agreement) -> str:
    """Participle and auxiliary: जाता है, जा रही थीं, गए होंगे."""
    main = participle(lemma, aspect, agreement.gender, agreement.number)
    return f"{main} {copula(tense, agreement)}"


def compound(lemma: str, vector: str) -> str:
    """A verb with its light verb, as a lemma that inflects: खाना, लेना gives खा लेना."""
    before, stem = _split(lemma)
    return f"{before}{stem} {vector}"


def passive(lemma: str, gender: Gender, number: Number) -> str:
    """The passive as a lemma that inflects: रोटी खाई जाना gives खाई जाना."""
    return f"{perfective(lemma, gender, number)} जाना"
