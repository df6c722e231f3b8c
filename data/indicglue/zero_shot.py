"""Prompts without examples, and the Hindi words for labels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import is_anything
from kasauti.inputs.rows import toml_tables

SHIPPED = Path(__file__).parent / "prompts.toml"
# The user's Hindi words for labels, beside the files of the task.
OWN = "labels.toml"
DEVANAGARI = re.compile(r"[\u0900-\u097f]")
# A long review is judged by its beginning and, mostly, by its end.
LONGEST_TEXT = 2000
BEGINNING = 500
CUT = " … "


@dataclass(frozen=True, slots=True)
class Wording:
    """A task's prompt, and the Hindi word for each label that the task may have."""

    prompt: str
    words: Mapping[str, str]

    def word(self, label: str, *, task: str) -> str:
        """The Hindi word of a label; a Devanagari label is used as it is."""
        if label in self.words:
            return self.words[label]
        if label.lower() in self.words:
            return self.words[label.lower()]
        if DEVANAGARI.search(label):
            return label
        raise KasautiError(
            f"The label {label} of {task} has no Hindi word. Write "
            f'"{label}" = "…" into {OWN} in the task\'s folder, or use --indicglue-mode=few.'
        )

    def ask(self, text: str, **more: str) -> str:
        return self.prompt.format(text=shorten(text), **more)


def shipped_wording(task: str) -> Wording:
    table = _shipped()[task]
    return Wording(table["prompt"], table["labels"])


def wording(task: str, folder: Path) -> Wording:
    """The shipped wording of a task, with the user's own names for labels."""
    shipped = shipped_wording(task)
    own = folder / OWN
    if not is_anything(own):
        return shipped
    return Wording(shipped.prompt, {**shipped.words, **_own_words(own)})


def connectives() -> Mapping[str, str]:
    """The conjunctions by which COPA's options continue a cause or an effect."""
    words: Mapping[str, str] = _shipped()["connectives"]
    return words


def words_of(wording: Wording, labels: Sequence[str], *, task: str) -> dict[str, str]:
    """The Hindi word of each label; two labels may not share one."""
    words = {label: wording.word(label, task=task) for label in labels}
    labels_of: dict[str, str] = {}
    for label, word in words.items():
        if (other := labels_of.setdefault(word, label)) != label:
            raise KasautiError(
                f"The labels {other} and {label} of {task} are both called {word}. "
                f"Give one of them another word in {OWN}."
            )
    return words


def type_words(types: Iterable[str]) -> dict[str, str]:
    """The Hindi word of each type of entity; a type without one keeps its name."""
    words = _shipped()["types"]
    return {each: words.get(each.upper(), each) for each in sorted(types)}


def shorten(text: str, *, longest: int = LONGEST_TEXT) -> str:
    """The text, or its beginning and its end where it is too long."""
    if len(text) <= longest:
        return text
    return text[:BEGINNING] + CUT + text[BEGINNING + len(CUT) - longest :]


@cache
def _shipped() -> Mapping[str, Any]:
    return toml_tables(SHIPPED)


def _own_words(path: Path) -> dict[str, str]:
    words = toml_tables(path)
    for label, word in words.items():
        if not isinstance(word, str) or not word.strip():
            raise KasautiError(f'{path}: {label} has no word. Write {label} = "…".')
    return words
