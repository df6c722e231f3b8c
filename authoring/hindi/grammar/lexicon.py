"""The Hindi lexicon: words with everything that the grammar needs to know about them."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from authoring.hindi.grammar.inflection import NounForms, decline_noun
from kasauti.data.treebank_pairs.inflection import Case, Gender, Number, Person
from kasauti.inputs.errors import KasautiError

Ergative = Literal["always", "never", "optional"]
ASPECTS = ("habitual", "progressive", "perfective", "perfect", "future")
_FOLDER = Path(__file__).parent / "lexicon"
_HUMAN_GROUPS = ("people", "kin")
_FORM_FIELDS = ("direct_plural", "oblique_singular", "oblique_plural")


@dataclass(frozen=True, slots=True, kw_only=True)
class Noun:
    """A noun; `kinds` are what verbs and adjectives select, `count` is false for mass nouns."""

    lemma: str
    gender: Gender
    gloss: str
    kinds: tuple[str, ...]
    group: str
    forms: NounForms
    count: bool = True

    @property
    def human(self) -> bool:
        return self.group in _HUMAN_GROUPS

    @property
    def animate(self) -> bool:
        return self.human or self.group == "animals"

    @property
    def shows_number(self) -> bool:
        """Return whether the direct plural differs from the direct singular."""
        return self.count and self.forms.direct_singular != self.forms.direct_plural

    @property
    def marked(self) -> bool:
        """Return whether it is a masculine that changes -ा to -े."""
        return self.gender == "m" and self.forms.direct_singular != self.forms.oblique_singular

    def form(self, case: Case, number: Number) -> str:
        return self.forms.form(case, number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A given name."""

    lemma: str
    gender: Gender


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjective:
    """An adjective and the lemmas of the nouns that it plausibly modifies."""

    lemma: str
    gloss: str
    marked: bool
    modifies: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """A verb and what it plausibly goes with; `vector` is the light verb of its compound.

    `times` names the adverbs of time that it takes where the common ones do not fit.
    """

    lemma: str
    gloss: str
    ergative: Ergative
    subjects: tuple[Noun, ...]
    takes_names: bool
    objects: tuple[Noun, ...]
    places: tuple[str, ...]
    aspects: tuple[str, ...]
    vector: str
    times: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pronoun:
    """A personal pronoun; person and number are those of the verb."""

    direct: str
    ergative: str
    oblique: str
    dative: str
    possessive: str
    person: Person
    number: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """All words, in the order of the files."""

    nouns: Mapping[str, Noun]
    names: tuple[Name, ...]
    surnames: tuple[str, ...]
    adjectives: tuple[Adjective, ...]
    verbs: Mapping[str, tuple[Verb, ...]]
    pronouns: Mapping[str, Pronoun]
    adverbs: Mapping[str, tuple[str, ...]]

    def of_kind(self, *kinds: str) -> tuple[Noun, ...]:
        """The nouns of any of the kinds."""
        return tuple(noun for noun in self.nouns.values() if set(kinds) & set(noun.kinds))

    def verb(self, lemma: str) -> Verb:
        """The verb with this lemma."""
        for verbs in self.verbs.values():
            for verb in verbs:
                if verb.lemma == lemma:
                    return verb
        raise KasautiError(f"{lemma} is not in verbs.toml. Add it there.")


@functools.cache
def load_lexicon() -> Lexicon:
    """Read the lexicon that lies beside this module."""
    nouns = _read_nouns()
    names = read_tables("names")
    return Lexicon(
        nouns=nouns,
        names=tuple(
            Name(lemma=lemma, gender=gender)
            for key, gender in _GENDERED_NAMES
            for lemma in names[key]
        ),
        surnames=tuple(names["surnames"]),
        adjectives=_read_adjectives(nouns),
        verbs={
            group: tuple(_verb(row, nouns) for row in rows)
            for group, rows in read_tables("verbs").items()
        },
        pronouns={row["direct"]: Pronoun(**row) for row in read_tables("pronouns")["pronouns"]},
        adverbs={key: tuple(words) for key, words in read_tables("adverbs").items()},
    )


_GENDERED_NAMES: tuple[tuple[str, Gender], ...] = (("masculine", "m"), ("feminine", "f"))


def read_tables(name: str) -> dict[str, Any]:
    """The tables of a file of the lexicon."""
    return tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def _read_nouns() -> dict[str, Noun]:
    nouns: dict[str, Noun] = {}
    for group, rows in read_tables("nouns").items():
        for row in rows:
            if row["lemma"] in nouns:
                raise KasautiError(f"{row['lemma']} is twice in nouns.toml. Remove one of them.")
            nouns[row["lemma"]] = Noun(
                lemma=row["lemma"],
                gender=row["gender"],
                gloss=row["gloss"],
                kinds=tuple(row["kinds"]),
                group=group,
                forms=_noun_forms(row),
                count=row.get("count", True),
            )
    return nouns


def _noun_forms(row: Mapping[str, Any]) -> NounForms:
    forms = decline_noun(row["lemma"], row["gender"], marked=row.get("marked"))
    given = {field: row.get(field, getattr(forms, field)) for field in _FORM_FIELDS}
    return NounForms(row["lemma"], **given)


def _select(wanted: Iterable[str], nouns: Mapping[str, Noun]) -> tuple[Noun, ...]:
    """The nouns that are named, or are of a kind that is named, in the lexicon's order."""
    keys = set(wanted) - {"person", "name"}
    known = {kind for noun in nouns.values() for kind in noun.kinds}
    for key in sorted(keys):
        if key not in nouns and key not in known:
            raise KasautiError(f"{key} is neither a noun nor a kind of nouns.toml. Correct it.")
    everyone = "person" in wanted
    return tuple(
        noun
        for noun in nouns.values()
        if noun.lemma in keys or keys & set(noun.kinds) or (everyone and noun.group == "people")
    )


def _without(row: Mapping[str, Any], nouns: Iterable[Noun]) -> tuple[Noun, ...]:
    return tuple(noun for noun in nouns if noun.lemma not in row.get("without", ()))


def _verb(row: Mapping[str, Any], nouns: Mapping[str, Noun]) -> Verb:
    subjects = row.get("subjects", ["person"])
    return Verb(
        lemma=row["lemma"],
        gloss=row["gloss"],
        ergative=row["ergative"],
        subjects=_without(row, _select(subjects, nouns)),
        takes_names="person" in subjects or "name" in subjects,
        objects=_without(row, _select(row.get("objects", ()), nouns)),
        places=tuple(row["places"]),
        aspects=tuple(row.get("aspects", ASPECTS)),
        vector=row.get("vector", ""),
        times=row.get("times", ""),
    )


def _read_adjectives(nouns: Mapping[str, Noun]) -> tuple[Adjective, ...]:
    return tuple(
        Adjective(
            lemma=row["lemma"],
            gloss=row["gloss"],
            marked=group == "marked",
            modifies=frozenset(
                noun.lemma for noun in _without(row, _select(row["modifies"], nouns))
            ),
        )
        for group, rows in read_tables("adjectives").items()
        for row in rows
    )
