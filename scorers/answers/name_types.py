"""The types of names by the words that replies use for them, and names in JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kasauti.scorers.answers.cleaning import normalize
from kasauti.scorers.answers.words import END, START

Said = tuple[str, str]  # a name and its type
AROUND = " \t\"'“”‘’«»`*_.,;:।!?()[]{}<>•-–—|/"
# What divides the names of a list.
ITEMS = re.compile(r"[,،;](?![^()]*\))|\sऔर\s|\sand\s|\sतथा\s|\sएवं\s")


@dataclass(frozen=True, slots=True)
class Types:
    """The words that replies use for types, and the words of the sentence, between spaces."""

    called: Mapping[str, str]
    sentence: str

    @property
    def either(self) -> str:
        """An expression that finds any of the words for types."""
        return "|".join(map(re.escape, sorted(self.called, key=len, reverse=True)))

    def has(self, name: str) -> bool:
        """Return True if the sentence has these words in a row."""
        return f" {' '.join(map(strip_marks, name.split()))} " in self.sentence


def strip_marks(text: str) -> str:
    return normalize(text).strip(AROUND)


def find_type(text: str, called: Types) -> str | None:
    """The type that a text names: by itself, after B- or I-, or as the only one among its words."""
    name = strip_marks(text).lower()
    exact = called.called.get(name) or called.called.get(re.sub(r"^[bi]-", "", name))
    # `उत्तर प्रदेश` is a name of the sentence, though it has the word for a state in it.
    if exact or len(name.split()) > 4 or called.has(strip_marks(text)):
        return exact
    found = {
        kind
        for word, kind in called.called.items()
        if re.search(START + re.escape(word) + END, name)
    }
    return found.pop() if len(found) == 1 else None


def find_names_in_json(answer: str, called: Types) -> Iterator[Said]:
    """Yield the names in the JSON of an answer, wherever it begins."""
    decoder, start = json.JSONDecoder(), 0
    while start < len(answer):
        if answer[start] in "[{":
            try:
                value, start = decoder.raw_decode(answer, start)
                yield from _read_value(value, called)
                continue
            except (ValueError, RecursionError):
                pass
        start += 1


def _read_value(value: object, called: Types) -> Iterator[Said]:
    if isinstance(value, dict):
        yield from _read_object(value, called)
    elif isinstance(value, list):
        for inner in value:
            yield from _read_value(inner, called)


def _read_object(value: Mapping[str, object], called: Types) -> Iterator[Said]:
    strings = [each for each in value.values() if isinstance(each, str)]
    kinds = [kind for each in strings if (kind := find_type(each, called))]
    names = [each for each in strings if not find_type(each, called)]
    if len(kinds) == 1 and len(names) == 1:  # {"name": "राम", "type": "PER"}
        yield strip_marks(names[0]), kinds[0]
        return
    for key, inner in value.items():
        if kind := find_type(key, called):  # {"PER": ["राम"]}
            listed = inner if isinstance(inner, list) else [inner]
            for each in listed:
                if isinstance(each, str):
                    parts = [each] if called.has(each) else ITEMS.split(each)
                    yield from ((strip_marks(part), kind) for part in parts)
        else:
            yield from _read_value(inner, called)
