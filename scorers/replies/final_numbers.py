"""The number that a reply gives as its answer.

Strict: `#### ` and the number, with nothing after it on its line; the first one counts unless the
reply takes it back. Lenient, in this order: what follows the mark, a LaTeX box, the last
announcement that is not denied, a reply that begins with its answer, the last number. Of an
equation the number after the last equals sign counts.
"""

from __future__ import annotations

import re
from decimal import Decimal

from kasauti.scorers.replies.clauses import (
    END,
    Mention,
    Standing,
    clause_around,
    decided,
    last_version,
    standing,
    withdraws,
    words,
)
from kasauti.scorers.replies.cleaning import boxes, plain, without_thoughts
from kasauti.scorers.replies.final_answer import MARK, FinalAnswer
from kasauti.scorers.replies.written_numbers import (
    Written,
    plain_digits,
    read_number,
    spelled_number,
    written_numbers,
)

_STRICT = re.compile(rf"{MARK}[ \t]*([^\s]+)[ \t]*(?:$|\r?\n)")
_MARKED = re.compile(rf"{MARK}([^\n]*)")
_ANNOUNCEMENT = re.compile(
    words(
        *("answer", "ans", "result", "solution", "total", "go with", "respuesta"),
        *("उत्तर", "उत्तरम्", "उत्तरं", "जवाब", "परिणाम", "कुल", "हल"),
    )
    + r"(?:\s*(?:is|was|would be|should be|comes to|equals|है|अस्ति|भवति))?\s*[:：=\-–]?\s*"
    # Looked at, not consumed: a line may announce twice.
    r"(?=([^\n]*))",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.?!]\s|।|\n")
# "1. First," numbers a step; a check of the answer is no further answer.
_STEP = re.compile(r"^[ \t]*(?:step\s*|चरण\s*)?\d+[.):][ \t]+(?=\S)", re.MULTILINE | re.IGNORECASE)
_CHECK = re.compile(
    r"(?:^|(?<=[.!?।\n]))[^.!?।\n]*\b(?:check|verif\w+|double-check|proof|to confirm)\b.*"
    r"|(?:^|(?<=[.!?।\n]))[^।\n]*(?:जाँच|जांच|सत्यापन).*",
    re.IGNORECASE | re.DOTALL,
)
_NEGATED = re.compile(rf"(?:\s+[^\s,.।]+){{0,3}}?\s+(?:नहीं|न){END}")
_EQUALS = re.compile(r"[=≈]")
_OPERATOR = re.compile(r"\s*[+×*÷/xX−-]\s*$")


def read_final_number(reply: str) -> FinalAnswer[Decimal]:
    """The number that a reply gives as its answer."""
    said = plain_digits(without_thoughts(reply))
    strict = _strict(said)
    if strict is not None:
        return FinalAnswer(strict, strict)
    text = plain(said)
    text = corrected if written_numbers(corrected := last_version(text)) else text
    marked = [value for rest in _MARKED.findall(text) if (value := _settled(rest)) is not None]
    boxed = [value for box in boxes(said) if (value := _settled(box)) is not None]
    for found in (marked[:1], boxed[-1:], _announced(text)[-1:]):
        if found:
            return FinalAnswer(None, found[0])
    return FinalAnswer(None, _unannounced(text))


def _strict(said: str) -> Decimal | None:
    """The first marked number, or a later one where the words between take it back."""
    value, end = None, 0
    for match in _STRICT.finditer(said):
        found = read_number(match.group(1))
        if found is not None and (value is None or withdraws(said[end : match.start()])):
            value, end = found, match.end()
    return value


def _announced(text: str) -> list[Decimal]:
    """The number of each announcement that is neither denied nor taken back."""
    found = []
    for match in _ANNOUNCEMENT.finditer(text):
        rest = _SENTENCE_END.split(match.group(1))[0]
        offset = match.start(1)
        if numbers := _affirmed(text, rest, offset):
            found.append(_of_expression(rest, numbers))
    return found


def _affirmed(text: str, part: str, offset: int) -> list[Written]:
    """The numbers of a part of the text that are affirmed, and decided between."""
    numbers = written_numbers(part)
    spans = [(offset + each.start, offset + each.end) for each in numbers]
    mentions = [Mention(str(span[0]), *span, _standing(text, *span)) for span in spans]
    kept = {each.start for each in decided(text, mentions)}
    return [each for each in numbers if offset + each.start in kept]


def _standing(text: str, start: int, end: int) -> Standing:
    """As of any mention; and "20 से ज़्यादा नहीं" says what the number is not."""
    _, after = clause_around(text, start, end)
    return "denied" if _NEGATED.match(after) else standing(text, start, end)


def _unannounced(text: str) -> Decimal | None:
    """A reply that begins with nothing but its answer, else its last number."""
    first = _SENTENCE_END.split(text.strip(), maxsplit=1)[0]
    numbers = written_numbers(first)
    begins = len(numbers) == 1 and len(first[: numbers[0].start].strip(" \t₹$€£")) == 0
    rest = text.strip()[len(first) :]
    if begins and len(first[numbers[0].end :].split()) <= 2 and _CHECK.search(rest):
        return numbers[0].value
    sentences = _SENTENCE_END.split(_CHECK.sub("", _STEP.sub("", text)))
    for sentence in reversed(sentences):
        if affirmed := _affirmed(sentence, sentence, 0):
            return affirmed[-1].value if "=" not in sentence else _of_expression(sentence, affirmed)
        if written_numbers(sentence):
            return None  # the last thing that is said of a number is what it is not
    return spelled_number(text)


def _settled(part: str) -> Decimal | None:
    """The number that a short text gives: after its last equals sign, else its first."""
    numbers = written_numbers(part)
    return _of_expression(part, numbers) if numbers else None


def _of_expression(text: str, numbers: list[Written]) -> Decimal:
    """The result of an equation; the last number of a sum; else the first, then comes its unit."""
    equals = [match.end() for match in _EQUALS.finditer(text)]
    if equals and (after := [each for each in numbers if each.start >= equals[-1]]):
        return after[0].value
    for index in range(len(numbers) - 1, 0, -1):
        if _OPERATOR.search(text[numbers[index - 1].end : numbers[index].start]):
            return numbers[-1].value
    return numbers[0].value
