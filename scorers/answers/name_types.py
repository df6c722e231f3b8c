"""The types of names by the words that replies use for them, and names in JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kasauti.scorers.answers.cleaning import compile_words, find_objects, match_words, normalize

Said = tuple[str, str]  # a name and its type
AROUND = " \t\"'“”‘’«»`*_.,;:।!?()[]{}<>•-–—|/"
NO_NAME = compile_words("names.no_name")
# What divides the names of a list.
ITEMS = re.compile(r"[,،;](?![^()]*\))|\sऔर\s|\sand\s|\sतथा\s|\sएवं\s")


@dataclass(frozen=True, slots=True)
class Types:
    """The words that replies use for types, and the words of the sentence."""

    called: Mapping[str, str]
    words: tuple[str, ...]

    @classmethod
    def of(cls, types: Mapping[str, str], sentence: Sequence[str]) -> Types:
        called = {strip_marks(name).lower(): kind for name, kind in types.items()}
        return cls(called, tuple(map(strip_marks, sentence)))

    @property
    def either(self) -> str:
        """An expression that finds any of the words for types."""
        return "|".join(map(re.escape, sorted(self.called, key=len, reverse=True)))

    def has(self, name: str) -> bool:
        """Return True if the sentence has these words in a row."""
        return f" {' '.join(map(strip_marks, name.split()))} " in f" {' '.join(self.words)} "

    def find_type(self, text: str) -> str | None:
        """The type that a text names: by itself, after B- or I-, or as the only one in it."""
        name = strip_marks(text).lower()
        exact = self.called.get(name) or self.called.get(re.sub(r"^[bi]-", "", name))
        # `उत्तर प्रदेश` is a name of the sentence, though it has the word for a state in it.
        if exact or len(name.split()) > 4 or self.has(text):
            return exact
        found = {
            kind
            for word, kind in self.called.items()
            if re.search(match_words(re.escape(word)), name)
        }
        return found.pop() if len(found) == 1 else None

    def find_runs(self, text: str) -> list[str]:
        """The longest runs of words that stand in the sentence and may be names."""
        known = {word for word in self.words if word and not NO_NAME.fullmatch(word)}
        runs: list[list[str]] = [[]]
        for word in text.split():
            if strip_marks(word) in known:
                runs[-1].append(strip_marks(word))
            if strip_marks(word) not in known or word[-1] in ",;":
                runs.append([])
        return [" ".join(run) for run in runs if run]


def strip_marks(text: str) -> str:
    return normalize(text).strip(AROUND)


def find_names_in_json(answer: str, called: Types) -> Iterator[Said]:
    """Yield the names in the JSON of an answer, wherever it begins."""
    for value, _, _ in find_objects(answer):
        yield from _read_value(value, called)


def _read_value(value: object, called: Types) -> Iterator[Said]:
    if isinstance(value, dict):
        yield from _read_object(value, called)
    elif isinstance(value, list):
        for inner in value:
            yield from _read_value(inner, called)


def _read_object(value: Mapping[str, object], called: Types) -> Iterator[Said]:
    strings = [each for each in value.values() if isinstance(each, str)]
    kinds = [kind for each in strings if (kind := called.find_type(each))]
    names = [each for each in strings if not called.find_type(each)]
    if len(kinds) == 1 and len(names) == 1:  # {"name": "राम", "type": "PER"}
        yield strip_marks(names[0]), kinds[0]
        return
    for key, inner in value.items():
        if kind := called.find_type(key):  # {"PER": ["राम"]}
            listed = inner if isinstance(inner, list) else [inner]
            for each in listed:
                if isinstance(each, str):
                    parts = [each] if called.has(each) else ITEMS.split(each)
                    yield from ((strip_marks(part), kind) for part in parts)
        else:
            yield from _read_value(inner, called)
