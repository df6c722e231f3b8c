"""Where a reply names a topic, also inflected in Hindi and Sanskrit, and how it means it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kasauti.scorers.replies.clause_words import END, START, words
from kasauti.scorers.replies.clauses import (
    Mention,
    Standing,
    clause_around,
    sentence_after,
    sentence_before,
    standing,
)
from kasauti.scorers.replies.cleaning import normal

Patterns = Mapping[str, re.Pattern[str]]

_NEGATED = re.compile(words("नहीं", "न", "नास्ति"))
# The endings of cases and of compounds: यात्रायाः, राजनीतेः, विज्ञानस्य, क्रीडासम्बद्धः.
_NOMINATIVE = re.compile(r"(?:ः|म्|ं)$")
_AFTER_I = "(?:ि|ी|िः|ीः|िं|िम्|ीं|ीम्|ेः|ौ|्याः|्याम्|्यां|्या|िना|ये|ियों|ियाँ)"
_AFTER_LONG_A = "(?:याः|याम्|यां|यै|या|ः|म्|ं|ओं|एँ|एं)?"
_AFTER_CONSONANT = "(?:ः|म्|ं|स्य|े|ेन|ेण|ाय|ात्|ानि|ानाम्|ाः|ेषु|ों|ौ)?"
_COMPOUND = (
    "(?:-?(?:विषय|सम्बन्ध|संबंध|सम्बद्ध|संबद्ध|संबन्ध|क्षेत्र|वर्ग|जगत|परक|समाचार|शास्त्र)[\\u0900-\\u0963]*)?"
)
# What makes a topic the main one of several, and what makes it a side remark.
_MAIN = re.compile(
    words(
        *(
            "primarily",
            "primary",
            "mainly",
            "main",
            "mostly",
            "chiefly",
            "predominantly",
            "largely",
        ),
        *(
            "principally",
            r"focus\w*",
            "above all",
            "foremost",
            "best",
            "closest",
            "central",
            "core",
            "dominant",
            "dominates",
        ),
        *("better", "most likely", "top"),
        *("मुख्यतः", "मुख्यत:", "मुख्य", "मुख्यतया", "मुख्यः", "प्रमुख", "प्रमुखतः", "प्रमुखः", "प्रधानतः"),
        *(
            "प्रधान",
            "प्रधानतया",
            "प्रधानः",
            "मूलतः",
            "ज़्यादातर",
            "ज्यादातर",
            "अधिकतर",
            "विशेषतः",
            "प्राथमिक",
        ),
    ),
    re.IGNORECASE,
)
_ASIDE = re.compile(
    words(
        *(r"touch\w*", r"mention\w*", "with (?:some|elements|aspects|hints|a)", "some", "a bit"),
        *(
            "a little(?: bit)?",
            r"elements?",
            r"aspects?",
            "secondary",
            "also",
            "in passing",
            "than",
        ),
        *("background", "though", "although", "despite", "in spite of", r"references?", "hints?"),
        *("because", "since", "as well as", "related topic", "other topics?", "second(?: topic)?"),
        *("हालाँकि", "हालांकि", "यद्यपि", "साथ में", "साथ ही", "गौण", "गौणः", "क्योंकि", "यतः", "किञ्चित्"),
        *(
            "थोड़ा",
            "कुछ",
            "less likely",
            "least",
            "unlikely",
            "runner-up",
            "lesser",
            "marginally",
            "more specifically",
        ),
        *("(?<!deals )(?<!do )(?<!go )(?<!going )with",),
    ),
    re.IGNORECASE,
)
_COMMA = re.compile("[,;]")
_ASIDE_AFTER = re.compile(
    r"\s*(?:(?:is|are|was|gets|being)\s+)?(?:(?:only|also|merely|just|briefly|too)\s+)*"
    r"(?:mentioned|side\b|plays? a|minor|comes? up|appears?|secondary|in the background)"
    r"|\s*(?:का|की|के|को)\s+(?:(?:भी|केवल|सिर्फ़|सिर्फ|बस)\s+)*(?:उल्लेख|ज़िक्र|जिक्र|नाम)"
    r"|\s*(?:भी|अपि)\s|\s*से\s+(?:अधिक|ज़्यादा|ज्यादा|बढ़कर)\s",
    re.IGNORECASE,
)


def topic_patterns(
    topics: Sequence[str], names: Mapping[str, Sequence[str]]
) -> dict[str, re.Pattern[str]]:
    """For each topic an expression that finds any of its names."""
    patterns = {}
    for topic in topics:
        own = dict.fromkeys([topic, *topic.split("/")])
        every = [*own, *(name for part in own for name in names.get(part, ()))]
        either = "|".join(_inflected(normal(name)) for name in sorted(every, key=len, reverse=True))
        patterns[topic] = re.compile(f"{START}(?:{either}){END}", re.IGNORECASE)
    return patterns


def _inflected(name: str) -> str:
    """An expression for a name; a Devanagari one may be inflected or begin a compound."""
    if name.isascii() or not "\u0900" <= name[-1] <= "\u097f":
        return re.escape(name)
    stem = _NOMINATIVE.sub("", name)
    if stem[-1] in "िी":
        return re.escape(stem[:-1]) + _AFTER_I + _COMPOUND
    endings = _AFTER_LONG_A if stem[-1] == "ा" else _AFTER_CONSONANT
    return re.escape(stem) + endings + _COMPOUND


def topic_mentions(text: str, known: Patterns) -> list[Mention]:
    """Every place of a text that names a topic, in order."""
    found = [
        Mention(topic, *match.span(), _standing(text, *match.span()))
        for topic, pattern in known.items()
        for match in pattern.finditer(text)
    ]
    # A half of `science/technology` inside of the whole name is no mention of its own.
    longest = sorted(found, key=lambda each: (each.start, -each.end))
    return [
        each
        for index, each in enumerate(longest)
        if not any(each.end <= other.end for other in longest[:index])
    ]


def main_topics(text: str, mentions: Sequence[Mention]) -> set[str]:
    """The topics that are called the main one: the next after the word, else the one before it."""
    found = set()
    for match in _MAIN.finditer(text):
        before, after = sentence_before(text, match.start()), sentence_after(text, match.end())
        near_before, near_after = _COMMA.split(before)[-1], _COMMA.split(after)[0]
        for start, end in (
            (match.end(), match.end() + len(near_after)),
            (match.start(), match.start() - len(near_before)),
            (match.end(), match.end() + len(after)),
            (match.start(), match.start() - len(before)),
        ):
            inside = [each for each in mentions if min(start, end) <= each.start < max(start, end)]
            if inside:
                found.add(inside[0 if end > start else -1].what)
                break
    return found


def is_aside(text: str, mention: Mention, mentions: Sequence[Mention]) -> bool:
    """Whether a topic is only touched on, or named in a reason, after any other topic."""
    start = mention.start - len(sentence_before(text, mention.start))
    ends = [each.end for each in mentions if start < each.end <= mention.start]
    before = text[ends[-1] if ends else start : mention.start]
    part = before if ends else re.split(r"[,;(]", before)[-1]
    return bool(_ASIDE.search(part) or _ASIDE_AFTER.match(text, mention.end))


def _standing(text: str, start: int, end: int) -> Standing:
    """As of any mention; and a Hindi clause that is negated at its end denies its topic."""
    _, after = clause_around(text, start, end)
    if _NEGATED.search(after.partition(",")[0]):
        return "denied"
    return standing(text, start, end)
