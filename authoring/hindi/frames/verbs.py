"""The tenses of frames: a verb's form for what it agrees with."""

from __future__ import annotations

from authoring.hindi.grammar.conjugation import Aspect, Tense, copula, imperative, verb_group
from kasauti.data.treebank_pairs.inflection import (
    Agreement,
    future,
    imperfective,
    inflect_adjective,
    perfective,
    split_lemma,
    subjunctive,
)
from kasauti.inputs.errors import KasautiError

_GROUPS: dict[str, tuple[Aspect, Tense]] = {
    "hab": ("habitual", "present"),
    "habp": ("habitual", "past"),
    "prog": ("progressive", "present"),
    "progp": ("progressive", "past"),
    "pp": ("perfective", "present"),
    "plup": ("perfective", "past"),
    "habsum": ("habitual", "presumptive"),
    "progsum": ("progressive", "presumptive"),
    "perfsum": ("perfective", "presumptive"),
    "perfsubj": ("perfective", "subjunctive"),
    "perfcf": ("perfective", "contrafactual"),
}
PERFECTIVE = {"perf", "pp", "plup", "perfsum", "perfsubj", "perfcf"}
TENSE_TAGS = {
    "hab": "present", "prog": "present", "pp": "present", "is": "present", "habp": "past",
    "progp": "past", "plup": "past", "perf": "past", "was": "past", "fut": "future",
    "will": "future",
}  # fmt: skip
_RANKS = {(2, "sg"): "तू", (2, "pl"): "तुम", (3, "pl"): "आप"}
_GOING = "चला"  # of चला जाना, which agrees (चली गई, चले गए); चला सकना does not
_PASSIVE = "+"  # after a lemma: the passive of the verb


def finite_form(lemma: str, tense: str, agreement: Agreement) -> str:
    """The verb in the tense; `is`, `was` and `will` are those of होना alone."""
    going, _, rest = lemma.partition(" ")
    if going == _GOING and rest in ("जाना", "आना"):
        return f"{inflect_adjective(going, agreement.gender, agreement.number, 'direct')} " + (
            finite_form(rest, tense, agreement)
        )
    if lemma.endswith(_PASSIVE):
        participle = perfective(lemma.removesuffix(_PASSIVE), agreement.gender, agreement.number)
        return f"{participle} {finite_form('जाना', tense, agreement)}"
    if tense in _GROUPS:
        return verb_group(lemma, *_GROUPS[tense], agreement)
    gender, number, person = agreement.gender, agreement.number, agreement.person
    match tense:
        case "perf":
            return perfective(lemma, gender, number, alone=True)
        case "fut" | "will":
            return future(lemma, agreement)
        case "subj":
            return subjunctive(lemma, person, number)
        case "cf":
            return imperfective(lemma, gender, number)
        case "is":
            return copula("present", agreement)
        case "was":
            return copula("past", agreement)
        case "imp":
            return _imperative(lemma, agreement)
    raise KasautiError(f"{tense} is not a tense of frames. Correct it, or add it to verbs.py.")


def _imperative(lemma: str, agreement: Agreement) -> str:
    rank = _RANKS.get((agreement.person, agreement.number))
    if rank == "तू":
        return imperative(lemma, "तू")
    return imperative(lemma, "तुम" if rank == "तुम" else "आप")


def stem_with(lemma: str, ending: str) -> str:
    """The verb's stem with an ending: खा, खाने, खाकर, खाए; करके and किए are irregular."""
    if ending == "ए":
        return perfective(lemma, "m", "pl")
    before, stem = split_lemma(lemma)
    if stem == "कर" and ending == "कर":
        ending = "के"
    return before + stem + ending
