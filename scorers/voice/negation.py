"""Phrases that are affirmed or denied in their sentence.

The rules here are for English, by clause. Every other language brings its expressions with the
persona: in most of them a denial may stand before what it denies or after it, so the whole clause
counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kasauti.records.persona import Phrase, Speech

_ENDS = re.compile(r"[.!?।॥؟…]+[\"'”’)\]]*(?=\s|$)|[。！？]+[”’」』）]*|\n+")
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|vs|cf|approx|mr|mrs|dr|st|no)|\b[a-z])\.$", re.I)

# Words that look like a denial but are not.
_SPURIOUS = re.compile(
    r"\b(?:no (?:doubt|question|wonder|matter|sooner)"
    r"|not (?:only|just|merely|simply|least|to mention)"
    r"|without (?:a |any )?(?:doubt|question|fail)|nothing (?:but|less than)|none other than"
    r"|(?:cannot|can't|could not) (?:help )?but|never mind|why not)\b"
)
_DENIAL = re.compile(
    r"\b(?:not|never|cannot|nobody|no[ -]one|none|neither|nothing|nowhere|hardly|scarcely"
    r"|barely|rarely|seldom|rather than|instead of|far from|as opposed to|den(?:y|ies|ied)"
    r"|doubts?|doubted|myths?|misconceptions?|fallac(?:y|ies)|false|wrong|mistakes?|mistaken"
    r"|untrue|incorrect|nonsense|refuses? to|avoid(?:s|ing)?|beware|wary"
    r"|no (?:evidence|proof|reason|way|chance|guarantee|sense|law|rule|such thing))\b|n't\b"
)
# Continues a denial, or is one where there is none to continue.
_NOR = re.compile(r"\bnor\b")
# These deny only what directly follows them.
_NEAR_DENIAL = re.compile(r"\b(?:no|without)(?:\s+[\w'-]+){0,3}\s*$")
_WORDS = (
    "but|however|although|though|because|since|while|whereas|when|if|unless|until|so|then|yet"
    "|which|who|whose"
)
_SUBJECTS = "i|you|we|they|he|she|it|this|that|these|those|the|there|a|an|my|our|your|their|its"
_SUBJECT = re.compile(rf"(?:{_SUBJECTS})\b", re.I)
_COMMA = re.compile(r",")
_BREAK = re.compile(
    rf"[;:()\[\]—–]|\s-\s|(?<!\bnot )(?<!n't )(?<!\bnever )\b(?:{_WORDS})\b"
    rf"|\band\s+(?:{_SUBJECTS})\b"
)
# "It is not, as many think, …" goes on after the second comma.
_PARENTHESIS = re.compile(r"(\bnot|\bnever|\bno|n't),[^,;:]*,")
_DENIED_AFTER = re.compile(
    r"^[\"'”’)\],]*\s*(?:[\w'-]+,?\s+){0,6}?"
    r"(?:(?:is|are|was|were|remains?|sounds?|seems?)\s+(?:[\w'-]+\s+){0,2}?"
    r"(?:false|wrong|untrue|incorrect|mistaken|nonsense|impossible|myths?|misconceptions?"
    r"|fallac(?:y|ies)|not (?:true|so|right|correct))"
    r"|(?:do|does|did)(?:n't|\s+not)\s+(?:exist|happen|hold|work)\b)"
)


# Said of others: "somebody promises that …", "when a newsletter calls it a …". Not of the speaker.
_REPORTS = re.compile(
    r"(?<!\bi )(?<!\bwe )(?<!\bi'd )(?<!\bi can )(?<!\bi will )\b(?:promis(?:e|es|ed|ing)"
    r"|claim(?:s|ed|ing)?|says?|said|saying|calls?|called|calling|tells?|told|telling|shout(?:s|ed|ing)?"
    r"|insist(?:s|ed|ing)?|announc(?:e|es|ed|ing)|declar(?:e|es|ed|ing)|believ(?:e|es|ed|ing)"
    r"|thinks?|thought|advertis(?:e|es|ed|ing)|preach(?:es|ed|ing)?|slogans?|headlines?|brochures?"
    r"|order(?:s|ed)? to|urg(?:e|es|ed|ing)|cr(?:y|ies|ied)|swear(?:s|ing)?|swore|repeats?"
    r"|talk of|story (?:of|that)|tale that|idea (?:of|that)|belief (?:in|that)|rule to"
    r"|advice to|reason to|temptation to|signal to|forced to|had to|have to|must)\b"
)
# What follows is said by the speaker again: "They say so, but it will fall."
_OWN_CLAUSE = re.compile(r"[;:]|,\s+(?:but|yet|so|and (?:the|it|this|you|we|i))\b")
_QUOTES = ('"', "“", "”", "«", "»")
# In other languages: what ends a clause, and what ends a part of a sentence.
_COMMAS = re.compile(r"[,;:()\[\]—–،؛、，；：]")
_STRONG = re.compile(r"[;:()\[\]—–؛；：]")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and its offsets in the text."""

    text: str
    start: int
    end: int

    @property
    def asks(self) -> bool:
        return self.text.rstrip("\"'”’)]」』） ").endswith(("?", "？", "؟"))


def sentence_around(text: str, start: int) -> Sentence:
    """The sentence that the character at `start` belongs to."""
    begin = 0
    for end in _ENDS.finditer(text):
        if _ABBREVIATION.search(text[begin : end.start() + 1]):
            continue
        if end.start() >= start:
            return _trim(text, begin, end.end())
        begin = end.end()
    return _trim(text, begin, len(text))


def is_denied(text: str, start: int, end: int, speech: Speech | None = None) -> bool:
    """Return True if the phrase at [start, end) is denied by its sentence.

    speech: how its language denies; None for English.

    >>> is_denied("Returns are never guaranteed.", 18, 28)
    True
    >>> is_denied("It is not luck, it is guaranteed.", 22, 32)
    False
    """
    sentence = sentence_around(text, start)
    if speech is not None:
        first = sentence.start
        return is_denied_in_clause(sentence.text, start - first, end - first, speech)
    before = _SPURIOUS.sub(" ", text[sentence.start : start].lower())
    if re.search(r"\band\s*$", before) and _SUBJECT.match(text, start):
        clause = ""  # a new clause begins with the phrase
    else:
        clause = _last_clause(_PARENTHESIS.sub(r"\1 ", before))
    denials = len(_DENIAL.findall(clause))
    if not denials and (_NOR.search(clause) or _NEAR_DENIAL.search(clause)):
        denials = 1
    # Two denials in one clause affirm.
    if denials % 2:
        return True
    after = text[end : sentence.end].lower()
    return denials == 0 and _DENIED_AFTER.search(after) is not None


def is_of_others(text: str, start: int, end: int, speech: Speech | None = None) -> bool:
    """Return True if the phrase at [start, end) is not the speaker's own claim.

    It is inside of quotation marks, in a question, or reported as what others say or do.

    >>> is_of_others("Brokers promise guaranteed returns.", 16, 34)
    True
    >>> is_of_others("I promise guaranteed returns.", 10, 28)
    False
    """
    sentence = sentence_around(text, start)
    if sentence.asks:
        return True
    before, after = text[sentence.start : start], text[end : sentence.end]
    if sum(before.count(quote) for quote in _QUOTES) % 2 and any(q in after for q in _QUOTES):
        return True
    if speech is not None:
        first = sentence.start
        around = _cut_clause(sentence.text, start - first, end - first, _STRONG, speech)
        return bool(spans(" ".join(around), speech.reports))
    clause = _OWN_CLAUSE.split(before.lower())[-1]
    return _REPORTS.search(clause) is not None


def _last_clause(before: str) -> str:
    """The text between the last clause break and the phrase."""
    clause = _BREAK.split(before)[-1]
    parts = _COMMA.split(clause)
    # "not luck, timing, or …": a list is one clause.
    is_list = re.match(r"\s*(?:or|nor)\b", parts[-1])
    return clause if is_list else parts[-1]


def _trim(text: str, start: int, end: int) -> Sentence:
    kept = text[start:end].strip()
    start = end - len(text[start:end].lstrip())
    return Sentence(kept, start, start + len(kept))


def is_denied_in_clause(text: str, start: int, end: int, speech: Speech) -> bool:
    """Return True if the clause of the phrase at [start, end) has an odd number of denials.

    text: one sentence.
    """
    for first, stop in spans(text, speech.not_negations):
        text = text[:first] + " " * (stop - first) + text[stop:]
    around = _cut_clause(text, start, end, _COMMAS, speech)
    return sum(len(spans(part, speech.negations)) for part in around) % 2 == 1


def _cut_clause(
    text: str, start: int, end: int, marks: re.Pattern[str], speech: Speech
) -> tuple[str, str]:
    """The clause of [start, end) before and after it, which ends at marks and at words."""
    cuts = [match.span() for match in marks.finditer(text)] + spans(text, speech.clause_ends)
    begin = max((stop for _, stop in cuts if stop <= start), default=0)
    finish = min((first for first, _ in cuts if first >= end), default=len(text))
    return text[begin:start], text[end:finish]


def spans(text: str, phrases: Iterable[Phrase]) -> list[tuple[int, int]]:
    """Return the places of the phrases; of two that overlap, the first and longer one."""
    found = {span for each in phrases for span in each.find(text)}
    kept: list[tuple[int, int]] = []
    for first, stop in sorted(found, key=lambda span: (span[0], -span[1])):
        if stop > first and (not kept or first >= kept[-1][1]):
            kept.append((first, stop))
    return kept
