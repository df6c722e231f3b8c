"""Word forms by the rules of Pāṇini; the only module that touches the package vidyut.

Evaluating needs none of this: vidyut is loaded when the first form is derived.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from authoring.sanskrit.grammar.categories import CELLS, Case, Cell, Gender, Number
from kasauti.inputs.errors import KasautiError

Paradigm = Mapping[Cell, tuple[str, ...]]

_VIBHAKTI = dict(
    zip(
        Case,
        (
            "Prathama",
            "Dvitiya",
            "Trtiya",
            "Caturthi",
            "Panchami",
            "Sasthi",
            "Saptami",
            "Sambodhana",
        ),
        strict=True,
    )
)
_VACANA = dict(zip(Number, ("Eka", "Dvi", "Bahu"), strict=True))
_LINGA = dict(zip(Gender, ("Pum", "Stri", "Napumsaka"), strict=True))
_PURUSHA = {1: "Uttama", 2: "Madhyama", 3: "Prathama"}
_LAKARA = {"present": "Lat", "imperative": "Lot", "imperfect": "Lan", "future": "Lrt"}

_LAKARAS = ("Lat", "Lit", "Lut", "Lrt", "Lot", "Lan", "VidhiLin", "AshirLin", "Lun", "Lrn")

# Old feminines whose ई is part of the stem, so that the nominative has a visarga (लक्ष्मीः).
_ROOT_FEMININES = frozenset({"lakzmI", "SrI", "DI", "hrI", "BI", "tantrI"})
_BENEDICTIVE = ("तात्", "ताद्")
_CORRECTIONS = {
    ("इदम्", Gender.NEUTER, Cell(case, number)): (form,)
    for case in (Case.NOMINATIVE, Case.VOCATIVE)
    for number, form in ((Number.DUAL, "इमे"), (Number.PLURAL, "इमानि"))
}


@dataclass(frozen=True, slots=True)
class Root:
    """A verbal root as the Dhātupāṭha states it (SLP1), its class, voice and prefixes."""

    upadesha: str
    gana: str
    atmanepada: bool = False
    prefixes: tuple[str, ...] = ()


@cache
def _vidyut(module: str) -> Any:
    try:
        return importlib.import_module(f"vidyut.{module}")
    except ImportError:
        raise KasautiError(
            "The package vidyut, which derives the Sanskrit forms, is not installed. "
            "Install it with `pip install vidyut==0.4.0`."
        ) from None


@cache
def _rules() -> Any:
    return _vidyut("prakriya").Vyakarana(log_steps=False)


def to_slp1(text: str) -> str:
    """Devanagari to SLP1, in which every sound is one letter."""
    lipi = _vidyut("lipi")
    return str(lipi.transliterate(text, lipi.Scheme.Devanagari, lipi.Scheme.Slp1))


def to_devanagari(text: str) -> str:
    """SLP1 to Devanagari."""
    lipi = _vidyut("lipi")
    return str(lipi.transliterate(text, lipi.Scheme.Slp1, lipi.Scheme.Devanagari))


@cache
def decline(stem: str, gender: Gender, cell: Cell) -> tuple[str, ...]:
    """Every form of a stem (Devanagari) in one cell: all are right, the usual one comes first."""
    # A neuter accusative is the nominative (7.1.20-24); vidyut 0.4.0 shortens
    # the vowel in the accusative plural of i-stems (वारिणि for वारीणि).
    if gender is Gender.NEUTER and cell.case is Case.ACCUSATIVE:
        cell = Cell(Case.NOMINATIVE, cell.number)
    # vidyut 0.4.0 keeps the द् of इदम् in the neuter (इदानि for इमानि, against 7.2.109).
    if (stem, gender, cell) in _CORRECTIONS:
        return _CORRECTIONS[stem, gender, cell]
    prakriya = _vidyut("prakriya")
    word = prakriya.Pada.Subanta(
        _nominal(to_slp1(stem), gender),
        getattr(prakriya.Linga, _LINGA[gender]),
        getattr(prakriya.Vibhakti, _VIBHAKTI[cell.case]),
        getattr(prakriya.Vacana, _VACANA[cell.number]),
    )
    return _texts(word)


@cache
def paradigm(stem: str, gender: Gender) -> Paradigm:
    """The 24 cells of a stem."""
    return {cell: decline(stem, gender, cell) for cell in CELLS}


@cache
def conjugate(root: Root, tense: str, person: int, number: Number) -> tuple[str, ...]:
    """Every active form of a root in one cell of a tense; the usual one first.

    `tense` is present, imperative, imperfect or future; `person` counts as in English.
    """
    prakriya = _vidyut("prakriya")
    voice = prakriya.DhatuPada
    word = prakriya.Pada.Tinanta(
        dhatu=_dhatu(root),
        prayoga=prakriya.Prayoga.Kartari,
        purusha=getattr(prakriya.Purusha, _PURUSHA[person]),
        vacana=getattr(prakriya.Vacana, _VACANA[number]),
        lakara=getattr(prakriya.Lakara, _LAKARA[tense]),
        dhatu_pada=voice.Atmanepada if root.atmanepada else voice.Parasmaipada,
    )
    # Right but rare are the benedictive imperative (भवतात्) and, where the future
    # has both, the one without -इ- (नर्त्स्यति beside नर्तिष्यति): they never come first.
    return tuple(
        sorted(_texts(word), key=lambda form: (form.endswith(_BENEDICTIVE), "िष्य" not in form))
    )


@cache
def passive(root: Root) -> tuple[str, ...]:
    """Every form of the third person singular of the passive present."""
    return _passive(_dhatu(root))


@cache
def causative_passive(root: Root) -> tuple[str, ...]:
    """The same of the causative: क्रीड्यते is "it is played", but also "he is made to play"."""
    return _passive(_dhatu(root).with_sanadi([_vidyut("prakriya").Sanadi.Ric]))


def _passive(dhatu: Any) -> tuple[str, ...]:
    prakriya = _vidyut("prakriya")
    return _texts(
        prakriya.Pada.Tinanta(
            dhatu=dhatu,
            prayoga=prakriya.Prayoga.Karmani,
            purusha=prakriya.Purusha.Prathama,
            vacana=prakriya.Vacana.Eka,
            lakara=prakriya.Lakara.Lat,
        )
    )


@cache
def participle_forms(root: Root) -> frozenset[str]:
    """Every form of the present and future participles in -अत् (masculine, neuter).

    They can be spelt like a third person: जीवतः is "the two live" and "of him who lives".
    """
    if root.atmanepada:
        return frozenset()
    prakriya = _vidyut("prakriya")
    present = prakriya.Pratipadika.krdanta(_dhatu(root), prakriya.Krt.Satf)
    futures = [
        prakriya.Pratipadika.basic(to_slp1(form)[:-1])
        for form in conjugate(root, "future", 3, Number.SINGULAR)
    ]
    return frozenset(
        form
        for stem in (present, *futures)
        for linga in (prakriya.Linga.Pum, prakriya.Linga.Napumsaka)
        for vibhakti in _VIBHAKTI.values()
        for vacana in _VACANA.values()
        for form in _texts(
            prakriya.Pada.Subanta(
                stem,
                linga,
                getattr(prakriya.Vibhakti, vibhakti),
                getattr(prakriya.Vacana, vacana),
            )
        )
    )


@cache
def finite_forms(root: Root) -> frozenset[str]:
    """Every active form of a root in the ten tenses and moods of classical Sanskrit."""
    prakriya = _vidyut("prakriya")
    dhatu = _dhatu(root)
    return frozenset(
        form
        for lakara in _LAKARAS
        for purusha in _PURUSHA.values()
        for vacana in _VACANA.values()
        for form in _texts(
            prakriya.Pada.Tinanta(
                dhatu=dhatu,
                prayoga=prakriya.Prayoga.Kartari,
                purusha=getattr(prakriya.Purusha, purusha),
                vacana=getattr(prakriya.Vacana, vacana),
                lakara=getattr(prakriya.Lakara, lakara),
            )
        )
    )


def _dhatu(root: Root) -> Any:
    prakriya = _vidyut("prakriya")
    dhatu = prakriya.Dhatu.mula(root.upadesha, getattr(prakriya.Gana, root.gana))
    return dhatu.with_prefixes(list(root.prefixes)) if root.prefixes else dhatu


def forms(stem: str, gender: Gender) -> Iterator[tuple[str, Cell]]:
    """Every form of a stem with each cell it can stand for."""
    for cell, variants in paradigm(stem, gender).items():
        for form in variants:
            yield form, cell


def _nominal(stem: str, gender: Gender) -> Any:
    prakriya = _vidyut("prakriya")
    pratipadika = prakriya.Pratipadika
    # Possessives such as भगवत् have strong forms (भगवन्तौ) only when derived with their suffix.
    if gender is Gender.MASCULINE and stem.endswith(("avat", "imat", "umat")):
        base = pratipadika.basic(stem[:-3])
        return pratipadika.taddhitanta(base, prakriya.Taddhita.matup)
    feminine_suffix = gender is Gender.FEMININE and stem[-1] in "AI"
    if feminine_suffix and stem not in _ROOT_FEMININES:
        return pratipadika.nyap(stem)
    return pratipadika.basic(stem)


def _texts(word: Any) -> tuple[str, ...]:
    texts = (to_devanagari(derivation.text) for derivation in _rules().derive(word))
    return tuple(dict.fromkeys(texts))
