"""The topic that a reply names, also inflected in Hindi and Sanskrit.

Strict: the name and nothing else but its case. Lenient: the only topic that the reply affirms, in
its first line, its last, or as a whole; the one that it calls the main one, announces, or scores
highest; the one that it picks by number from a list of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from kasauti.scorers.answers.choices import LETTER_OF
from kasauti.scorers.answers.cleaning import (
    FinalAnswer,
    compile_words,
    cut_follow_up,
    find_boxes,
    find_marked,
    match_words,
    normalize,
    strip_markup,
    strip_thoughts,
    write_out_objects,
)
from kasauti.scorers.answers.letters import read_letter
from kasauti.scorers.answers.negation import (
    MOST_MENTIONS,
    Mention,
    contradict,
    keep_decided,
    take_last_version,
)
from kasauti.scorers.answers.verdicts import weigh
from kasauti.scorers.answers.written_numbers import convert_digits

Patterns = Mapping[str, re.Pattern[str]]

# The endings of cases and of compounds: यात्रायाः, राजनीतेः, विज्ञानस्य, क्रीडासम्बद्धः.
_NOMINATIVE = re.compile(r"(?:ः|म्|ं)$")
_AFTER_I = "(?:ि|ी|िः|ीः|िं|िम्|ीं|ीम्|ेः|ौ|्याः|्याम्|्यां|्या|िना|ये|ियों|ियाँ)"
_AFTER_LONG_A = "(?:याः|याम्|यां|यै|या|ः|म्|ं|ओं|एँ|एं)?"
_AFTER_CONSONANT = "(?:ः|म्|ं|स्य|े|ेन|ेण|ाय|ात्|ानि|ानाम्|ाः|ेषु|ों|ौ)?"
_COMPOUND = (
    "(?:-?(?:विषय|सम्बन्ध|संबंध|सम्बद्ध|संबद्ध|संबन्ध|क्षेत्र|वर्ग|जगत|परक|समाचार|शास्त्र)[\\u0900-\\u0963]*)?"
)
_MAIN = compile_words("topics.main")
_ASIDE = compile_words("topics.aside")
_CONCLUDES = compile_words("negation.concludes")
_COMMA = re.compile("[,;]")
_ASIDE_AFTER = re.compile(
    r"\s*(?:(?:is|are|was|gets|being)\s+)?(?:(?:only|also|merely|just|briefly|too)\s+)*"
    r"(?:mentioned|side\b|plays? a|minor|comes? up|appears?|secondary|in the background)"
    r"|\s*(?:का|की|के|को)\s+(?:(?:भी|केवल|सिर्फ़|सिर्फ|बस)\s+)*(?:उल्लेख|ज़िक्र|जिक्र|नाम)"
    r"|\s*(?:भी|अपि)\s|\s*से\s+(?:अधिक|ज़्यादा|ज्यादा|बढ़कर)\s",
    re.IGNORECASE,
)
# "Topic: sports", "the final answer is health", "विषय: खेल": right before the name.
_ANNOUNCED = compile_words(
    "topics.announcement", r"\s*(?:is|would be|है|अस्ति)?\s*[:：–-]?\s*[\"'“*]*$"
)
# A line of a list or a table that is ticked, where the others are not.
_TICKED = re.compile(r"[✓✔✅☑]|\|\s*(?:yes|हाँ|आम्)\s*\|", re.IGNORECASE)
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


def compile_topics(
    topics: Sequence[str], names: Mapping[str, Sequence[str]]
) -> dict[str, re.Pattern[str]]:
    """For each topic an expression that finds any of its names."""
    patterns = {}
    for topic in topics:
        own = dict.fromkeys([topic, *topic.split("/")])
        every = [*own, *(name for part in own for name in names.get(part, ()))]
        either = "|".join(
            _inflect(normalize(name)) for name in sorted(every, key=len, reverse=True)
        )
        patterns[topic] = re.compile(match_words(either), re.IGNORECASE)
    return patterns


def _inflect(name: str) -> str:
    """An expression for a name; a Devanagari one may be inflected or begin a compound."""
    stem = _NOMINATIVE.sub("", name)
    if stem[-1] in "िी":
        return re.escape(stem[:-1]) + _AFTER_I + _COMPOUND
    endings = _AFTER_LONG_A if stem[-1] == "ा" else _AFTER_CONSONANT
    return re.escape(stem) + endings + _COMPOUND


def find_topics(text: str, known: Patterns) -> list[Mention]:
    """Every place of a text that names a topic, in order."""
    found = [
        Mention(text, topic, *match.span())
        for topic, pattern in known.items()
        for match in pattern.finditer(text)
    ]
    # A half of `science/technology` inside of the whole name is no mention of its own.
    longest = sorted(found, key=lambda each: (each.start, -each.end))[-MOST_MENTIONS:]
    return [
        each
        for index, each in enumerate(longest)
        if not any(each.end <= other.end for other in longest[:index])
    ]


def find_main_topics(text: str, mentions: Sequence[Mention]) -> set[str]:
    """The topics that are called the main one: the next after the word, else the one before it."""
    found = set()
    for word in (Mention(text, "", *match.span()) for match in _MAIN.finditer(text)):
        start = word.start - len(_COMMA.split(word.before)[-1])
        end = word.end + len(_COMMA.split(word.after)[0])
        before = [each for each in mentions if start <= each.start < word.start]
        after = [each for each in mentions if word.end <= each.start < end]
        if after or before:
            found.add(after[0].what if after else before[-1].what)
    return found


def is_aside(text: str, mention: Mention, mentions: Sequence[Mention]) -> bool:
    """Return True if a topic is only touched on, or named in a reason, after any other topic."""
    start = mention.start - len(mention.before)
    ends = [each.end for each in mentions if start < each.end <= mention.start]
    before = text[ends[-1] if ends else start : mention.start]
    part = before if ends else re.split(r"[,;(]", before)[-1]
    return bool(_ASIDE.search(part) or _ASIDE_AFTER.match(text, mention.end))


def read_topic(
    reply: str, topics: Sequence[str], *, names: Mapping[str, Sequence[str]] | None = None
) -> FinalAnswer[str]:
    """The topic that a reply names; `names` are further names of each topic."""
    said = reply.strip().casefold()
    strict = next((topic for topic in topics if said == topic.casefold()), None)
    if strict:
        return FinalAnswer(strict, strict)
    text = write_out_objects(strip_thoughts(reply))
    known = compile_topics(topics, names or {})
    first = cut_follow_up(text)
    answered = _read_lenient(first, known) if first else None
    return FinalAnswer(None, answered or _read_lenient(text, known))


def _read_lenient(said: str, known: Patterns) -> str | None:
    marked = [strip_markup(rest) for rest in find_marked(said)]
    said = corrected if find_topics(corrected := take_last_version(said), known) else said
    text = strip_markup(said)
    mentions = find_topics(text, known)
    affirmed = [each for each in mentions if each.standing == "affirmed"]
    if contradict(text, [each for each in affirmed if _ANNOUNCED.search(each.window)]):
        return None
    if found := _read_start(text, mentions) or _read_ranking(text, mentions):
        return found
    weighed = weigh(text, mentions, bare=True)
    if weighed is not None:
        return weighed or None
    lines = _drop_list([line for line in text.splitlines() if line.strip()], known)
    bare = [topic for line in lines if (topic := _read_bare(line, known))]
    if len(bare) == len({*bare}) == len(lines) > 1:
        return None  # one topic after the other, and nothing that decides
    ticked = [line for line in lines if _TICKED.search(line)]
    for part in (
        *find_boxes(said)[-1:],
        *(ticked if len(ticked) == 1 else ()),
        *marked[:1],
        *(line for line in lines[:1] if len(line.split()) <= BRIEF),
        *lines[-1:],
        "\n".join(lines),
    ):
        if found := _settle(part, known):
            return found
    return _read_label(text, known)


def _read_start(text: str, mentions: Sequence[Mention]) -> str | None:
    """The topic where the first sentence is nothing but its name: `Sports. The text …`."""
    for each in mentions[:1]:
        alone = not text[: each.start].strip(_AROUND) and _STOP.match(text, each.end)
        if alone and each.standing == "affirmed":
            return each.what
    return None


def _read_ranking(text: str, mentions: Sequence[Mention]) -> str | None:
    """The first topic of a ranking: `travel > sports > health`."""
    pairs = list(pairwise(mentions))
    chain = [_GREATER.fullmatch(text[first.end : second.start]) for first, second in pairs]
    if pairs and (all(chain) or _RANKING.match(text)):
        return mentions[0].what
    return None


def _drop_list(lines: list[str], known: Patterns) -> list[str]:
    """The lines of a reply without those that only repeat the topics."""
    repeated = [index for index, line in enumerate(lines) if _only_names(line, known)]
    named = {topic for index in repeated for topic in known if known[topic].search(lines[index])}
    if len(named) < MANY or repeated[-1] - repeated[0] >= len(repeated):
        return lines
    return [line for index, line in enumerate(lines) if index not in repeated]


def _read_bare(line: str, known: Patterns) -> str | None:
    """The topic of a line that has nothing but a topic, or that announces nothing else."""
    found = find_topics(line, known)
    if len(found) != 1 or line[found[0].end :].strip(_AROUND):
        return None
    before = line[: found[0].start]
    return None if _ANNOUNCED.sub("", before).strip(_AROUND) else found[0].what


def _only_names(line: str, known: Patterns) -> bool:
    rest = _BULLET.sub("", line)
    for pattern in known.values():
        rest = pattern.sub("", rest)
    return not rest.strip(_AROUND)


def _settle(text: str, known: Patterns) -> str | None:
    """The only topic that a text affirms; of several the main, announced or concluded one."""
    affirmed = keep_decided(text, find_topics(text, known))
    straight = [each for each in affirmed if not is_aside(text, each, affirmed)]
    announced = [each for each in straight if _ANNOUNCED.search(each.window)]
    concluded = [each for each in straight if _CONCLUDES.match(each.clause.lstrip())]
    chosen = [each for each in affirmed if each.is_chosen]
    for named in (
        _collect_topics(affirmed),
        _collect_topics(chosen[-1:]),
        find_main_topics(text, affirmed),
        _collect_topics(announced[-1:]),
        _collect_topics(concluded[-1:]),
        _collect_topics(straight),
    ):
        if len(named) == 1:
            return named.pop()
    return None


def _collect_topics(mentions: Sequence[Mention]) -> set[str]:
    return {each.what for each in mentions}


def _read_label(text: str, known: Patterns) -> str | None:
    """The topic whose number or letter a reply picks from a list that it gives itself."""
    listed: list[str] = []
    end = 0
    for each in find_topics(text, known):
        label = _LABEL.search(each.window)
        if label and _find_place(label.group(1)) == len(listed):
            listed.append(each.what)
            end = each.end
    letters = "ABCDEFGHI"[: len(listed)]
    rest = convert_digits(text[end:]).lstrip(_AROUND + "\n")
    if letter := read_letter(rest, letters).lenient:
        return listed[letters.index(letter)]
    found = _CHOSEN_NUMBER.finditer(rest)
    numbers = [Mention(rest, match.group(), *match.span()) for match in found]
    chosen = {int(each.what) for each in keep_decided(rest, numbers)}
    place = chosen.pop() - 1 if len(chosen) == 1 else len(listed)
    return listed[place] if place < len(listed) else None


def _find_place(label: str) -> int:
    """The place that a number or a letter stands for, from zero."""
    return (
        int(label) - 1 if label.isdecimal() else "ABCDE".index(LETTER_OF.get(label, label).upper())
    )
