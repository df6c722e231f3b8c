"""The standing of what a reply mentions: affirmed, denied, or taken back.

The rules are heuristics for English, Hindi and Sanskrit; `python -m authoring.answer_readers`
prints how often they read a reply as a person does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from kasauti.scorers.answers.cleaning import STRICT, A
from kasauti.scorers.answers.negation_words import (
    BARRIER,
    CHOOSES,
    CONCEDED,
    CONCESSION,
    CONNECTED,
    CONTRAST,
    DOUBTED,
    DOUBTED_AFTER,
    HEDGED,
    LIST,
    NOT,
    NOT_AFTER,
    NOT_AT_END,
    SENTENCE_END,
    TAKEN_BACK,
    UNDECIDED,
    UNLISTED_COMMA,
    WITHDRAWAL,
)

Standing = Literal["affirmed", "denied", "withdrawn"]
# Words further away than so many characters say nothing of a mention. Without this limit, a reply
# that repeats itself without end would take minutes to read.
FAR = 500


@dataclass(frozen=True, slots=True)
class Mention:
    """A place of the reply that names something, and how the reply stands to it."""

    what: str
    start: int
    end: int
    standing: Standing


def judge_standing(text: str, start: int, end: int) -> Standing:
    """Return the standing of what the reply mentions at [start, end)."""
    before, after = split_clause(text, start, end)
    ended = NOT_AT_END.search(UNLISTED_COMMA.split(after)[0])
    if ended or _denied_before(before, after) or NOT_AFTER.match(after):
        return "denied"
    if _is_question(text, end) or TAKEN_BACK.match(text[end:]):
        return "withdrawn"
    if CONCEDED.search(find_sentence_before(text, start)) and "," in find_sentence_after(text, end):
        return "withdrawn"
    if DOUBTED.search(_cut_contrast(text, start)) or DOUBTED_AFTER.match(
        find_sentence_after(text, end)
    ):
        return "withdrawn"
    return "affirmed"


def withdraws(text: str) -> bool:
    """Return True if a text takes back what was said before it."""
    return WITHDRAWAL.search(text) is not None


def read_strict(said: str, parse: Callable[[str], A | None]) -> A | None:
    """Return the first marked answer, or a later one if the words between take it back."""
    value, end = None, 0
    for match in STRICT.finditer(said):
        found = parse(match.group(1))
        if found is not None and (value is None or withdraws(said[end : match.start()])):
            value, end = found, match.end()
    return value


def take_last_version(text: str) -> str:
    """Return the text behind the last correction; the whole text if there is none."""
    corrections = list(WITHDRAWAL.finditer(text))
    return text[corrections[-1].end() :] if corrections else text


def keep_decided(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions that the reply affirms, without those between which it does not decide."""
    affirmed = _drop_withdrawn(text, [each for each in mentions if each.standing == "affirmed"])
    groups = _group_enumerations(text, [each for each in affirmed if not is_chosen(text, each)])
    open_ones = {each.start for group in groups for each in group}
    hedged = [each for each in affirmed if _is_hedged(text, each) and not is_chosen(text, each)]
    if len({each.what for each in hedged}) > 1:
        open_ones |= {each.start for each in hedged}
    undecided = [match.end() for match in UNDECIDED.finditer(text)]
    last = undecided[-1] if undecided else 0
    return [each for each in affirmed if each.start not in open_ones and each.start >= last]


def is_chosen(text: str, mention: Mention) -> bool:
    """Return True if the reply chooses what it mentions: "I'd go with C"."""
    return CHOOSES.search(text[: mention.start]) is not None


def _is_hedged(text: str, mention: Mention) -> bool:
    """Return True if the part of the clause between commas leaves it open, or goes on with "or"."""
    clause = find_clause(text, mention)
    offset = clause.rfind(text[mention.start : mention.end])
    part = clause[:offset].rpartition(",")[2].lstrip()
    hedged = part + clause[offset:].partition(",")[0]
    return bool(HEDGED.search(clause if LIST.match(part) else hedged))


def _group_enumerations(text: str, mentions: Sequence[Mention]) -> list[list[Mention]]:
    """Mentions of different things with nothing but "or", "and" or a comma between them."""
    groups = [[each] for each in mentions[:1]]
    for first, second in pairwise(mentions):
        # "Between C and D, C": what is named again, after another, is no further item.
        again = any(each.what == second.what != first.what for each in groups[-1])
        if CONNECTED.fullmatch(text[first.end : second.start]) and not again:
            groups[-1].append(second)
        else:
            groups.append([second])
    return [group for group in groups if len({each.what for each in group}) > 1]


def _drop_withdrawn(text: str, mentions: list[Mention]) -> list[Mention]:
    """Return the mentions after the last correction, if there are any."""
    for correction in reversed(list(WITHDRAWAL.finditer(text))):
        if later := [each for each in mentions if each.start >= correction.end()]:
            return later
    return mentions


def split_clause(text: str, start: int, end: int) -> tuple[str, str]:
    """The clause of a mention, before and after it."""
    before = find_sentence_before(text, start)
    barriers = list(BARRIER.finditer(before))
    after = find_sentence_after(text, end)
    barrier = BARRIER.search(after)
    return (
        before[barriers[-1].end() :] if barriers else before,
        after[: barrier.start()] if barrier else after,
    )


def find_clause(text: str, mention: Mention) -> str:
    """The clause of a mention with the word that begins it: "so", "इसलिए", "answer:"."""
    before = find_sentence_before(text, mention.start)
    _, after = split_clause(text, mention.start, mention.end)
    barriers = list(BARRIER.finditer(before))
    start = barriers[-1].start() if barriers else 0
    if barriers and not barriers[-1].group().strip()[:1].isalpha():
        # A colon or a dash belongs to what it follows.
        start = barriers[-2].start() if len(barriers) > 1 else 0
    return before[start:] + text[mention.start : mention.end] + after


def _cut_contrast(text: str, start: int) -> str:
    """The sentence before a mention, from the last word that turns against what came before it."""
    before = find_sentence_before(text, start)
    if CONCESSION.match(before.lstrip()):
        before = before.partition(",")[2]  # the main clause begins behind the comma
    turns = list(CONTRAST.finditer(before))
    return before[turns[-1].end() :] if turns else before


def find_sentence_before(text: str, start: int) -> str:
    """The text from the beginning of the sentence to the mention."""
    begin = max(0, start - FAR)
    ends = [match.end() for match in SENTENCE_END.finditer(text, begin, start)]
    return text[ends[-1] if ends else begin : start]


def find_sentence_after(text: str, end: int) -> str:
    """The text from the mention to the end of the sentence."""
    match = SENTENCE_END.search(text, end, end + FAR)
    return text[end : match.start() if match else end + FAR]


def _is_question(text: str, end: int) -> bool:
    match = SENTENCE_END.search(text, end)
    return match is not None and match.group() == "?"


def _denied_before(before: str, after: str) -> bool:
    """Return True if words before a mention deny it; past a comma only in a list."""
    negations = list(NOT.finditer(before))
    if not negations:
        return False
    between = before[negations[-1].end() :]
    return "," not in between or LIST.search(between + after) is not None
