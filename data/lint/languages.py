"""The linter's rules for a language, from the file lint.toml of its pack.

A kind of edit is a set of conditions on the words that differ and on the good sentence; a
phenomenon names the kinds that its label promises.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kasauti.data.lint.edits import Edit
from kasauti.inputs.rows import toml_tables

FOLDER = Path(__file__).parents[1]


class WordList:
    """Words, and endings of longer words."""

    def __init__(self, entries: Iterable[str]) -> None:
        self._words = frozenset(entries)
        self._endings = tuple(word[1:] for word in self._words if word.startswith("-"))

    def __contains__(self, word: str) -> bool:
        if word in self._words:
            return True
        return any(word.endswith(ending) and word != ending for ending in self._endings)

    def any_of(self, words: Iterable[str]) -> bool:
        return any(word in self for word in words)

    def all_of(self, words: Iterable[str]) -> bool:
        return all(word in self for word in words)

    def without(self, words: Iterable[str]) -> list[str]:
        return [word for word in words if word not in self]


@dataclass(frozen=True, slots=True)
class SecondReading:
    """A reading that rescues bad sentences: patterns of the marked change and of the sentence."""

    name: str
    phenomena: frozenset[str]  # every one where it is empty
    change: re.Pattern[str]
    bad: re.Pattern[str]

    def rescues(self, phenomenon: str, change: str, bad: str) -> bool:
        """Return whether the bad sentence can be read so."""
        return (
            (not self.phenomena or phenomenon in self.phenomena)
            and self.change.search(change) is not None
            and self.bad.search(bad) is not None
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A file's rules; `feminine` has the masculine endings of each feminine one.

    `bearing` are the words that bear case or agree, unless one of `not_after` stands before or one
    of `not_before` after them.
    """

    code: str
    letters: tuple[str, str]
    words: Mapping[str, WordList]
    families: Mapping[str, int]
    endings: frozenset[str]
    edits: Mapping[str, Mapping[str, str]]
    phenomena: Mapping[str, Sequence[str]]
    feminine: Mapping[str, Sequence[str]]
    bearing: frozenset[str]
    not_after: Mapping[str, Sequence[str]]
    not_before: Mapping[str, Sequence[str]]
    second_readings: Sequence[SecondReading]

    def writes(self, text: str) -> bool:
        """Return whether a letter of the language's script is in the text."""
        first, last = self.letters
        return any(first <= character <= last for character in text)

    def admits(self, phenomenon: str, edit: Edit, sentence: Sequence[str]) -> bool:
        """Return whether the edit is one that the phenomenon's name promises."""
        return any(
            all(
                _CONDITIONS[condition](self, edit, sentence, self.words[words])
                for condition, words in self.edits[kind].items()
            )
            for kind in self.phenomena[phenomenon]
        )

    def is_gender_flip(self, one: str, other: str) -> bool:
        """Return whether one form is the other's in the other gender: गई, गया."""
        return self._feminine_of(one, other) or self._feminine_of(other, one)

    def _feminine_of(self, feminine: str, masculine: str) -> bool:
        return any(
            feminine.endswith(ending) and masculine == feminine.removesuffix(ending) + other
            for ending, others in self.feminine.items()
            for other in others
        )

    def bearing_words(self, words: Sequence[str]) -> Iterable[str]:
        """The words that bear case or agree; the last word is the verb."""
        for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
            if before in self.not_after.get(word, ()) or after in self.not_before.get(word, ()):
                continue
            if word in self.bearing or not after:
                yield word

    def are_forms(self, good: Sequence[str], bad: Sequence[str]) -> bool:
        """Return whether each word becomes a form of itself."""
        return len(good) == len(bad) and all(map(self._is_form, good, bad))

    def _is_form(self, good: str, bad: str) -> bool:
        """Return whether two words are equal but for an ending, or of one family."""
        if good == bad:
            return True
        if good in self.families and self.families[good] == self.families.get(bad):
            return True
        shared = 0
        while shared < min(len(good), len(bad)) and good[shared] == bad[shared]:
            shared += 1
        return shared > 0 and set(good[shared:]) | set(bad[shared:]) <= self.endings


@cache
def languages() -> tuple[Language, ...]:
    """The languages that have a file."""
    return tuple(_language(toml_tables(path)) for path in sorted(FOLDER.glob("*/lint.toml")))


def _language(tables: Mapping[str, Any]) -> Language:
    forms, bearing = tables["forms"], tables["bearing"]
    first, last = tables["letters"]
    return Language(
        code=tables["language"],
        letters=(first, last),
        words={name: WordList(entries) for name, entries in tables["words"].items()},
        families={word: i for i, words in enumerate(forms["families"]) for word in words.split()},
        endings=frozenset(forms["endings"]),
        edits=tables["edits"],
        phenomena=tables["phenomena"],
        feminine=tables["feminine"],
        bearing=frozenset(bearing["words"]),
        not_after=bearing["not_after"],
        not_before=bearing["not_before"],
        second_readings=[
            _second_reading(row, tables["words"]) for row in tables.get("second_readings", ())
        ],
    )


def _second_reading(row: Mapping[str, Any], words: Mapping[str, Sequence[str]]) -> SecondReading:
    """A reading; a list of words in braces stands for any of them."""

    def pattern(key: str) -> re.Pattern[str]:
        text = row.get(key, "")
        for name, entries in words.items():
            text = text.replace(f"{{{name}}}", f"(?:{'|'.join(entries)})")
        return re.compile(text)

    return SecondReading(
        row["name"], frozenset(row.get("phenomena", ())), pattern("change"), pattern("bad")
    )


def _ends(edit: Edit, sentence: Sequence[str], optional: WordList) -> bool:
    """Return whether the good words end the sentence, before an optional word or not."""
    end = sentence[:-1] if optional.any_of(sentence[-1:]) else sentence
    size = len(edit.good)
    return bool(edit.good and edit.bad) and edit.good in (
        tuple(sentence[-size:]),
        tuple(end[-size:]),
    )


_Condition = Callable[[Language, Edit, Sequence[str], WordList], bool]
_CONDITIONS: Mapping[str, _Condition] = {
    "forms_but_for": lambda language, edit, _, words: language.are_forms(
        words.without(edit.good), words.without(edit.bad)
    ),
    "begins_with_forms": lambda language, edit, _, _words: language.are_forms(
        edit.good, edit.bad[: len(edit.good)]
    ),
    "first_word_is_form": lambda language, edit, _, _words: (
        bool(edit.good and edit.bad) and language.are_forms(edit.good[:1], edit.bad[:1])
    ),
    "same_but_for": lambda _, edit, _sentence, words: (
        sorted(words.without(edit.good)) == sorted(words.without(edit.bad))
    ),
    "edit_has": lambda _, edit, _sentence, words: words.any_of(edit.good + edit.bad),
    "edit_lacks": lambda _, edit, _sentence, words: not words.any_of(edit.good + edit.bad),
    "edit_within": lambda _, edit, _sentence, words: words.all_of(edit.good + edit.bad),
    "one_side_within": lambda _, edit, _sentence, words: (
        not (edit.good and edit.bad) and words.all_of(edit.good + edit.bad)
    ),
    "sentence_has": lambda _, _edit, sentence, words: words.any_of(sentence),
    "last_words_before": lambda _, edit, sentence, words: _ends(edit, sentence, words),
    "last_word_before": lambda _, edit, sentence, words: (
        len(edit.good) == len(edit.bad) == 1 and _ends(edit, sentence, words)
    ),
}
