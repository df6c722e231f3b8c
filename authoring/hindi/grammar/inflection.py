"""Hindi nouns: every form that a sentence can ask for."""

from __future__ import annotations

from dataclasses import dataclass

from kasauti.data.treebank_pairs.inflection import Case, Gender, Number

CHANDRABINDU = "\N{DEVANAGARI SIGN CANDRABINDU}"
_MATRAS = "ािीुूृेैोौॉ"
_NASALS = "ँं"


@dataclass(frozen=True, slots=True)
class NounForms:
    """The four forms of a noun; the vocative is not used by the grammar."""

    direct_singular: str
    direct_plural: str
    oblique_singular: str
    oblique_plural: str

    def form(self, case: Case, number: Number) -> str:
        """The form for a case and a number."""
        if case == "direct":
            return self.direct_singular if number == "sg" else self.direct_plural
        return self.oblique_singular if number == "sg" else self.oblique_plural


def ends_in_vowel(word: str) -> bool:
    """Return whether a vowel is written at the end: a matra or an independent vowel letter."""
    bare = word.rstrip(_NASALS)
    return bare[-1] in _MATRAS or "अ" <= bare[-1] <= "औ"


def decline_noun(lemma: str, gender: Gender, *, marked: bool | None = None) -> NounForms:
    """The forms of a noun from its lemma and gender.

    `marked` says whether a masculine in -ा changes it to -े; it does unless told
    otherwise (राजा and the words for elder kin do not).
    """
    if gender == "f":
        return _decline_feminine(lemma)
    if marked is None:
        marked = lemma.endswith(("ा", "आ", "आँ"))
    return _decline_marked_masculine(lemma) if marked else _decline_unmarked_masculine(lemma)


def _decline_marked_masculine(lemma: str) -> NounForms:
    if lemma.endswith("आँ"):  # कुआँ
        stem = lemma.removesuffix("आँ")
        return NounForms(lemma, stem + "एँ", stem + "एँ", stem + "ओं")
    if lemma.endswith("िया"):  # तकिया
        return NounForms(lemma, lemma[:-2] + "ए", lemma[:-2] + "ए", lemma[:-1] + "ों")
    stem, vowel = lemma[:-1], lemma[-1]
    plural = stem + ("े" if vowel == "ा" else "ए")
    return NounForms(lemma, plural, plural, stem + ("ों" if vowel == "ा" else "ओं"))


def _decline_unmarked_masculine(lemma: str) -> NounForms:
    return NounForms(lemma, lemma, lemma, _oblique_plural(lemma))


def _decline_feminine(lemma: str) -> NounForms:
    if lemma.endswith("िया"):
        plural = lemma + CHANDRABINDU
    elif lemma.endswith(("ी", "ि")):
        plural = lemma[:-1] + "ियाँ"
    elif lemma.endswith("ई"):
        plural = lemma[:-1] + "इयाँ"
    elif ends_in_vowel(lemma):
        plural = _shorten(lemma) + "एँ"
    else:
        plural = lemma + "ें"
    return NounForms(lemma, plural, lemma, _oblique_plural(lemma))


def _oblique_plural(lemma: str) -> str:
    if lemma.endswith("िया"):
        return lemma[:-1] + "ों"
    if lemma.endswith(("ी", "ि")):
        return lemma[:-1] + "ियों"
    if lemma.endswith("ई"):
        return lemma[:-1] + "इयों"
    if ends_in_vowel(lemma):
        return _shorten(lemma.rstrip(_NASALS)) + "ओं"
    return lemma.rstrip(_NASALS) + "ों"


def _shorten(stem: str) -> str:
    return stem[:-1] + "ु" if stem.endswith("ू") else stem
