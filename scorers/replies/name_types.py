"""The types of names, by the words that replies use for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kasauti.scorers.replies.clause_words import END, START
from kasauti.scorers.replies.cleaning import normal

Said = tuple[str, str]  # a name and its type
AROUND = " \t\"'“”‘’«»`*_.,;:।!?()[]{}<>•-–—|/"
# What divides the names of a list.
ITEMS = re.compile(r"[,،;](?![^()]*\))|\sऔर\s|\sand\s|\sतथा\s|\sएवं\s")


@dataclass(frozen=True, slots=True)
class Types:
    """What replies call the types, and the words of the sentence, between spaces."""

    called: Mapping[str, str]
    sentence: str

    def has(self, name: str) -> bool:
        """Whether the sentence has these words in a row."""
        return f" {' '.join(map(bare, name.split()))} " in self.sentence


def bare(text: str) -> str:
    return normal(text).strip(AROUND)


def kind_of(text: str, called: Types) -> str | None:
    """The type that a text names: by itself, after B- or I-, or as the only one among its words."""
    name = bare(text).lower()
    exact = called.called.get(name) or called.called.get(re.sub(r"^[bi]-", "", name))
    # `उत्तर प्रदेश` is a name of the sentence, though it has the word for a state in it.
    if exact or len(name.split()) > 4 or called.has(bare(text)):
        return exact
    found = {
        kind
        for word, kind in called.called.items()
        if re.search(START + re.escape(word) + END, name)
    }
    return found.pop() if len(found) == 1 else None
