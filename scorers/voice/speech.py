"""Denials and reports in a text, by the expressions of a persona's language.

English has finer rules of its own (`negation`). Every other language brings its expressions with
the persona: in most of them a denial may stand before what it denies or after it, so the whole
clause counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from kasauti.records.persona import Phrase, Speech

_COMMAS = re.compile(r"[,;:()\[\]—–،؛、，；：]")
_STRONG = re.compile(r"[;:()\[\]—–؛；：]")


def is_denied_in_clause(text: str, start: int, end: int, speech: Speech) -> bool:
    """Return True if the clause of the phrase at [start, end) has an odd number of denials.

    text: one sentence.
    """
    plain = _without(text, speech.not_negations)
    cuts = [(m.start(), m.end()) for m in _COMMAS.finditer(plain)]
    cuts += spans(plain, speech.clause_ends)
    begin = max((stop for _, stop in cuts if stop <= start), default=0)
    finish = min((first for first, _ in cuts if first >= end), default=len(plain))
    outside = spans(plain[begin:start], speech.negations) + spans(
        plain[end:finish], speech.negations
    )
    return len(outside) % 2 == 1


def is_reported(text: str, start: int, end: int, speech: Speech) -> bool:
    """Return True if the phrase at [start, end) is said of others, in its part of a sentence."""
    cuts = [(m.start(), m.end()) for m in _STRONG.finditer(text)]
    cuts += spans(text, speech.clause_ends)
    begin = max((stop for _, stop in cuts if stop <= start), default=0)
    finish = min((first for first, _ in cuts if first >= end), default=len(text))
    return bool(spans(text[begin:start] + " " + text[end:finish], speech.reports))


def spans(text: str, phrases: Iterable[Phrase]) -> list[tuple[int, int]]:
    """Return the places of the phrases; of two that overlap, the first and longer one."""
    found = {span for each in phrases for span in each.find(text)}
    kept: list[tuple[int, int]] = []
    for first, stop in sorted(found, key=lambda span: (span[0], -span[1])):
        if stop > first and (not kept or first >= kept[-1][1]):
            kept.append((first, stop))
    return kept


def _without(text: str, phrases: Iterable[Phrase]) -> str:
    """The text with the phrases blanked out, as long as before."""
    for first, stop in spans(text, phrases):
        text = text[:first] + " " * (stop - first) + text[stop:]
    return text
