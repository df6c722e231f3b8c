"""The topic that a reply names.

Strict: the name and nothing else but its case. Lenient: the only topic that the reply affirms, in
its first line, its last, or as a whole; the one that it calls the main one, announces, or scores
highest; the one that it picks by number from a list of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from kasauti.scorers.replies.choice_mentions import LETTER_OF
from kasauti.scorers.replies.clause_words import CONCLUDES, words
from kasauti.scorers.replies.clauses import (
    Mention,
    clause_of,
    decided,
    is_chosen,
    last_version,
    standing,
    withdraws,
)
from kasauti.scorers.replies.cleaning import before_follow_up, boxes, plain, without_thoughts
from kasauti.scorers.replies.final_answer import MARK, FinalAnswer
from kasauti.scorers.replies.letters import read_letter
from kasauti.scorers.replies.topic_mentions import (
    Patterns,
    is_aside,
    main_topics,
    topic_mentions,
    topic_patterns,
)
from kasauti.scorers.replies.verdicts import best_scored, only_right
from kasauti.scorers.replies.written_numbers import plain_digits

# "Topic: sports", "the final answer is health", "विषय: खेल": right before the name.
_ANNOUNCED = re.compile(
    words(
        *("topic", "category", "answer", "class", "label", "subject", "winner"),
        *("विषय", "विषयः", "श्रेणी", "उत्तर", "उत्तरम्", "वर्ग"),
    )
    + r"\s*(?:is|would be|है|अस्ति)?\s*[:：–-]?\s*[\"'“*]*$",
    re.IGNORECASE,
)
# A line of a list or a table that is ticked, where the others are not.
_TICKED = re.compile(r"\[[xX]\]|[✓✔✅☑]|\|\s*(?:yes|हाँ|आम्)\s*\|", re.IGNORECASE)
_STOP = re.compile(r"[\"'”*]*[.।!](?![.])\s")
_GREATER = re.compile(r"\s*>+\s*")
_RANKING = re.compile(r"\s*(?:ranking|ranked|most (?:to least )?likely first)\b", re.IGNORECASE)
_AROUND = " \t.,;:*-–।()[]/|"
_BULLET = re.compile(r"^\s*(?:[-*•–]|[\d०-९]+[.)]|[(\[]?\w[.)\]])\s*")
# The number or letter of an item, right before its topic.
_LABEL = re.compile(r"(?:^|[\s(\[,;])([\d०-९]|[A-Ea-e]|[क-ङ])\s*[.):\]-]\s*[\"'“*]*$")
_CHOSEN_NUMBER = re.compile(r"(?<![\d.,/])([1-9])(?![\d%/]|[.,]\d)")
BRIEF = 8  # a first line of so many words is an answer, a longer one may lead up to it
MANY = 3  # so many lines in a row with nothing but a topic are a list of the topics


def read_topic(
    reply: str, topics: Sequence[str], *, names: Mapping[str, Sequence[str]] | None = None
) -> FinalAnswer[str]:
    """The topic that a reply names; `names` are further names of each topic."""
    said = reply.strip().casefold()
    strict = next((topic for topic in topics if said == topic.casefold()), None)
    if strict:
        return FinalAnswer(strict, strict)
    text = without_thoughts(reply)
    known = topic_patterns(topics, names or {})
    first = before_follow_up(text)
    answered = _lenient(first, known) if first else None
    return FinalAnswer(None, answered or _lenient(text, known))


def _lenient(text: str, known: Patterns) -> str | None:
    marked = [plain(part) for part in text.split(MARK)[1:]]
    text = corrected if topic_mentions(corrected := last_version(text), known) else text
    mentions = topic_mentions(plain(text), known)
    if found := _at_start(plain(text), mentions) or _ranked_first(plain(text), mentions):
        return found
    spans = [(each.what, each.start, each.end) for each in mentions]
    for weighed in (only_right(plain(text), spans), best_scored(plain(text), spans, bare=True)):
        if weighed is not None:
            return weighed or None
    every_line = [line for line in plain(text).splitlines() if line.strip()]
    lines = _without_list(every_line, known)
    ticked = [line for line in lines if _TICKED.search(line)]
    for part in (
        *boxes(text)[-1:],
        *(ticked if len(ticked) == 1 else ()),
        *marked[:1],
        *(line for line in lines[:1] if len(line.split()) <= BRIEF),
        *lines[-1:],
        "\n".join(lines),
    ):
        if found := _settled(part, known):
            return found
    return _by_label(plain(text), known)


def _at_start(text: str, mentions: Sequence[Mention]) -> str | None:
    """The topic where the first sentence is nothing but its name: `Sports. The text …`."""
    for each in mentions[:1]:
        alone = not text[: each.start].strip(_AROUND) and _STOP.match(text, each.end)
        if alone and each.standing == "affirmed" and not withdraws(text[each.end :]):
            return each.what
    return None


def _ranked_first(text: str, mentions: Sequence[Mention]) -> str | None:
    """The first topic of a ranking: `travel > sports > health`."""
    pairs = list(pairwise(mentions))
    chain = [_GREATER.fullmatch(text[first.end : second.start]) for first, second in pairs]
    if pairs and (all(chain) or _RANKING.match(text)):
        return mentions[0].what
    return None


def _without_list(lines: list[str], known: Patterns) -> list[str]:
    """The lines of a reply without those that only repeat the topics."""
    repeated = [index for index, line in enumerate(lines) if _only_names(line, known)]
    named = {topic for index in repeated for topic in known if known[topic].search(lines[index])}
    if len(named) < MANY or repeated[-1] - repeated[0] >= len(repeated):
        return lines
    return [line for index, line in enumerate(lines) if index not in repeated]


def _only_names(line: str, known: Patterns) -> bool:
    rest = _BULLET.sub("", line)
    for pattern in known.values():
        rest = pattern.sub("", rest)
    named = any(pattern.search(line) for pattern in known.values())
    return named and not rest.strip(_AROUND)


def _settled(text: str, known: Patterns) -> str | None:
    """The only topic that a text affirms; of several the main, announced or concluded one."""
    affirmed = decided(text, topic_mentions(text, known))
    straight = [each for each in affirmed if not is_aside(text, each, affirmed)]
    announced = [each for each in straight if _ANNOUNCED.search(text[: each.start])]
    concluded = [each for each in straight if CONCLUDES.match(clause_of(text, each).lstrip())]
    chosen = [each for each in affirmed if is_chosen(text, each)]
    for named in (
        _topics(affirmed),
        _topics(chosen[-1:]),
        main_topics(text, affirmed),
        _topics(announced[-1:]),
        _topics(concluded[-1:]),
        _topics(straight),
    ):
        if len(named) == 1:
            return named.pop()
    return None


def _topics(mentions: Sequence[Mention]) -> set[str]:
    return {each.what for each in mentions}


def _by_label(text: str, known: Patterns) -> str | None:
    """The topic whose number or letter a reply picks from a list that it gives itself."""
    listed: list[str] = []
    end = 0
    for each in topic_mentions(text, known):
        label = _LABEL.search(text[: each.start])
        if label and _place(label.group(1)) == len(listed):
            listed.append(each.what)
            end = each.end
    if len(listed) < MANY:
        return None
    letters = "ABCDEFGHI"[: len(listed)]
    rest = plain_digits(text[end:]).lstrip(_AROUND + "\n")
    if letter := read_letter(rest, letters).lenient:
        return listed[letters.index(letter)]
    numbers = decided(rest, [_number(rest, match) for match in _CHOSEN_NUMBER.finditer(rest)])
    chosen = {int(each.what) for each in numbers}
    place = chosen.pop() - 1 if len(chosen) == 1 else len(listed)
    return listed[place] if place < len(listed) else None


def _place(label: str) -> int:
    """The place that a number or a letter stands for, from zero."""
    return (
        int(label) - 1 if label.isdecimal() else "ABCDE".index(LETTER_OF.get(label, label).upper())
    )


def _number(text: str, match: re.Match[str]) -> Mention:
    return Mention(match.group(), *match.span(), standing(text, *match.span()))
