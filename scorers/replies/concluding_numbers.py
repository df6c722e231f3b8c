"""Which number of a sentence is the answer: what it concludes, not what it explains."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from kasauti.scorers.replies.clause_words import words
from kasauti.scorers.replies.spelled_numbers import spelled_numbers
from kasauti.scorers.replies.written_numbers import Written, written_numbers

CONCLUSION = re.compile(
    words(
        *("so", "therefore", "hence", "thus", "altogether", "in all", "in total", "finally"),
        *("इसलिए", "इसलिये", "अतः", "अत:", "तो", "इस प्रकार", "इस तरह", "यानी", "तस्मात्", "एवम्", "एवं"),
    ),
    re.IGNORECASE,
)
# "Rs. 50" and "approx. 50" go on.
_SENTENCE_END = re.compile(r"(?<!\bRs)(?<!\bapprox)(?<!\bNo)(?<!रु)[.]\s|[?!]\s|।|\n")
_EQUALS = re.compile(r"[=≈]")
_OPERATOR = re.compile(r"\s*[+×*÷/xX−-]\s*$")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_REASON = re.compile(
    words("because", "since", "as there", "out of", "when", "after", "क्योंकि", "चूँकि", "यतः", "जब")
    + "[^=]*$",
    re.IGNORECASE,
)
# "and the other 25 % failed": what is left over beside the answer.
_OTHERS = re.compile(
    r"[,;]\s*(?:while|whereas|जबकि)\s.*"
    r"|[,;]?\s(?:and|while|और|जबकि)\s(?:the\s)?(?:other|rest|remaining|remainder|बाकी|बाक़ी|शेष).*",
    re.IGNORECASE,
)
_MADE = re.compile(
    r"\b(?:that|this|which)(?:['’]s| is| makes| gives| leaves| equals| comes to| means)\b",
    re.IGNORECASE,
)


def sentences(text: str) -> list[str]:
    """The sentences of a text, each with the mark that ends it."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    parts = [text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True)]
    return [part for part in parts if part.strip()]


def main_part(sentence: str) -> str:
    """A sentence without its side remarks, where it gives a number without them.

    Side remarks are blanked, so that what stays keeps its place.
    """
    for aside in (_BRACKETS, _REASON, _OTHERS):
        rest = aside.sub(_blank, sentence)
        if written_numbers(rest) or (spelled_numbers(rest) and not written_numbers(sentence)):
            sentence = rest
    return sentence


def _blank(match: re.Match[str]) -> str:
    """Spaces for a side remark, unless the sentence concludes in it."""
    aside = match.group()
    return aside if CONCLUSION.search(aside) else " " * len(aside)


def result_of(sentence: str, numbers: Sequence[Written], before: Sequence[str]) -> Decimal:
    """The number that a sentence concludes, after the sentences before it."""
    conclusions = list(CONCLUSION.finditer(sentence))
    tail = sentence[conclusions[-1].end() :] if conclusions else ""
    if (in_words := spelled_numbers(tail)) and not written_numbers(tail):
        return in_words[-1].value
    start = len(sentence) - len(tail)
    if conclusions and (concluded := [each for each in numbers if each.start >= start]):
        sentence, numbers = " " * start + tail, concluded
    if _EQUALS.search(sentence):
        return equation_or(sentence, numbers, first=False)
    if (made := _MADE.search(sentence)) and (
        after := [each for each in numbers if each.start >= made.end()]
    ):
        return after[0].value
    calculated = _last_result(before)
    if any(each.value == calculated for each in numbers):
        return calculated or numbers[-1].value
    return numbers[-1].value


def _last_result(before: Sequence[str]) -> Decimal | None:
    """What the sentences before a conclusion have calculated."""
    for sentence in reversed(before):
        if _EQUALS.search(sentence) and (numbers := written_numbers(sentence)):
            return numbers[-1].value
    return None


def equation_or(text: str, numbers: Sequence[Written], *, first: bool) -> Decimal:
    """The result of an equation or a sum, else the first number (then comes its unit) or last."""
    equals = [match.end() for match in _EQUALS.finditer(text)]
    if equals and (after := [each for each in numbers if each.start >= equals[-1]]):
        return after[0].value
    for index in range(len(numbers) - 1, 0, -1):
        if _OPERATOR.search(text[numbers[index - 1].end : numbers[index].start]):
            return numbers[-1].value
    return numbers[0].value if first else numbers[-1].value
