"""The curated words: nouns with their kinds, and verbs with their roots."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from authoring.sanskrit.grammar.categories import VIRAMA, Case, Cell, Gender, Number
from authoring.sanskrit.grammar.panini import (
    Root,
    conjugate,
    decline,
    forms,
    to_devanagari,
    to_slp1,
)
from authoring.sanskrit.grammar.sandhi import sources

_FOLDER = Path(__file__).parent
_GENDERS = {"m": Gender.MASCULINE, "f": Gender.FEMININE, "n": Gender.NEUTER}
_NO_ACCUSATIVE, _PERHAPS_ACCUSATIVE = "none", "maybe"
_ONLY_FEMININE = ("ी", "ू")
_FEMININE_IN_I = ("ृ", "न" + VIRAMA)
_SIGNS_AND_FINALS = frozenset("ािीुूृेैोौ" + VIRAMA)


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun, its class, and what kind of being or thing it names."""

    stem: str
    stem_class: str
    gender: Gender
    kinds: frozenset[str]
    meaning: str

    @property
    def numbers(self) -> tuple[Number, ...]:
        """The numbers in which the noun makes sense."""
        return (Number.SINGULAR,) if "one" in self.kinds else tuple(Number)

    def form(self, cell: Cell) -> str:
        """The usual form in one cell."""
        return decline(self.stem, self.gender, cell)[0]


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb, its root, and the accusative it has: `none`, `maybe` or an object."""

    name: str
    root: Root
    accusative: str
    meaning: str

    @property
    def takes_accusative(self) -> bool:
        """Return whether an accusative beside the verb could be its object, goal or content."""
        return self.accusative != _NO_ACCUSATIVE

    @property
    def words(self) -> tuple[str, ...]:
        """The complement before the verb: its object, or nothing."""
        if self.accusative in (_NO_ACCUSATIVE, _PERHAPS_ACCUSATIVE):
            return ()
        return (self.accusative,)

    def form(self, tense: str, person: int, number: Number) -> str:
        """The usual form in one cell of a tense."""
        return conjugate(self.root, tense, person, number)[0]


@cache
def nouns() -> tuple[Noun, ...]:
    """Every noun of lexicon.toml."""
    return tuple(
        Noun(stem, stem_class, _GENDERS[gender], frozenset(kinds.split(",")), meaning)
        for stem, stem_class, gender, kinds, meaning in _rows("lexicon.toml", "words", fields=5)
    )


@cache
def verbs() -> Mapping[str, Verb]:
    """Every verb of verbs.toml by its name."""
    return {**conjugated_verbs(), **_verbs("in_frames")}


@cache
def conjugated_verbs() -> Mapping[str, Verb]:
    """The verbs whose forms are contrasted, by their names."""
    return _verbs("words")


def _verbs(table: str) -> Mapping[str, Verb]:
    return {
        name: Verb(
            name,
            Root(
                upadesha,
                gana,
                atmanepada=voice == "A",
                prefixes=() if prefixes == "-" else tuple(prefixes.split(",")),
            ),
            accusative,
            meaning,
        )
        for name, upadesha, gana, voice, prefixes, accusative, meaning in _rows(
            "verbs.toml", table, fields=7
        )
    }


def all_forms() -> Iterator[tuple[str, Cell]]:
    """Every form of every noun with each cell it can stand for.

    A noun that is an adjective too has the forms of all genders (साधु is a holy man, and "well"),
    any other those of the genders among its kinds (पुर is masculine too).
    """
    for noun in nouns():
        yield from forms(noun.stem, noun.gender)
        for gender in (one for one in Gender if one is not noun.gender):
            stem = in_gender(noun.stem, gender)
            if stem is not None and noun.kinds & {"adjective", gender}:
                yield from forms(stem, gender)
        if noun.stem_class in ("ī-stem", "ū-stem"):
            # In the Veda and the epics पुत्रीः is a nominative and vocative too.
            form = noun.form(Cell(Case.ACCUSATIVE, Number.PLURAL))
            yield form, Cell(Case.NOMINATIVE, Number.PLURAL)
            yield form, Cell(Case.VOCATIVE, Number.PLURAL)


@cache
def _readings() -> Mapping[str, frozenset[Cell]]:
    found: dict[str, set[Cell]] = defaultdict(set)
    for form, cell in all_forms():
        found[form].add(cell)
    return {form: frozenset(cells) for form, cells in found.items()}


def readings(form: str) -> frozenset[Cell]:
    """Every cell that a form can stand for, whichever noun of the lexicon it is taken for."""
    return _readings().get(form, frozenset())


@cache
def adverbials() -> frozenset[str]:
    """The accusatives that can stand by themselves: कामम् "willingly", देशम् "in a country"."""
    return _forms_of("adverbial", Case.ACCUSATIVE)


@cache
def postpositions() -> frozenset[str]:
    """The cases of nouns that are used as postpositions: अन्तरेण, ऋते."""
    return _forms_of("postposition", Case.INSTRUMENTAL) | _forms_of("postposition", Case.LOCATIVE)


def _forms_of(kind: str, case: Case) -> frozenset[str]:
    cells = [Cell(case, number) for number in Number]
    marked = [noun for noun in nouns() if kind in noun.kinds]
    return frozenset(noun.form(cell) for noun in marked for cell in cells)


def written_for(word: str, following: str) -> frozenset[str]:
    """Return every word that is written so before the next one in a text with sandhi."""
    return frozenset(map(to_devanagari, sources(to_slp1(word), to_slp1(following))))


def agreeing(stem: str, noun: Noun, cell: Cell) -> str:
    """A pronoun, adjective or participle as it agrees with a noun in one cell.

    >>> from data.sanskrit.grammar import Case
    >>> tree = next(noun for noun in nouns() if noun.stem == "वृक्ष")
    >>> agreeing("तद्", tree, Cell(Case.NOMINATIVE, Number.PLURAL))
    'ते'
    """
    return forms_in_gender(stem, noun.gender, cell)[0]


def forms_in_gender(stem: str, gender: Gender, cell: Cell) -> tuple[str, ...]:
    """Every form that a word has in one gender and cell; none if it has not that gender."""
    other = in_gender(stem, gender)
    return () if other is None else decline(other, gender, cell)


def in_gender(stem: str, gender: Gender) -> str | None:
    """The stem that a word has in one gender; none if it is another word there.

    >>> in_gender("कृश", Gender.FEMININE), in_gender("कन्या", Gender.MASCULINE)
    ('कृशा', 'कन्य')
    """
    if gender is Gender.FEMININE:
        # योगिन् and कर्तृ become योगिनी and कर्त्री, whose forms are unlike theirs.
        if stem.endswith(_FEMININE_IN_I):
            return None
        return stem if stem[-1] in _SIGNS_AND_FINALS else stem + "ा"
    if stem.endswith(_ONLY_FEMININE):
        return None
    return stem.removesuffix("ा")


def _rows(name: str, table: str, *, fields: int) -> list[list[str]]:
    text = tomllib.loads((_FOLDER / name).read_text(encoding="utf-8"))[table]
    return [line.split(maxsplit=fields - 1) for line in text.splitlines() if line.strip()]
