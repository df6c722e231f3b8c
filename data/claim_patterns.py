"""The language of patterns in claims.jsonl: words, gaps, alternatives, numbers and word lists.

word       the word in any inflection     (a|b c)    alternatives
=word      just this form                 a? (a b)?  may be missing
stem*      every word that begins so      ~  ~~      up to 3, up to 8 words between
{N:3-5}    a number from 3 to 5           {UP}       a list of words from lexicon.toml
{X:3-5}    any other number               A & B & !C both in one sentence, and no C in it
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from kasauti.data.errors import DataError
from kasauti.records.claims import (
    Choice,
    Form,
    Gap,
    Maybe,
    Node,
    Number,
    Part,
    Pattern,
    Series,
    Stem,
    Word,
)

LEXICON = Path(__file__).parent / "quiz" / "lexicon.toml"
GAPS = {"~": 3, "~~": 8}
LONGEST, MOST_PARTS = 1000, 4
DEEPEST = 20  # brackets in brackets

_PIECE = re.compile(
    r"\s*(?:\{(?P<number>[NX]:\d+(?:\.\d+)?(?:-\d+(?:\.\d+)?)?)\}|\{(?P<list>[A-Z_]+)\}"
    r"|(?P<gap>~{1,2})|(?P<mark>[()|?&!])|=(?P<form>[a-z0-9%]+)|(?P<stem>[a-z0-9]+)\*"
    r"|(?P<word>[a-z0-9%]+(?:\.\d+)?|,))"
)

Lists = Mapping[str, Node]


def parse_pattern(text: str, lists: Lists | None = None) -> Pattern:
    """The pattern that a text describes; an error says where it cannot be read."""
    if len(text) > LONGEST:
        raise DataError(f"{text[:40]!r}… is longer than {LONGEST} characters. Split it.")
    parser = _Parser(text, word_lists() if lists is None else lists)
    parts = [parser.part()]
    while parser.skip("&"):
        parts.append(parser.part())
    if parser.left:
        raise DataError(f"{text!r} cannot be read from {parser.left!r} on. Check the brackets.")
    if len(parts) > MOST_PARTS:
        raise DataError(f"{text!r} has more than {MOST_PARTS} parts. Split it.")
    if all(part.absent for part in parts):
        raise DataError(f"{text!r} says only what is absent. Add a part without '!'.")
    if any(_may_be_empty(part.node) for part in parts):
        raise DataError(f"{text!r} has a part that matches no word at all. Add a word to it.")
    return Pattern(text, tuple(parts))


@cache
def word_lists() -> Lists:
    """The lists of the shipped lexicon by name; phrases are patterns without lists."""
    table = tomllib.loads(LEXICON.read_text(encoding="utf-8"))
    return {
        name: Choice(tuple(_Parser(each.strip(), {}).choice() for each in text.split(";")))
        for name, text in table.items()
    }


class _Parser:
    def __init__(self, text: str, lists: Lists) -> None:
        self._text = text
        self._pieces = _pieces(text)
        self._at = 0
        self._depth = 0
        self._lists = lists

    @property
    def left(self) -> str:
        """The piece that comes next; empty at the end."""
        return self._pieces[self._at][1] if self._at < len(self._pieces) else ""

    def skip(self, mark: str) -> bool:
        """Pass over the mark, if it comes next."""
        found = self._at < len(self._pieces) and self._pieces[self._at] == ("mark", mark)
        self._at += found
        return found

    def part(self) -> Part:
        absent = self.skip("!")
        return Part(self.choice(), absent)

    def choice(self) -> Node:
        items = [self._series()]
        while self.skip("|"):
            items.append(self._series())
        return items[0] if len(items) == 1 else Choice(tuple(items))

    def _series(self) -> Node:
        items: list[Node] = []
        while self._at < len(self._pieces) and self._pieces[self._at] not in _ENDS:
            node = self._atom()
            items.append(Maybe(node) if self.skip("?") else node)
        if not items:
            raise DataError(f"{self._text!r} has an empty part. Write a word there.")
        return items[0] if len(items) == 1 else Series(tuple(items))

    def _atom(self) -> Node:
        kind, value = self._pieces[self._at]
        self._at += 1
        if kind == "mark":
            return self._group(value)
        if kind == "number":
            low, _, high = value[2:].partition("-")
            return Number(float(low), float(high or low), value[0] == "X")
        if kind == "list":
            if value not in self._lists:
                raise DataError(f"{self._text!r} names {{{value}}}, which lexicon.toml lacks.")
            return self._lists[value]
        if kind == "gap":
            return Gap(GAPS[value])
        if kind == "form":
            return Form(value)
        return Stem(value) if kind == "stem" else Word(value)

    def _group(self, mark: str) -> Node:
        self._depth += 1
        if mark != "(" or self._depth > DEEPEST:
            raise DataError(f"{self._text!r} has {mark!r} in a wrong place. Check the brackets.")
        node = self.choice()
        if not self.skip(")"):
            raise DataError(f"{self._text!r} has a bracket that is not closed. Close it.")
        self._depth -= 1
        return node


_ENDS = [("mark", mark) for mark in "|)&"]


def _pieces(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    at, whole = 0, text.rstrip()
    while at < len(whole):
        piece = _PIECE.match(whole, at)
        if piece is None or piece.lastgroup is None:
            raise DataError(
                f"{text!r} cannot be read at {whole[at : at + 20]!r}. "
                "Write patterns in lower case, without punctuation."
            )
        found.append((piece.lastgroup, piece[piece.lastgroup]))
        at = piece.end()
    return found


def _may_be_empty(node: Node) -> bool:
    match node:
        case Gap() | Maybe():
            return True
        case Series(items):
            return all(_may_be_empty(each) for each in items)
        case Choice(items):
            return any(_may_be_empty(each) for each in items)
    return False
