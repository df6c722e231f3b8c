"""The number that a reply gives as its answer.

Strict: `#### ` and the number, with nothing after it on its line; the first one counts unless the
reply takes it back. Lenient, in this order: what follows the mark, a LaTeX box, the last
announcement that is not denied, a reply that begins with its answer, the last sentence with a
number. Of an equation the number after the last equals sign counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from kasauti.scorers.answers.cleaning import (
    MARK,
    FinalAnswer,
    cut_follow_up,
    find_borders,
    find_boxes,
    strip_markup,
    strip_thoughts,
)
from kasauti.scorers.answers.negation import (
    Mention,
    keep_decided,
    read_strict,
    take_last_version,
)
from kasauti.scorers.answers.spelled_numbers import Written, find_spelled
from kasauti.scorers.answers.words import compile_words, match_words
from kasauti.scorers.answers.written_numbers import convert_digits, find_written, read_number

_CONCLUSION = compile_words("numbers.conclusion")
# "Rs. 50" and "approx. 50" go on.
_SENTENCE_END = re.compile(r"(?<!\bRs)(?<!\bapprox)(?<!\bNo)(?<!रु)[.]\s|[?!]\s|।|\n")
_EQUALS = re.compile("[=≈]")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_REASON = compile_words("numbers.reason", "[^=]*$")
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
_MARKED = re.compile(rf"{MARK}([^\n]*)")
_IS = (
    r"(?:\s*(?:is|was|would be|should be|comes to|equals|है|अस्ति|भवति))?\s*[:：=\-–]?\s*"
    # Looked at, not consumed: a line may announce twice.
    r"(?=([^\n]*))"
)
_ANNOUNCEMENT = compile_words("numbers.announcement", _IS)
# "the result of 4 times 7 is": what is calculated, before the result.
_OPERATION = re.compile(r"^(?:of|for|to)\b[^=]*?\b(?:is|are|equals)\b(?=[^=]*\d)", re.IGNORECASE)
_TOTAL = compile_words("numbers.total", _IS)
# An answer, and then why.
_WHY = re.compile(
    r"\s*\n\s*\n|.*\b(?:why|explanation|because|reason)\b|.*(?:क्योंकि|व्याख्या|स्पष्टीकरण)",
    re.IGNORECASE,
)
# "1. First," numbers a step; a check of the answer is no further answer.
_STEP = re.compile(r"^[ \t]*(?:step\s*|चरण\s*)?\d+[.):][ \t]+(?=\S)", re.MULTILINE | re.IGNORECASE)
_CHECK = re.compile(
    r"(?:^|(?<=[.!?।\n]))[^.!?।\n]*\b(?:check|verif\w+|double-check|proof|to confirm)\b.*"
    r"|(?:^|(?<=[.!?।\n]))[^।\n]*(?:जाँच|जांच|सत्यापन).*",
    re.IGNORECASE | re.DOTALL,
)
# `.5` is 0.5; the 2 of `24 cm^2` is no number.
_BARE_POINT = re.compile(r"(?<![\w.,])(?=[.]\d)")
_UNIT_POWER = re.compile(r"(?<=\bcm)\^?[23]\b|(?<=\b[mk]m)\^?[23]\b|(?<=\d m)\^?[23]\b")
# A text that breaks off has not come to its answer.
_CUT_OFF = re.compile(
    rf"(?:[=+×÷,]|{match_words('and|or|of|the|is|are|to|with|then|और|या|के|से')})\s*\Z", re.IGNORECASE
)
_BOUNDS = r"[\d.,]+\s*(?:to|–|-|से)\s*[\d.,]+"
_RANGE = re.compile(
    rf"(?:about|around|approximately|roughly|some|लगभग|करीब|क़रीब)\s+{_BOUNDS}(?!.*=)"
    rf"|^\W*{_BOUNDS}(?:\s+[^\d\s]+){{0,2}}\W*$|{_BOUNDS}\s*(?:के बीच|के मध्य)",
    re.IGNORECASE,
)
_CLOSING = compile_words("numbers.closing")
_REFUSAL = compile_words("numbers.refusal")


def _split_sentences(text: str) -> list[str]:
    """The sentences of a text, each with the mark that ends it."""
    parts = (text[start:end] for start, end in pairwise(find_borders(_SENTENCE_END, text)))
    return [part for part in parts if part.strip()]


def _blank_asides(sentence: str) -> str:
    """A sentence without its side remarks, where it gives a number without them.

    Side remarks are blanked, so that what stays keeps its place.
    """
    for aside in (_BRACKETS, _REASON, _OTHERS):
        rest = aside.sub(_blank, sentence)
        if find_written(rest):
            sentence = rest
    return sentence


def _blank(match: re.Match[str]) -> str:
    """Spaces for a side remark, unless the sentence concludes in it."""
    aside = match.group()
    return aside if _CONCLUSION.search(aside) else " " * len(aside)


def _find_result(sentence: str, numbers: Sequence[Written], before: Sequence[str]) -> Decimal:
    """The number that a sentence concludes, after the sentences before it."""
    conclusions = list(_CONCLUSION.finditer(sentence))
    tail = sentence[conclusions[-1].end() :] if conclusions else ""
    if (in_words := find_spelled(tail)) and not find_written(tail):
        return in_words[-1].value
    start = len(sentence) - len(tail)
    if conclusions and (concluded := [each for each in numbers if each.start >= start]):
        sentence, numbers = " " * start + tail, concluded
    if _EQUALS.search(sentence):
        return _solve_equation(sentence, numbers, first=False)
    if (made := _MADE.search(sentence)) and (
        after := [each for each in numbers if each.start >= made.end()]
    ):
        return after[0].value
    calculated = _find_last_result(before)
    return next((each.value for each in numbers if each.value == calculated), numbers[-1].value)


def _find_last_result(before: Sequence[str]) -> Decimal | None:
    """Return the last result of the sentences before a conclusion."""
    for sentence in reversed(before):
        if _EQUALS.search(sentence) and (numbers := find_written(sentence)):
            return numbers[-1].value
    return None


def _solve_equation(text: str, numbers: Sequence[Written], *, first: bool) -> Decimal:
    """The result of an equation or a sum, else the first number (then comes its unit) or last."""
    equals = [match.end() for match in _EQUALS.finditer(text)]
    after = [each for each in numbers if equals and each.start >= equals[-1]]
    return after[0].value if after else numbers[0 if first else -1].value


def read_final_number(reply: str) -> FinalAnswer[Decimal]:
    """The number that a reply gives as its answer."""
    said = convert_digits(strip_thoughts(reply))
    strict = read_strict(said, read_number)
    if strict is not None:
        return FinalAnswer(strict, strict)
    first = cut_follow_up(said)
    if first is not None and (value := _read_lenient(first)) is not None:
        return FinalAnswer(None, value)
    return FinalAnswer(None, _read_lenient(said))


def _read_lenient(said: str) -> Decimal | None:
    text = _UNIT_POWER.sub("", _BARE_POINT.sub("0", strip_markup(said)))
    text = corrected if _find_numbers(corrected := take_last_version(text)) else text
    marked = [value for rest in _MARKED.findall(text) if (value := _settle(rest)) is not None]
    boxed = [value for box in find_boxes(said) if (value := _settle(box)) is not None]
    if found := [*marked[:1], *boxed[-1:], *_find_announced(text, _ANNOUNCEMENT)[-1:]]:
        return found[0]
    if (_REFUSAL.search(text) and "=" not in text) or _CUT_OFF.search(text):
        return None
    totals = _find_announced(text, _TOTAL)
    return totals[-1] if totals and not _goes_on(text) else _read_unannounced(text)


def _goes_on(text: str) -> bool:
    """Return True if a sentence after the last total concludes or calculates something."""
    last = list(_TOTAL.finditer(text))[-1]
    same, *later = _split_sentences(text[last.start() :])
    before, *concluded = _CONCLUSION.split(same, maxsplit=1)
    if concluded and find_written(before):
        return True
    if len(find_written(same)) > 1 and "=" not in same:
        return True
    return any(
        find_written(each) and (_CONCLUSION.search(each) or "=" in each)
        for each in later
        if not _CHECK.search(each)
    )


def _find_announced(text: str, sign: re.Pattern[str]) -> list[Decimal]:
    """The number of each announcement that is neither denied nor taken back."""
    found = []
    for match in sign.finditer(text):
        start, line = match.start(1), match.group(1)
        sentence = _blank_asides(next(iter(_split_sentences(line)), ""))
        rest = _OPERATION.sub(lambda match: " " * len(match.group()), sentence)
        if numbers := _keep_affirmed(text, rest, start):
            found.append(_solve_equation(rest, numbers, first=True))
    return found


def _find_numbers(part: str) -> list[Written]:
    """The numbers of a part of a reply: those in digits, else those in words."""
    return find_written(part) or find_spelled(part)


def _keep_affirmed(text: str, part: str, offset: int) -> list[Written]:
    """The numbers of a part of the text that are affirmed, and decided between."""
    found = [each for each in _find_numbers(part) if not _is_part(part, each)]
    numbers = {offset + each.start: each for each in found}
    mentions = [Mention(text, str(at), at, offset + each.end) for at, each in numbers.items()]
    return [numbers[each.start] for each in keep_decided(text, mentions)]


def _is_part(text: str, number: Written) -> bool:
    """Return True if digits are part of a ratio, a time of day or ±4: several numbers."""
    before, after = text[: number.start], text[number.end :]
    return bool(re.match(r":\d", after) or re.search(r"\d:$|±\s*$", before))


def _read_unannounced(text: str) -> Decimal | None:
    """A reply that begins with nothing but its answer, else its last sentence with a number."""
    first = (_split_sentences(text.strip()) or [""])[0]
    numbers = find_written(first)
    begins = len(numbers) == 1 and len(first[: numbers[0].start].strip(" \t₹$€£")) == 0
    rest = text.strip()[len(first) :]
    explained = _CHECK.search(rest) or _WHY.match("\n" + rest)
    if begins and len(first[numbers[0].end :].split()) <= 2 and explained:
        return numbers[0].value
    unchecked = _CHECK.sub("", _STEP.sub("", text))
    said = [
        each
        for each in _split_sentences(unchecked if _find_numbers(unchecked) else _STEP.sub("", text))
        if not (each.rstrip().endswith("?") or _CLOSING.search(each))
    ]
    for index in range(len(said) - 1, -1, -1):
        sentence = _blank_asides(said[index])
        if _RANGE.search(sentence):
            return None
        if affirmed := _keep_affirmed(sentence, sentence, 0):
            return _find_result(sentence, affirmed, said[:index])
        if _find_numbers(sentence):
            return None  # the last thing that is said of a number is what it is not
    return None


def _settle(part: str) -> Decimal | None:
    """The number that a short text gives: after its last equals sign, else its first."""
    numbers = _find_numbers(part)
    return _solve_equation(part, numbers, first=True) if numbers else None
