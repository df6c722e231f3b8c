"""Hindi verbs beside the forms that swaps need: infinitives, imperatives and verb groups."""

from __future__ import annotations

from typing import Literal

from kasauti.data.treebank_pairs.inflection import (
    PAST_COPULA,
    VOWEL_SIGNS,
    Agreement,
    Gender,
    Number,
    choose_form,
    future,
    imperfective,
    perfective,
    split_lemma,
    subjunctive,
)

Tense = Literal["present", "past", "subjunctive", "presumptive", "contrafactual"]
Aspect = Literal["habitual", "progressive", "perfective"]
Rank = Literal["तू", "तुम", "आप"]
_IRREGULAR_POLITE = {"कर": "कीजिए", "दे": "दीजिए", "ले": "लीजिए"}


def copula(tense: Tense, agreement: Agreement) -> str:
    """The auxiliary होना in each of its tenses."""
    gender, number, person = agreement.gender, agreement.number, agreement.person
    if tense == "present":
        if number == "sg":
            return "हूँ" if person == 1 else "है"
        return "हो" if person == 2 else "हैं"
    if tense == "past":
        return choose_form(PAST_COPULA, gender, number)
    if tense == "subjunctive":
        return subjunctive("होना", person, number)
    if tense == "presumptive":
        return future("होना", agreement)
    return imperfective("होना", gender, number)


def infinitive(lemma: str, *, ending: Literal["ना", "ने", "नी"] = "ना") -> str:
    """The infinitive: direct (-ना), oblique (-ने) or feminine (-नी)."""
    before, stem = split_lemma(lemma)
    return before + stem + ending


def imperative(lemma: str, rank: Rank) -> str:
    """The imperative to someone addressed as तू, तुम or आप."""
    before, stem = split_lemma(lemma)
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
    return before + stem + ("इए" if stem[-1] in VOWEL_SIGNS else "िए")


def participle(lemma: str, aspect: Aspect, gender: Gender, number: Number) -> str:
    """The form before the auxiliary: जाता, जा रहा, गया."""
    if aspect == "habitual":
        return imperfective(lemma, gender, number)
    if aspect == "perfective":
        return perfective(lemma, gender, number)
    before, stem = split_lemma(lemma)
    return f"{before}{stem} {choose_form(('रहा', 'रहे', 'रही', 'रही'), gender, number)}"


def verb_group(lemma: str, aspect: Aspect, tense: Tense, agreement: Agreement) -> str:
    """Participle and auxiliary: जाता है, जा रही थीं, गए होंगे."""
    main = participle(lemma, aspect, agreement.gender, agreement.number)
    return f"{main} {copula(tense, agreement)}"


def compound(lemma: str, vector: str) -> str:
    """A verb with its light verb, as a lemma that inflects: खाना, लेना gives खा लेना."""
    before, stem = split_lemma(lemma)
    return f"{before}{stem} {vector}"


def passive(lemma: str, gender: Gender, number: Number) -> str:
    """The passive as a lemma that inflects: रोटी खाई जाना gives खाई जाना."""
    return f"{perfective(lemma, gender, number)} जाना"
