"""Checks of an answer against its references: exact, contains, number, choice."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from kasauti.records.persona import bind_words
from kasauti.scorers.answers.cleaning import normalize, strip_markup, strip_thoughts
from kasauti.scorers.answers.final_numbers import read_final_number
from kasauti.scorers.answers.letters import read_letter
from kasauti.scorers.answers.written_numbers import format_number, read_number

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# What may stand around an answer and is not part of it.
_AROUND = " \t\n.,;:!?।\"'“”‘’«»#"
# Scripts without spaces between words.
_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN")


@dataclass(frozen=True, slots=True)
class Checked:
    """The judgement of one answer, and what was read in it; None where nothing could be."""

    right: bool
    read: str | None


def plain_answer(reply: str) -> str:
    """Return the reply without thoughts and Markdown."""
    return strip_markup(strip_thoughts(reply)).strip()


def check_exact(reply: str, references: Sequence[str], choices: Sequence[str] = ()) -> Checked:  # noqa: ARG001
    """Compare the whole answer; case, space and punctuation around it do not count.

    >>> check_exact("**Paris.**", ["Paris"]).right, check_exact("In Paris.", ["Paris"]).right
    (True, False)
    """
    answer = _folded(plain_answer(reply))
    return Checked(any(answer == _folded(each) for each in references), answer or None)


def check_contains(reply: str, references: Sequence[str], choices: Sequence[str] = ()) -> Checked:  # noqa: ARG001
    """Look for a reference in the answer, as whole words; a denial of it is not understood.

    >>> check_contains("It is Paris, of course.", ["Paris"]).right
    True
    >>> check_contains("It is Parisian.", ["Paris"]).right
    False
    """
    answer = plain_answer(reply)
    found = next((each for each in references if _pattern(each).search(answer)), None)
    return Checked(found is not None, found)


def check_number(reply: str, references: Sequence[str], choices: Sequence[str] = ()) -> Checked:  # noqa: ARG001
    """Compare the number that the answer settles on.

    >>> check_number("2 + 2 makes 4.", ["4"]).right
    True
    """
    said = read_final_number(reply).lenient
    expected = {number_in(each) for each in references}
    return Checked(said is not None and said in expected, format_number(said))


def check_choice(reply: str, references: Sequence[str], choices: Sequence[str] = ()) -> Checked:
    """Compare the choice that the answer settles on; its text counts as its letter.

    >>> check_choice("The answer is B.", ["Mars"], ["Venus", "Mars"]).right
    True
    """
    letters = LETTERS[: len(choices)]
    said = read_letter(reply, tuple(letters), choices=tuple(choices)).lenient
    return Checked(said in {letter_of(each, choices) for each in references} - {None}, said)


Check = Callable[[str, Sequence[str], Sequence[str]], Checked]
READ: Mapping[str, Check] = {
    "exact": check_exact,
    "contains": check_contains,
    "number": check_number,
    "choice": check_choice,
}


def number_in(reference: str) -> Decimal | None:
    """Return the value of a reference that is a number, or that names one."""
    value = read_number(reference)
    return read_final_number(reference).lenient if value is None else value


def letter_of(reference: str, choices: Sequence[str]) -> str | None:
    """Return the letter of a reference: a choice, or a letter itself; None if it is neither.

    >>> letter_of("Mars", ["Venus", "Mars"]), letter_of("a", ["Venus", "Mars"])
    ('B', 'A')
    """
    if reference in choices:
        return LETTERS[list(choices).index(reference)]
    letter = reference.strip(" .)(").upper()
    return letter if letter and letter in LETTERS[: len(choices)] else None


def _folded(text: str) -> str:
    return " ".join(normalize(text).casefold().split()).strip(_AROUND)


def _pattern(reference: str) -> re.Pattern[str]:
    words = r"\s+".join(re.escape(word) for word in normalize(reference).split())
    apart = not any(unicodedata.name(each, "").startswith(_UNSPACED) for each in reference)
    return re.compile(bind_words(words) if apart else words, re.IGNORECASE)
