"""The final answer in a model's reply: by the documented format, and leniently.

Strict: `#### ` and the answer, with nothing after it on its line; the first one counts, since what
a model writes after its final answer is not an answer. Lenient: the strict answer where there is
one, else the most plausible reading of the reply.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Generic, TypeVar

from kasauti.scorers.parse_number import numbers_in, plain_digits, read_number

A = TypeVar("A", str, Decimal)

MARK = "####"
_END = r"[ \t]*(?:$|\r?\n)"
_STRICT_LETTER = re.compile(rf"{MARK}[ \t]*([A-Z]){_END}")
_STRICT_NUMBER = re.compile(rf"{MARK}[ \t]*([^\s]+){_END}")
_AFTER_MARK = re.compile(rf"{MARK}([^\n]*)")
# "Answer: B", "the answer is (B)", "उत्तर: ख", "सही उत्तर B है".
_ANNOUNCED = re.compile(
    r"(?:answer|choice|option|उत्तर|जवाब|विकल्प)\b\s*(?:is|would be|should be|है)?\s*[:：=\-–]?\s*"
    r"([^\n]*)",
    re.IGNORECASE,
)
_WRAPPED = re.compile(
    r"[(\[*]+([A-Z])[)\]*.:]+|(?<!\w)([A-Z])[).](?=\s|$)|(?<!\w)([A-Z])\s*$", re.M
)
# A capital letter by itself; in "A boy" it is an article, not an answer.
_LONE = re.compile(r"(?<!\w)([A-Z])(?!\w)(?!['’]|\s+[a-z])")
# "A. heat" at the beginning of a line, and "1. First," which numbers a step.
_LISTED = re.compile(r"^[ \t(\[*]*([A-Z])[).:\]*]+[ \t]*\S", re.MULTILINE)
_LISTED_LINE = re.compile(r"^[ \t(\[*]*[A-Z][).:\]*]+[ \t]*\S.*$", re.MULTILINE)
_STEP = re.compile(r"^[ \t]*\d+[.)][ \t]+(?=\S)", re.MULTILINE)
_SENTENCE_END = re.compile(r"[.?!]\s|।")
_FIRST = re.compile(r"[\s(\[*\"'“]*(\w[^\s)\].*,:;।]*)")
# The letters by which Hindi names choices, and the names of the Latin ones in Devanagari.
_DEVANAGARI = [("क", "ए"), ("ख", "बी"), ("ग", "सी"), ("घ", "डी"), ("ङ", "ई")]
_LETTER_OF = {
    name: letter for letter, names in zip("ABCDE", _DEVANAGARI, strict=True) for name in names
}


@dataclass(frozen=True, slots=True)
class FinalAnswer(Generic[A]):
    """What a reply says strictly and leniently; None where it cannot be read."""

    strict: A | None
    lenient: A | None


def read_letter(
    reply: str, letters: Sequence[str], *, choices: Sequence[str] = ()
) -> FinalAnswer[str]:
    """The letter of the choice that a reply settles on."""
    strict = next((m for m in _STRICT_LETTER.findall(reply) if m in letters), None)
    if strict:
        return FinalAnswer(strict, strict)
    lenient = (
        _after_mark(reply, letters)
        or _announced(reply, letters)
        or _whole(reply, letters, choices)
        or _last_letter(reply, letters)
    )
    return FinalAnswer(None, lenient)


def read_final_number(reply: str) -> FinalAnswer[Decimal]:
    """The number that a reply ends with."""
    plain = plain_digits(reply)
    for written in _STRICT_NUMBER.findall(plain):
        if (value := read_number(written)) is not None:
            return FinalAnswer(value, value)
    marked = [numbers_in(rest) for rest in _AFTER_MARK.findall(plain)]
    if found := [numbers for numbers in marked if numbers]:
        return FinalAnswer(None, found[0][0])  # then comes its unit
    announced = [numbers_in(_SENTENCE_END.split(rest)[0]) for rest in _ANNOUNCED.findall(plain)]
    if found := [numbers for numbers in announced if numbers]:
        return FinalAnswer(None, found[-1][-1])  # "the answer is 9 x 2 = 18"
    numbers = numbers_in(_STEP.sub("", plain))
    return FinalAnswer(None, numbers[-1] if numbers else None)


def read_topic(reply: str, topics: Sequence[str]) -> FinalAnswer[str]:
    """The topic that a reply names: strictly, the name and nothing else but case."""
    said = reply.strip().casefold()
    strict = next((topic for topic in topics if said == topic.casefold()), None)
    if strict:
        return FinalAnswer(strict, strict)
    lines = [line for line in reply.splitlines() if line.strip()]
    # A model that only repeats the list of topics has not chosen one.
    for part in (*lines[:1], *lines[-1:], reply):
        if len(named := set(_named(part, topics))) == 1:
            return FinalAnswer(None, named.pop())
    return FinalAnswer(None, None)


def _after_mark(reply: str, letters: Sequence[str]) -> str | None:
    found = [_first_letter(rest, letters) for rest in _AFTER_MARK.findall(reply)]
    return next((letter for letter in found if letter), None)


def _announced(reply: str, letters: Sequence[str]) -> str | None:
    found = [_first_letter(rest, letters) for rest in _ANNOUNCED.findall(reply)]
    return next((letter for letter in reversed(found) if letter), None)


def _first_letter(rest: str, letters: Sequence[str]) -> str | None:
    """The letter that the words after an announcement begin with, in Latin or Devanagari."""
    match = _FIRST.match(rest)
    word = match.group(1) if match else ""
    word = _LETTER_OF.get(word, word)
    # "the answer is a matter of taste" names no choice.
    is_article = word in ("A", "a") and re.match(r"\s+[a-z]", rest[match.end() :] if match else "")
    return word.upper() if word.upper() in letters and not is_article else None


def _whole(reply: str, letters: Sequence[str], choices: Sequence[str]) -> str | None:
    """The letter where the whole reply, or its last line, is a letter or a choice's text."""
    lines = [line for line in reply.strip().splitlines() if line.strip()]
    for line in {reply.strip(): None, **({lines[-1]: None} if lines else {})}:
        bare = line.strip(" \t()[]*.:।\"'")
        bare = _LETTER_OF.get(bare, bare)
        if bare.upper() in letters:
            return bare.upper()
        same = [
            letter
            for letter, choice in zip(letters, choices, strict=False)
            if bare and bare.casefold() == choice.strip(" .।").casefold()
        ]
        if len(same) == 1:
            return same[0]
    return None


def _last_letter(reply: str, letters: Sequence[str]) -> str | None:
    if len(set(_LISTED.findall(reply))) > 1:  # the choices are repeated: not an answer
        reply = _LISTED_LINE.sub("", reply)
    for pattern in (_WRAPPED, _LONE):
        found = [match.group(match.lastindex or 0) for match in pattern.finditer(reply)]
        if known := [letter for letter in found if letter in letters]:
            return known[-1]
    return None


def _named(text: str, topics: Sequence[str]) -> list[str]:
    """The topics that a text names; half of `science/technology` names it."""
    return [
        topic
        for topic in topics
        for part in {topic, *topic.split("/")}
        if re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text, re.IGNORECASE)
    ]
