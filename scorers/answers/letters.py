"""The letter of the choice that a reply settles on.

Strict: `#### ` and the letter, with nothing after it on its line. The first one counts, since what
a model writes after its final answer is not an answer, unless the reply takes it back. Lenient: the
strict answer where there is one, else the last choice that the reply announces, concludes or names
and does not deny; the text of a choice counts as its letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from kasauti.scorers.answers.choices import AROUND, INDIC, Choices
from kasauti.scorers.answers.cleaning import (
    START,
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
    UNDECIDED,
    Mention,
    begins_enumeration,
    contradict,
    find_correction,
    keep_decided,
    read_strict,
    withdraws,
)
from kasauti.scorers.answers.verdicts import weigh
from kasauti.scorers.answers.written_numbers import convert_digits

_ANNOUNCEMENT = compile_words("letters.announcement")
_CONCLUSION = compile_words("letters.conclusion")
# "A. heat" or "A heat - wrong" at the beginning of a line: a list of the choices.
_LISTED = re.compile(rf"^[ \t(\[*|>\-]*([A-Z]|{INDIC})(?:[).:\]*|]+[ \t]*|[ \t]+)(\S.*)$", re.M)
_SAID_WRONG = compile_words("letters.wrong", "|[✗✘❌×]")
# "All except C are wrong", "none but B fits"
_SAID_WRONG_OF_REST = re.compile(r"wrong|incorrect|false|\bout\b|eliminated|excluded|impossible")
_EXCEPTED = re.compile(
    match_words("all", "everything", "every", "each", "(none|nothing)", "others?")
    + r"[^.,;\n]{0,20}?\b(?:except|but|other than|besides|apart from)(?: for)?"
    r"(?: the| option| choice)*\s*[(\[]?$",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"\s*[(\[]?([A-E])[)\]]?\s?[.,:;!–—-]\s+(?![(\[]?[A-E]\b|or\b|and\b)\S")
_ONLY = re.compile(
    match_words("only", "केवल") + r"\s+(?:the\s+|option\s+)?[(\[\"'“]*$", re.IGNORECASE
)
_REMARK = re.compile(rf"{START}([A-E])[):.–-]+[ \t]*([^.,;\n]{{1,40}}?)[ \t]*(?=[.,;\n]|$)")
_SENTENCE = re.compile(r"[.!?;](?:\s+|$)|[।\n]\s*")
# "The correct answer is:" above the answer.
_ABOVE = re.compile(rf"({_ANNOUNCEMENT.pattern}[^\n.!?]{{0,60}}:)[ \t]*\n\s*", re.IGNORECASE)
# "C is the longest, so this is the right one", "अतः यही सही है"
_MEANT = re.compile(
    r".*?(?:\b(?:so|hence|thus|therefore)|अतः|इसलिए|तस्मात्)[,\s]+(?:यही|यह|this|that|it)\s+"
    r"(?:(?:is|must be)\s+(?:the\s+)?)?"
    + match_words("correct", "right", "answer", "one", "best", "सही", "उत्तर"),
    re.IGNORECASE,
)
_IT_IS = re.compile(r"\W*(?:it|that|this)(?:\s+is|['’]s)\s+(?:the\s|an?\s)?[\"'“(]*", re.IGNORECASE)
_STOP = re.compile(r"[\s.;!)\"'”]*")
_IS_BEFORE = re.compile(
    r"(?:\b(?:is|are|was|were|called|be|named)\s+(?:the\s+|an?\s+)?|[:–—→=]\s*)[\"'“(]*$",
    re.IGNORECASE,
)
_IS_AFTER = re.compile(r"\s*(?:ही\s+|एव\s+)?(?:है|हैं|था|थी|थे|अस्ति|आसीत्|कहते हैं)[\s.।!]*")
BRIEF = 5  # so few words before a new question are an answer
MANY = 3  # so many choices named without a decision are a survey of them


def read_letter(
    reply: str, letters: Sequence[str], *, choices: Sequence[str] = ()
) -> FinalAnswer[str]:
    """The letter of the choice that a reply settles on."""
    said = convert_digits(strip_thoughts(reply))
    strict = read_strict(said, lambda word: word if word in letters else None)
    known = Choices(letters, choices)
    if strict:
        corrected = strip_markup(find_correction(said))
        later = _settle(corrected, known) if _ANNOUNCEMENT.search(corrected) else None
        return FinalAnswer(None, later) if later else FinalAnswer(strict, strict)
    said = write_out_objects(said)
    first = cut_follow_up(said)
    if first and (_ANNOUNCEMENT.search(first) or len(first.split()) <= BRIEF):
        said = first if _read_lenient(first, known) else said
    return FinalAnswer(None, _read_lenient(said, known) or _inflect(said, letters, choices))


def _read_lenient(said: str, choices: Choices) -> str | None:
    marked = [strip_markup(rest) for rest in find_marked(said)]
    if any(begins_enumeration(rest, choices.names(rest)) for rest in marked):
        return None
    return (
        _take_first(marked, choices)
        or _take_first(reversed(find_boxes(said)), choices)
        or _settle(_ABOVE.sub(r"\1 ", strip_markup(said)), choices)
    )


def _inflect(said: str, letters: Sequence[str], texts: Sequence[str]) -> str | None:
    """The choice that is named by an inflected text, in a reply that names none as it is given."""
    text = strip_markup(said)
    # A reply that lists the choices, or says that it cannot decide, is not read more loosely.
    if UNDECIDED.search(text) or Choices(letters, texts).mentions(text):
        return None
    return _settle(text, Choices(letters, texts, loose=True))


def _take_first(parts: Iterable[str], choices: Choices) -> str | None:
    """The first short text that names a choice: what stands in a box or after a mark."""
    for part in parts:
        named = {each.what for each in choices.named(part) if each.standing == "affirmed"}
        only = named.pop() if len(named) == 1 else None
        if found := choices.at_start(part) or only or _settle(part, choices):
            return found
    return None


def _settle(text: str, choices: Choices) -> str | None:
    """The choice that a reply settles on."""
    if found := _read_whole(text, choices) or _read_list(text, choices):
        return found
    # Where the choices are numbers, "B) 20 %" repeats one and does not score it.
    weighed = weigh(text, choices.names(text), scores=choices.numbered)
    if weighed is not None:
        return weighed or None
    text = _drop_list(text, choices)
    return _find_excepted(text, choices) or _decide(text, choices)


def _find_excepted(text: str, choices: Choices) -> str | None:
    """The choice that is excepted where all others are denied."""
    for each in choices.names(text):
        match = _EXCEPTED.search(each.window)
        if match and (match.group(1) or _SAID_WRONG_OF_REST.search(each.after)):
            return each.what
    return None


def _decide(text: str, choices: Choices) -> str | None:
    """The choice that is chosen, announced, concluded or named, and not denied."""
    mentions = choices.mentions(text)
    denied = {each.what: each.start for each in mentions if each.standing == "denied"}
    settled = keep_decided(text, mentions)
    for sign in (_ANNOUNCEMENT, _CONCLUSION):
        signed = [
            each
            for each in settled
            # What was denied may be announced again, by its letter.
            if (each.what not in denied or (_is_letter(each) and each.start > denied[each.what]))
            and _is_signed(each, settled, sign)
        ]
        if signed:
            return None if contradict(text, signed) else signed[-1].what
    # "A is wrong: lungs exchange gases" names the text of A, and still denies A.
    left = [each for each in settled if each.what not in denied]
    if (begins := _BEGINS.match(text)) and begins.group(1) in {each.what for each in left}:
        return begins.group(1)
    if left:
        return _choose_by_form(text, left, choices)
    return _find_left_over(set(denied), mentions, choices)


def _is_signed(mention: Mention, settled: Sequence[Mention], sign: re.Pattern[str]) -> bool:
    """Return True if the clause has such a word, and no other choice before the mention."""
    start = mention.start - mention.clause.find(mention.said)
    others = [
        each.start - start
        for each in settled
        if start <= each.start < mention.start and each.what != mention.what
    ]
    if sign is _CONCLUSION and _ONLY.search(mention.window):
        return True
    meant = _MEANT.match(mention.after)
    if meant and not any(0 <= each.start - mention.end < meant.end() for each in settled):
        return True
    last = max(others, default=-1)
    return any(match.end() > last for match in sign.finditer(mention.clause))


def _choose_by_form(text: str, affirmed: Sequence[Mention], choices: Choices) -> str | None:
    """The last letter that was named; without one, the only text that was."""
    lettered = [each for each in affirmed if _is_letter(each)]
    named = {each.what for each in lettered or affirmed}
    if not lettered and len(named) > 1:
        return _find_predicate(text, affirmed)
    if len(named) >= max(MANY, len(choices.letters)):
        return _find_resumed(text, affirmed)
    if lettered:
        return lettered[-1].what
    return named.pop() if len(named) == 1 else None


def _find_resumed(text: str, affirmed: Sequence[Mention]) -> str | None:
    """The only choice that is named again once all of them were discussed."""
    first = {each.what: each.start for each in reversed(affirmed)}
    borders = find_borders(_SENTENCE, text)
    discussed = next(border for border in borders if border > max(first.values()))
    again = {each.what for each in affirmed if each.start >= discussed}
    return again.pop() if len(again) == 1 else None


def _find_predicate(text: str, affirmed: Sequence[Mention]) -> str | None:
    """The only choice that the first or the last sentence says it is: "The biggest is Jupiter."."""
    sentences = list(pairwise(dict.fromkeys(find_borders(_SENTENCE, text))))
    found = set()
    for start, end in {sentences[0], sentences[-1]}:
        inside = [each for each in affirmed if start <= each.start < end]
        if inside and _IT_IS.fullmatch(text, start, inside[0].start):
            found.add(inside[0].what)
        if len(inside) == 1:
            before, after = text[start : inside[0].start], text[inside[0].end : end]
            alone = not before.strip(AROUND) and start > 0
            if ((alone or _IS_BEFORE.search(before)) and _STOP.fullmatch(after)) or (
                before.strip() and _IS_AFTER.fullmatch(after)
            ):
                found.add(inside[0].what)
    return found.pop() if len(found) == 1 else None


def _find_left_over(denied: set[str], mentions: Sequence[Mention], choices: Choices) -> str | None:
    """The choice that is left where all others are denied."""
    left = [letter for letter in choices.letters if letter not in denied]
    doubted = {each.what for each in mentions if each.standing == "withdrawn"}
    return left[0] if len(left) == 1 < len(denied) and left[0] not in doubted else None


def _read_whole(text: str, choices: Choices) -> str | None:
    """The choice where the whole reply, its last or its first line is nothing but a choice."""
    lines = [line for line in text.strip().splitlines() if line.strip(AROUND)]
    # A first line that is taken back later is not the answer.
    first = [] if withdraws("\n".join(lines[1:])) else lines[:1]
    for line in dict.fromkeys([text, *lines[-1:], *first]):
        if found := choices.by_letter(line.strip(AROUND)) or choices.by_text(line):
            return found
    return None


def _read_list(text: str, choices: Choices) -> str | None:
    """The one choice that a list of all does not call wrong, or of which it says something else."""
    listed = _LISTED.findall(text)
    right = [name for name, rest in listed if not _SAID_WRONG.search(rest)]
    if len(listed) == len(choices.letters) and len(right) == 1:
        return choices.by_letter(right[0])
    return _find_odd(text, choices)


def _find_odd(text: str, choices: Choices) -> str | None:
    """The choice of which something else is said than of all others: `A: sinks. B: floats. …`."""
    said = {name: " ".join(words.casefold().split()) for name, words in _REMARK.findall(text)}
    if len(said) < MANY or {*said} != {*choices.letters}:
        return None
    odd = [name for name, words in said.items() if [*said.values()].count(words) == 1]
    return odd[0] if len(odd) == 1 and len({*said.values()}) == 2 else None


def _drop_list(text: str, choices: Choices) -> str:
    """The reply without lines that only repeat the choices."""
    if len({name for name, _ in _LISTED.findall(text)}) < 2:
        return text
    return "\n".join(line for line in text.splitlines() if not _repeats(line, choices))


def _repeats(line: str, choices: Choices) -> bool:
    match = _LISTED.match(line)
    letter = choices.by_letter(match.group(1)) if match else None
    if match is None or letter is None:
        return False
    text = choices.texts.get(letter, "")
    # A choice may stand alone, or with a remark after it: `A) heat: it is hot`.
    same = choices.by_text(match.group(2)) == letter
    return not choices.texts or same or (bool(text) and match.group(2).casefold().startswith(text))


def _is_letter(mention: Mention) -> bool:
    return len(mention.said.strip(AROUND)) <= 2
