"""The number that a reply gives as its answer.

Strict: `#### ` and the number, with nothing after it on its line; the first one counts unless the
reply takes it back. Lenient, in this order: what follows the mark, a LaTeX box, the last
announcement that is not denied, a reply that begins with its answer, the last sentence with a
number. Of an equation the number after the last equals sign counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from kasauti.scorers.answers.cleaning import (
    FinalAnswer,
    compile_words,
    cut_follow_up,
    find_borders,
    find_boxes,
    find_marked,
    match_words,
    strip_markup,
    strip_thoughts,
    write_out_objects,
)
from kasauti.scorers.answers.negation import (
    FAR,
    MOST_MENTIONS,
    Mention,
    begins_enumeration,
    contradict,
    find_correction,
    keep_decided,
    read_strict,
    take_last_version,
)
from kasauti.scorers.answers.spelled_numbers import Written, find_spelled
from kasauti.scorers.answers.written_numbers import (
    convert_digits,
    find_written,
    join_amounts,
    read_number,
)

_CONCLUSION = compile_words("numbers.conclusion")
# "Rs. 50" and "approx. 50" go on.
_SENTENCE_END = re.compile(r"(?<!\bRs)(?<!\bapprox)(?<!\bNo)(?<!रु)[.]\s|[?!]\s|।|\n")
_EQUALS = re.compile("[=≈]")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
# "but since 5 broke, 45 are left": a reason that leads up to its main clause ends at the comma.
_LEADING = re.compile(
    rf"(?:^|(?<=[,;]\s)|(?<=\bbut\s)|(?<=\band\s)){compile_words('numbers.reason').pattern}[^=,]*,",
    re.IGNORECASE,
)
_REASON = compile_words("numbers.reason", "[^=]*$")
# "and the other 25 % failed": what is left over beside the answer.
_OTHERS = re.compile(
    r"[,;]\s*(?:while|whereas|जबकि)\s.*"
    r"|[,;]?\s(?:and|while|और|जबकि)\s(?:the\s)?(?:other|rest|remaining|remainder|बाकी|बाक़ी|शेष).*",
    re.IGNORECASE,
)
# "in 3 hours", "in 2019", "for all 4 children", "12 of 30": beside the number that is meant.
_TIME = re.compile(
    r",?\s*\b(?:in|over|within|after|for|during|by|per|every)\s+(?:(?:the|next|last|past|those)\s+)*"
    r"[\d.,]*\d\s*(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b"
    r"|\b(?:in|since)\s(?:19|20)\d\d\b|\b(?:for|among|between)\s(?:all|the|these)\s(?:the\s)?\d+\b",
    re.IGNORECASE,
)
_OF_ALL = re.compile(r"(?<=\d)\s+of\s+(?:the\s+)?[\d.,]*\d(?![^.]*=)")
# "5 × 12": how a number came about.
_UNSOLVED = re.compile(r"\d[\d.,]*(?:\s*[×x*+÷·]\s*\d[\d.,]*)+")
_IS_THE = re.compile(r"\b(?:is|are|was)\s+(?:the|my|our)\s+(?:\w+\s+)?\Z", re.IGNORECASE)
# "= 160 km ≈ 99.4 miles": the same in another unit.
_CONVERTED = re.compile(r"(?<==)(\s*-?[\d.,]*\d\s?(?!times)[^\W\d][\w/]*)\s*≈[^=≈\n]*")
_MADE = re.compile(
    r"\b(?:that|this|which)(?:['’]s| is| makes| gives| leaves| equals| comes to| means)\b",
    re.IGNORECASE,
)
_IS = (
    # A sign right before digits is the number's: "the answer is -7".
    r"(?:\s*(?:is|was|would be|should be|comes to|equals|है|अस्ति|भवति))?\s*(?:[:=–]|-(?!\d))?\s*"
    # Looked at, not consumed: a line may announce twice.
    r"(?=([^\n]*))"
)
_ANNOUNCEMENT = compile_words("numbers.announcement", _IS)
# "the result of 4 times 7 is": what is calculated, before the result.
_OPERATION = re.compile(r"^(?:of|for|to)\b[^=]*?\b(?:is|are|equals)\b(?=[^=]*\d)", re.IGNORECASE)
# An answer, and then why.
_WHY = re.compile(
    r"\s*\n\s*\n|.*\b(?:why|explanation|because|reason)\b|.*(?:क्योंकि|व्याख्या|स्पष्टीकरण)",
    re.IGNORECASE,
)
# "1. First," numbers a step; a check of the answer is no further answer.
_STEP = re.compile(r"^[ \t]*(?:step\s*|चरण\s*)?\d+[.):][ \t]+(?=\S)", re.MULTILINE | re.IGNORECASE)
_CHECK = re.compile(
    r"(?:^|(?<=[.!?।\n,;(]))[^.!?।\n,;(]*\b(?:check|verif\w+|double-check|proof|to confirm)\b.*"
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
_UNASKED = compile_words("numbers.unasked")
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
    for aside in (_BRACKETS, _LEADING, _REASON, _OTHERS, _TIME, _OF_ALL):
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
    head, _, rest = sentence.rpartition(":")
    behind = [each for each in numbers if each.start > len(head)]
    if behind and _EQUALS.search(head) and not _EQUALS.search(rest):
        return behind[0].value  # "12 + 15 = 27 for 3 friends: 9 each"
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
    before = [each for each in numbers if equals and each.start < equals[-1]]
    if len(before) == 1 and len(after) > 1 and _UNSOLVED.search(text, equals[-1]):
        return before[0].value  # 27 = 12 + 15
    return after[0].value if after else numbers[0 if first else -1].value


def read_final_number(reply: str) -> FinalAnswer[Decimal]:
    """The number that a reply gives as its answer."""
    said = convert_digits(strip_thoughts(reply))
    strict = read_strict(said, read_number)
    if strict is not None:
        corrected = find_correction(said)
        later = _read_lenient(corrected) if _ANNOUNCEMENT.search(corrected) else None
        return FinalAnswer(strict, strict) if later is None else FinalAnswer(None, later)
    first = cut_follow_up(said)
    if first is not None and (value := _read_lenient(first)) is not None:
        return FinalAnswer(None, value)
    return FinalAnswer(None, _read_lenient(said))


def _read_lenient(said: str) -> Decimal | None:
    text = join_amounts(
        _UNIT_POWER.sub("", _BARE_POINT.sub("0", strip_markup(write_out_objects(said))))
    )
    text = _CONVERTED.sub(r"\1", text)
    text = corrected if _find_numbers(corrected := take_last_version(text)) else text
    rests = find_marked(text)
    if any(_is_left_open(rest) for rest in rests):
        return None
    marked = [value for rest in rests if (value := _settle(rest)) is not None]
    boxed = [value for box in find_boxes(said) if (value := _settle(box)) is not None]
    if found := [*marked[:1], *boxed[-1:]]:
        return found[0]
    if announced := _find_announced(text):
        return None if contradict(text, announced) else Decimal(announced[-1].what)
    if (_REFUSAL.search(text) and "=" not in text) or _CUT_OFF.search(text):
        return None
    return _read_unannounced(text)


def _find_announced(text: str) -> list[Mention]:
    """The number of each announcement that is neither denied nor taken back."""
    found = []
    for match in list(_ANNOUNCEMENT.finditer(text))[-MOST_MENTIONS:]:
        word = Mention(text, "", *match.span())
        if _IS_THE.search(word.before) and (said := _find_numbers(word.before)):
            found.append(replace(word, what=str(said[-1].value)))  # "12 is the answer"
            continue
        start, line = match.start(1), match.group(1)
        sentence = _blank_asides(next(iter(_split_sentences(line)), ""))
        rest = _OPERATION.sub(lambda match: " " * len(match.group()), sentence)
        if numbers := _keep_affirmed(text, rest, start):
            value = str(_solve_equation(rest, numbers, first=True))
            found.append(Mention(text, value, start + numbers[0].start, start + numbers[-1].end))
    return found


def _find_numbers(part: str) -> list[Written]:
    """The numbers of a part of a reply: those in digits, else those in words."""
    return (find_written(part) or find_spelled(part))[-MOST_MENTIONS:]


def _keep_affirmed(text: str, part: str, offset: int) -> list[Written]:
    """The numbers of a part of the text that are affirmed, and decided between."""
    found = [each for each in _find_numbers(part) if not _is_part(part, each)]
    numbers = {offset + each.start: each for each in found}
    mentions = [Mention(text, str(at), at, offset + each.end) for at, each in numbers.items()]
    return [numbers[each.start] for each in keep_decided(text, mentions)]


def _is_part(text: str, number: Written) -> bool:
    """Return True if digits are part of a ratio, a time of day or ±4: several numbers."""
    before, after = text[max(0, number.start - FAR) : number.start], text[number.end :][:FAR]
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
        if not (each.rstrip().endswith("?") or _CLOSING.search(each) or _UNASKED.search(each))
    ]
    for index in range(len(said) - 1, -1, -1):
        sentence = _blank_asides(said[index])
        if _RANGE.search(sentence):
            return None
        unsolved = _UNSOLVED.search(sentence) and not find_written(_UNSOLVED.sub("", sentence))
        if unsolved and "=" not in sentence and any(map(_find_numbers, said[:index])):
            continue
        if affirmed := _keep_affirmed(sentence, sentence, 0):
            return _find_result(sentence, affirmed, said[:index])
        if _find_numbers(sentence):
            return None  # the last thing that is said of a number is what it is not
    return None


def _is_left_open(part: str) -> bool:
    """Return True if a short text gives several numbers to choose from: `12 or 14`."""
    mentions = [Mention(part, str(n.value), n.start, n.end) for n in _find_numbers(part)]
    return not _EQUALS.search(part) and begins_enumeration(part, mentions)


def _settle(part: str) -> Decimal | None:
    """The number that a short text gives: after its last equals sign, else its first."""
    numbers = _find_numbers(part)
    return _solve_equation(part, numbers, first=True) if numbers else None
