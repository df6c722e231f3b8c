"""The topic that a reply names.

Strict: the name and nothing else but its case. Lenient: the only topic that the reply affirms, in
its first line, its last, or as a whole; the last one that it announces as its answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kasauti.scorers.replies.clauses import (
    END,
    START,
    Mention,
    Standing,
    clause_around,
    decided,
    last_version,
    standing,
    words,
)
from kasauti.scorers.replies.cleaning import boxes, plain, without_thoughts
from kasauti.scorers.replies.final_answer import MARK, FinalAnswer

# "Topic: sports", "the final answer is health", "विषय: खेल": right before the name.
_ANNOUNCED = re.compile(
    words(
        *("topic", "category", "answer", "class", "label", "subject"),
        *("विषय", "विषयः", "श्रेणी", "उत्तर", "उत्तरम्", "वर्ग"),
    )
    + r"\s*(?:is|would be|है|अस्ति)?\s*[:：–-]?\s*[\"'“*]*$",
    re.IGNORECASE,
)
_NEGATED = re.compile(words("नहीं", "न", "नास्ति"))
# A line of a list or a table that is ticked, where the others are not.
_TICKED = re.compile(r"\[[xX]\]|[✓✔✅☑]|\|\s*(?:yes|हाँ|आम्)\s*\|", re.IGNORECASE)
_AROUND = " \t.,;:*-–।()[]/|"
_BULLET = re.compile(r"^\s*(?:[-*•–]|[\d०-९]+[.)]|[(\[]?\w[)\]])\s*")
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
    known = {topic: _names(topic, names or {}) for topic in topics}
    marked = [plain(part) for part in text.split(MARK)[1:]]
    text = corrected if _mentions(corrected := last_version(text), known) else text
    lines = _without_list([line for line in plain(text).splitlines() if line.strip()], known)
    ticked = [line for line in lines if _TICKED.search(line)]
    for part in (
        *boxes(text)[-1:],
        *(ticked if len(ticked) == 1 else ()),
        *marked[:1],
        *lines[:1],
        *lines[-1:],
        "\n".join(lines),
    ):
        if found := _settled(part, known):
            return FinalAnswer(None, found)
    return FinalAnswer(None, None)


def _without_list(lines: list[str], known: Mapping[str, Sequence[str]]) -> list[str]:
    """The lines of a reply without those that only repeat the topics."""
    names = sorted((name for each in known.values() for name in each), key=len, reverse=True)
    any_name = re.compile("|".join(START + re.escape(name) + END for name in names), re.IGNORECASE)
    repeated = [
        index
        for index, line in enumerate(lines)
        if any_name.search(line) and not any_name.sub("", _BULLET.sub("", line)).strip(_AROUND)
    ]
    if len(repeated) < MANY or repeated[-1] - repeated[0] >= len(repeated):
        return lines
    return [line for index, line in enumerate(lines) if index not in repeated]


def _settled(text: str, known: Mapping[str, Sequence[str]]) -> str | None:
    """The only topic that a text affirms, else the last one that it announces."""
    affirmed = decided(text, _mentions(text, known))
    if len(named := {each.what for each in affirmed}) == 1:
        return named.pop()
    announced = [each for each in affirmed if _ANNOUNCED.search(text[: each.start])]
    return announced[-1].what if announced else None


def _mentions(text: str, known: Mapping[str, Sequence[str]]) -> list[Mention]:
    found = [
        Mention(topic, *match.span(), _standing(text, *match.span()))
        for topic, names in known.items()
        for name in names
        for match in re.finditer(START + re.escape(name) + END, text, re.IGNORECASE)
    ]
    # A half of `science/technology` inside of the whole name is no mention of its own.
    longest = sorted(found, key=lambda each: (each.start, -each.end))
    return [
        each
        for index, each in enumerate(longest)
        if not any(each.end <= other.end for other in longest[:index])
    ]


def _standing(text: str, start: int, end: int) -> Standing:
    """As of any mention; and a Hindi clause that is negated at its end denies its topic."""
    _, after = clause_around(text, start, end)
    if _NEGATED.search(after.partition(",")[0]):
        return "denied"
    return standing(text, start, end)


def _names(topic: str, names: Mapping[str, Sequence[str]]) -> list[str]:
    """A topic's own name, the halves of `science/technology`, and its further names."""
    own = dict.fromkeys([topic, *topic.split("/")])
    return [*own, *(name for part in own for name in names.get(part, ()))]
