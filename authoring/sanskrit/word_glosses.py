"""English under every Sanskrit sentence, word by word.

Nouns and verbs are looked up in the lexicon, in the case, number and person that a record
states; all other words are in word_glosses.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from authoring.sanskrit.grammar.categories import VIRAMA, Case, Cell, Gender, Number
from authoring.sanskrit.grammar.lexicon import Noun, forms_in_gender, nouns, verbs
from authoring.sanskrit.grammar.panini import passive
from kasauti.data.sanskrit.records import ContrastSet
from kasauti.inputs.errors import KasautiError

_WORDS = Path(__file__).with_name("word_glosses.toml")
_ANUSVARA = "\N{DEVANAGARI SIGN ANUSVARA}"
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
_PRESENT = "present"


def word_glosses(records: Iterable[ContrastSet]) -> list[tuple[str, str]]:
    """The English of the right sentence of each record, by its id."""
    return [(record.id, f"word by word: {word_gloss(record)}") for record in records]


def word_gloss(record: ContrastSet) -> str:
    """The words of the right sentence in English, in its order."""
    return " · ".join(_sandhi(record) if " + " in record.context else _sentence(record))


def _sentence(record: ContrastSet) -> Iterator[str]:
    words = record.grammatical.removesuffix("।").split()
    gaps = record.context.removesuffix("।").split()
    for word, gap in zip(words, gaps, strict=True):
        pausal = _pausal(word)
        yield _contrasted(record) if gap == "___" else _other(record, pausal)


def _contrasted(record: ContrastSet) -> str:
    facts = record.metadata
    if record.phenomenon == "verb_conjugation":
        person, number = int(facts["person"]), facts["number"]
        return _verb(verbs()[record.stem].meaning, facts["tense"], person, number)
    if record.phenomenon == "gender_agreement":
        meaning = _agreeing(record.stem, Number(facts["number"]))
        return f"{meaning} ({facts['gender']} {facts['case']} {facts['number']})"
    noun = _noun(record.stem, Gender(facts["gender"]))
    return _declined(noun, Cell(Case(facts["case"]), Number(facts["number"])))


def _agreeing(stem: str, number: Number) -> str:
    if meanings := _table("pointing").get(stem):
        return meanings.split("/")[list(Number).index(number)]
    return _table("agreeing")[stem]


def _other(record: ContrastSet, word: str) -> str:
    """A word that both sentences of the pair have."""
    facts = record.metadata
    if record.phenomenon == "gender_agreement":
        noun = _noun(facts["noun"], Gender(facts["gender"]))
        cell = Cell(Case(facts["case"]), Number(facts["number"]))
        if word == noun.form(cell):
            return _declined(noun, cell)
    if record.phenomenon == "verb_conjugation" and (found := _subject(record, word)):
        return found
    if word == "सुखम्":
        return _words()["happiness" if "विना" in record.context else "happily"]
    if meaning := _table("words").get(word):
        return meaning
    if meaning := _participles(record).get(word):
        return meaning
    return _verb_forms()[word]


def _subject(record: ContrastSet, word: str) -> str | None:
    """The noun that is the subject of a conjugated verb; one of two is in the singular."""
    facts = record.metadata
    joined = facts["frame"] == "coordination"
    number = Number.SINGULAR if joined else Number(facts["number"])
    cell = Cell(Case.NOMINATIVE, number)
    persons = (each for each in nouns() if "person" in each.kinds and number in each.numbers)
    return next((_declined(each, cell) for each in persons if each.form(cell) == word), None)


def _participles(record: ContrastSet) -> dict[str, str]:
    """The participles of a locative absolute, which agree with the noun."""
    facts = record.metadata
    if not facts["frame"].startswith("locative_absolute"):
        return {}
    cell, gender = Cell(Case(facts["case"]), Number(facts["number"])), Gender(facts["gender"])
    return {
        form: f"{meaning} ({cell.case} {cell.number})"
        for stem, meaning in _table("agreeing").items()
        for form in forms_in_gender(stem, gender, cell)
    }


def _sandhi(record: ContrastSet) -> Iterator[str]:
    first, second = record.context.split(" + ")
    meanings = _table("sandhi")
    yield meanings.get(first) or _first_noun(record.stem, first)
    yield meanings[second.replace(" ", "_")]


def _first_noun(stem: str, form: str) -> str:
    """Subjects, the objects of what one does to several, and places that one comes from."""
    cells = (
        *(Cell(Case.NOMINATIVE, number) for number in (Number.SINGULAR, Number.PLURAL)),
        *(Cell(Case.ACCUSATIVE, Number.PLURAL), Cell(Case.ABLATIVE, Number.SINGULAR)),
    )
    for noun in (each for each in nouns() if each.stem == stem):
        for cell in cells:
            if cell.number in noun.numbers and noun.form(cell) == form:
                return _declined(noun, cell)
    raise KasautiError(f"{form} is no form of {stem} that begins a sandhi sentence.")


def _declined(noun: Noun, cell: Cell) -> str:
    return f"{noun.meaning} ({cell.case} {cell.number})"


def _verb(meaning: str, tense: str, person: int, number: str) -> str:
    when = "" if tense == _PRESENT else f"{tense}, "
    return f"{meaning} ({when}{_ORDINALS[person]} person {number})"


@cache
def _verb_forms() -> Mapping[str, str]:
    """The forms that verbs have in the frames: present, imperative, and passive singular."""
    found = {passive(verbs()[name].root)[0]: meaning for name, meaning in _PASSIVES.items()}
    for verb in verbs().values():
        for number in Number:
            found[verb.form("imperative", 2, number)] = f"{verb.meaning} (imperative {number})"
        for person in _ORDINALS:
            for number in Number:
                form = verb.form(_PRESENT, person, number)
                found[form] = _verb(verb.meaning, _PRESENT, person, number)
    return found


# The passives of the frames; those of स्वप् and स्था are impersonal.
_PASSIVES = {
    "पठ्": "is read",
    "लिख्": "is written",
    "पच्": "is cooked",
    "त्यज्": "is left",
    "पा": "is drunk",
    "स्वप्": "one sleeps (impersonal passive)",
    "स्था": "one stands (impersonal passive)",
}


@cache
def _noun(stem: str, gender: Gender) -> Noun:
    return next(each for each in nouns() if (each.stem, each.gender) == (stem, gender))


@cache
def _words() -> Mapping[str, str]:
    words: dict[str, str] = tomllib.loads(_WORDS.read_text(encoding="utf-8"))
    return words


@cache
def _table(name: str) -> Mapping[str, str]:
    lines = (line.partition(" ") for line in _words()[name].splitlines() if line)
    return {word: meaning for word, _, meaning in lines}


def _pausal(word: str) -> str:
    return f"{word[:-1]}म{VIRAMA}" if word.endswith(_ANUSVARA) else word
