"""The letter of the choice that a reply settles on.

Strict: `#### ` and the letter, with nothing after it on its line. The first one counts, since what
a model writes after its final answer is not an answer, unless the reply takes it back. Lenient: the
strict answer where there is one, else the last choice that the reply announces, concludes or names
and does not deny; the text of a choice counts as its letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from kasauti.scorers.replies.choice_mentions import AROUND, INDIC, Choices
from kasauti.scorers.replies.clauses import Mention, clause_of, decided, withdraws, words
from kasauti.scorers.replies.cleaning import boxes, plain, without_thoughts
from kasauti.scorers.replies.final_answer import MARK, FinalAnswer

_STRICT = re.compile(rf"{MARK}[ \t]*([A-Z])[ \t]*(?:$|\r?\n)")
_MARKED = re.compile(rf"{MARK}([^\n]*)")
_ANNOUNCEMENT = re.compile(
    words(
        *("answer", "ans", "correct", "right", "choose", "chose", "pick", "select", "go with"),
        *("going with", "final", "solution", "true", "respuesta", "réponse", "antwort"),
        *("uttar", "jawab", "jawaab", "sahi"),
        *("उत्तर", "उत्तरम्", "उत्तरं", "जवाब", "सही", "उचित", "शुद्धम्", "समीचीनम्", "समीचीनं"),
        *("हल", "सत्यम्", "सत्य"),
    ),
    re.IGNORECASE,
)
_CONCLUSION = re.compile(
    words(
        *("so", "therefore", "hence", "thus", "must be", "leaves", "leaving", r"conclu\w+"),
        *("it is", "it's", "i'd say", "best", "ok", "इसलिए", "इसलिये", "अतः", "अत:", "तस्मात्"),
        *("तो", "यानी", "अर्थात्", "केवल", "only"),
    ),
    re.IGNORECASE,
)
# "A. heat" or "A heat - wrong" at the beginning of a line: a list of the choices.
_LISTED = re.compile(rf"^[ \t(\[*|>\-]*([A-Z]|{INDIC})(?:[).:\]*|]+[ \t]*|[ \t]+)(\S.*)$", re.M)
_SAID_WRONG = re.compile(
    words("wrong", "incorrect", "false", "no", "गलत", "ग़लत", "असत्यम्", "असत्य", "नहीं", "न")
    + "|[✗✘❌×]",
    re.IGNORECASE,
)
_SAID_RIGHT = re.compile(
    words("right", "correct", "true", "yes", "सही", "सत्यम्", "सत्य", "हाँ", "शुद्धम्") + "|[✓✔✅]",
    re.IGNORECASE,
)
MANY = 3  # so many choices named without a decision are a survey of them


def read_letter(
    reply: str, letters: Sequence[str], *, choices: Sequence[str] = ()
) -> FinalAnswer[str]:
    """The letter of the choice that a reply settles on."""
    said = without_thoughts(reply)
    strict = _strict(said, letters)
    if strict:
        return FinalAnswer(strict, strict)
    known = Choices(letters, choices)
    marked = [plain(rest) for rest in _MARKED.findall(said)]
    lenient = (
        _first_of(marked, known)
        or _first_of(reversed(boxes(said)), known)
        or _settled(plain(said), known)
    )
    return FinalAnswer(None, lenient)


def _strict(said: str, letters: Sequence[str]) -> str | None:
    """The first marked letter, or a later one where the words between take it back."""
    found: re.Match[str] | None = None
    for match in _STRICT.finditer(said):
        known = match.group(1) in letters
        if known and (found is None or withdraws(said[found.end() : match.start()])):
            found = match
    return found.group(1) if found else None


def _first_of(parts: Iterable[str], choices: Choices) -> str | None:
    """The first short text that names a choice: what stands in a box or after a mark."""
    for part in parts:
        named = {each.what for each in choices.named(part) if each.standing == "affirmed"}
        only = named.pop() if len(named) == 1 else None
        if found := choices.at_start(part) or only or _settled(part, choices):
            return found
    return None


def _settled(text: str, choices: Choices) -> str | None:
    """The choice that a reply settles on."""
    if found := _whole(text, choices) or _verdict_of_list(text, choices):
        return found
    text = _without_list(text, choices)
    mentions = choices.mentions(text)
    denied = {each.what: each.start for each in mentions if each.standing == "denied"}
    settled = decided(text, mentions)
    for sign in (_ANNOUNCEMENT, _CONCLUSION):
        for mention in reversed(settled):
            # What was denied may be announced again, by its letter.
            stands = mention.what not in denied or (
                _is_letter(text, mention) and mention.start > denied[mention.what]
            )
            if stands and sign.search(clause_of(text, mention)):
                return mention.what
    # "A is wrong: lungs exchange gases" names the text of A, and still denies A.
    left = [each for each in settled if each.what not in denied]
    return _by_form(text, left, choices) if left else _left_over(set(denied), mentions, choices)


def _by_form(text: str, affirmed: Sequence[Mention], choices: Choices) -> str | None:
    """The last letter that was named; without one, the only text that was."""
    lettered = [each for each in affirmed if _is_letter(text, each)]
    named = {each.what for each in lettered or affirmed}
    if len(named) >= max(MANY, len(choices.letters)):
        return None
    if lettered:
        return lettered[-1].what
    return named.pop() if len(named) == 1 else None


def _left_over(denied: set[str], mentions: Sequence[Mention], choices: Choices) -> str | None:
    """The choice that is left where all others are denied."""
    left = [letter for letter in choices.letters if letter not in denied]
    doubted = {each.what for each in mentions if each.standing == "withdrawn"}
    return left[0] if len(left) == 1 < len(denied) and left[0] not in doubted else None


def _whole(text: str, choices: Choices) -> str | None:
    """The choice where the whole reply, its last or its first line is nothing but a choice."""
    lines = [line for line in text.strip().splitlines() if line.strip(AROUND)]
    for line in dict.fromkeys([text, *lines[-1:], *lines[:1]]):
        if found := choices.by_letter(line.strip(AROUND)) or choices.by_text(line):
            return found
    return None


def _verdict_of_list(text: str, choices: Choices) -> str | None:
    """The one choice that a list with a verdict on each line calls right."""
    right = {
        letter
        for name, rest in _LISTED.findall(text)
        if (letter := choices.by_letter(name))
        and _SAID_RIGHT.search(rest)
        and not _SAID_WRONG.search(rest)
    }
    wrong = [rest for _, rest in _LISTED.findall(text) if _SAID_WRONG.search(rest)]
    return right.pop() if len(right) == 1 and wrong else None


def _without_list(text: str, choices: Choices) -> str:
    """The reply without lines that only repeat the choices."""
    if len({name for name, _ in _LISTED.findall(text)}) < 2:
        return text
    return "\n".join(line for line in text.splitlines() if not _repeats(line, choices))


def _repeats(line: str, choices: Choices) -> bool:
    match = _LISTED.match(line)
    letter = choices.by_letter(match.group(1)) if match else None
    if match is None or letter is None:
        return False
    return not choices.texts or choices.by_text(match.group(2)) == letter or _begins(match, choices)


def _begins(match: re.Match[str], choices: Choices) -> bool:
    """Whether a line of a list begins with the text of its choice: `A) heat: it is hot`."""
    text = choices.texts.get(choices.by_letter(match.group(1)) or "", "")
    return bool(text) and match.group(2).casefold().startswith(text)


def _is_letter(text: str, mention: Mention) -> bool:
    return len(text[mention.start : mention.end].strip(AROUND)) <= 2
