"""The frames of frames.toml: which cells a frame licenses, and which it excludes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from authoring.sanskrit.grammar.categories import Case, Cell, Gender, Number
from authoring.sanskrit.grammar.lexicon import Noun, agreeing, postpositions, verbs
from authoring.sanskrit.grammar.panini import passive

_FRAMES = Path(__file__).with_name("frames.toml")
NOUN = "{noun}"
_ADDRESSED = {"present": 3, "imperative": 2}
_NUMBERS = dict(zip("sdp", Number, strict=True))
_VERB = re.compile(r"\{([^:}]+):([^}]+)\}")
_SUBJECT = re.compile(r"\{[12]([sp]):")


@dataclass(frozen=True, slots=True)
class Frame:
    """A kind of sentence in which only some cells of a noun are right.

    `right` are the cells that it licenses, `wrong` those that it excludes in every template. A
    frame of number licenses one case in all numbers, each of which excludes the others.
    """

    name: str
    kinds: frozenset[str]
    genders: frozenset[Gender]
    right: tuple[Cell, ...]
    wrong: frozenset[Cell]
    templates: tuple[str, ...]
    gloss: str
    contrasts_number: bool = False

    def admits(self, noun: Noun) -> bool:
        """Return whether the noun makes sense in the frame."""
        return bool(noun.kinds & self.kinds) and noun.gender in self.genders

    def excluded(self, template: str, right: Cell) -> frozenset[Cell]:
        """Every cell in which a noun is wrong in one of the templates, where `right` is right."""
        others = {cell for cell in self.right if self.contrasts_number and cell != right}
        return self.ungoverned(template) | _excluded_by(template) | others

    def ungoverned(self, template: str) -> frozenset[Cell]:
        """The cells of `wrong` in which a noun is left over in one of the templates.

        Beside a postposition that is a case of a noun too, only an accusative is: अन्तरेण is also
        "by the interior (of)", so that it needs no noun, and a genitive can belong to it.
        """
        if postpositions().isdisjoint(template.split()):
            return self.wrong
        return frozenset(cell for cell in self.wrong if cell.case is Case.ACCUSATIVE)


@cache
def _excluded_by(template: str) -> frozenset[Cell]:
    """The cells that the words of a template exclude, whatever governs the noun."""
    found: set[Cell] = set()
    # एव cannot open a clause, but in वयम् … एव it can belong to वयम्, with a vocative between them.
    if template.startswith(f"{NOUN} एव"):
        found |= {Cell(Case.VOCATIVE, number) for number in Number}
    if subject := _SUBJECT.search(template):
        number = _NUMBERS[subject[1]]
        found |= {Cell(Case.NOMINATIVE, other) for other in Number if other is not number}
    return frozenset(found)


def frames() -> tuple[Frame, ...]:
    """Every frame, in the order of the file."""
    return _frames()


def verbs_of(template: str) -> tuple[str, ...]:
    """The names of the verbs in a template."""
    return tuple(found[2] for found in _VERB.finditer(template))


def sentence_words(template: str, noun: Noun, form: str, right: Cell) -> list[str]:
    """The words of a template in pausa: the noun in `form`, all else as `right` demands."""
    return [_word(token, noun, form, right) for token in template.split()]


def _word(token: str, noun: Noun, form: str, right: Cell) -> str:
    if token == NOUN:
        return form
    if not token.startswith("{"):
        return token
    verb = _VERB.fullmatch(token)
    if verb is None:
        return agreeing(token.strip("{}"), noun, right)
    return _verb_form(verb[1], verb[2], right.number)


def _verb_form(shape: str, name: str, number: Number) -> str:
    verb = verbs()[name]
    if shape == "passive":
        return passive(verb.root)[0]
    if shape in _ADDRESSED:
        return verb.form(shape, _ADDRESSED[shape], number)
    return verb.form("present", int(shape[0]), _NUMBERS[shape[1]])


@cache
def _frames() -> tuple[Frame, ...]:
    tables = tomllib.loads(_FRAMES.read_text(encoding="utf-8"))
    return (
        *(_frame(table, table["right"], number=False) for table in tables["frame"]),
        *(_frame(table, [table["right"]], number=True) for table in tables["number"]),
    )


def _frame(table: Mapping[str, Any], cases: list[str], *, number: bool) -> Frame:
    numbers = [Number(each) for each in table.get("numbers", Number)]
    return Frame(
        name=table["name"],
        kinds=frozenset(table["kinds"]),
        genders=frozenset(map(Gender, table.get("genders", Gender))),
        right=tuple(Cell(Case(case), each) for case in cases for each in numbers),
        wrong=frozenset(cell for text in table["wrong"] for cell in _cells(text)),
        templates=tuple(table["templates"]),
        gloss=table["gloss"],
        contrasts_number=number,
    )


def _cells(text: str) -> Iterator[Cell]:
    case, _, number = text.partition(".")
    for each in [Number(number)] if number else Number:
        yield Cell(Case(case), each)
